import type { Size, Start } from '../graph/camera';
import type { SceneRequest } from '../layout/scene';

/** What a first paint needs to be fitted to a window; stands beside it as JSON. */
export interface FirstView {
  /** What its scene was asked for by. */
  readonly request: SceneRequest;
  /** How large the drawing is. */
  readonly drawing: Size;
  readonly start: Start;
}
