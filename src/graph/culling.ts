/** Which parts of a large drawing are worth elements now. Pure. */
import type { Scene } from '../layout/scene';
import { contains, touches, type Rect } from './camera';

/** With fewer boxes everything is drawn at once and stays. */
export const DRAW_ALL = 400;
/** Below this zoom the type of a large drawing cannot be read anyway: boxes are only coloured areas. */
const FAR = 0.25;

export type Detail = 'full' | 'far';

/** Bounds of the boxes and then of the edges of a scene, in world coordinates. */
export interface Bounds {
  readonly boxes: readonly Rect[];
  readonly edges: readonly Rect[];
}

export function boundsOf(scene: Scene): Bounds {
  return { boxes: scene.boxes, edges: scene.edges.map(edge => hull(edge.points)) };
}

function hull(points: Float32Array): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let k = 0; k + 1 < points.length; k += 2) {
    left = Math.min(left, points[k]);
    right = Math.max(right, points[k]);
    top = Math.min(top, points[k + 1]);
    bottom = Math.max(bottom, points[k + 1]);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Decides anew only when the window leaves the area that was decided for. */
export class Culling {
  private covered: Rect | null = null;
  detail: Detail = 'full';

  constructor(private readonly all: boolean) {}

  /** Whether the window `seen` needs another decision; `wide` is then the area to draw. */
  moveTo(seen: Rect, wide: Rect, zoom: number): boolean {
    const detail = !this.all && zoom < FAR ? 'far' : 'full';
    const changed = detail !== this.detail;
    this.detail = detail;
    if (this.covered === null || changed) {
      this.covered = wide;
      return true;
    }
    if (this.all) return false;
    // Zoomed in far, the old area would keep far too much.
    if (contains(this.covered, seen) && this.covered.width < 3 * wide.width) return false;
    this.covered = wide;
    return true;
  }

  wants(bounds: Rect): boolean {
    return this.all || (this.covered !== null && touches(bounds, this.covered));
  }
}
