/** For tests: what is asked of the engine. */
import { Engine } from '../layout/engine';
import { EVERYTHING } from '../layout/grouping/opening';
import type { Scene, SceneRequest } from '../layout/scene';
import type { ReportBuilder } from './document';

/** What the viewer asks of a report that nobody has touched. */
export const USUAL: SceneRequest = {
  program: 0,
  stage: 0,
  grouping: 'calls',
  plumbing: false,
  opened: [],
  closed: [],
  budget: 60
};

/** All that is in a report's first stage, opened. */
export function wholeScene({ document }: ReportBuilder): Scene {
  const engine = new Engine();
  engine.open(JSON.stringify(document));
  return engine.scene({ ...USUAL, plumbing: true, budget: EVERYTHING });
}
