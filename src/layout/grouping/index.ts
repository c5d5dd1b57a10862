/** Stage and request → the visible boxes and what flows between them; nothing here knows coordinates. */
import type { SceneRequest } from '../scene';
import type { Flow } from './flow';
import { flows } from './flow';
import { defaultOpening, openTest } from './opening';
import type { Outline } from './outline';
import type { Visible } from './visible';
import { visibleBoxes } from './visible';

export { Outline } from './outline';
export { endsSideBySide } from './terminals';
export type { Node } from './outline';
export type { VisibleBox } from './visible';

export interface VisibleGraph extends Visible {
  flows: Flow[];
}

export function visibleGraph(outline: Outline, request: SceneRequest): VisibleGraph {
  const isOpen = openTest(request, defaultOpening(outline, request.budget));
  const visible = visibleBoxes(outline, isOpen);
  return { ...visible, flows: flows(outline, visible) };
}
