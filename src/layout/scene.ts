/** What is to be seen of one stage, placed: the result of grouping and layout, the input of drawing. */

import type { Language } from '../report/host';

/** How equations are put into groups. */
export type Grouping = 'calls' | 'scopes' | 'phase' | 'regions';

/** The view's wishes. Everything that decides a scene is in here, so that equal requests give equal scenes. */
export interface SceneRequest {
  program: number;
  stage: number;
  grouping: Grouping;
  /** Draw plumbing (convert, broadcast, reshape, …) as boxes instead of marks. */
  plumbing: boolean;
  /** Box ids opened or closed by hand; they win over the budget. */
  opened: readonly string[];
  closed: readonly string[];
  /** Open groups, largest first, until about this many boxes are visible. */
  budget: number;
  /** Language of what boxes and edges say; English where it is left out. */
  language?: Language;
}

export type BoxKind =
  /** One equation; `expandable` when it holds regions (scan, cond, jit, …). */
  | 'equation'
  /** Several equations of one call, scope or phase. */
  | 'group'
  /** A nested jaxpr of an open equation: a branch, a loop body. */
  | 'region'
  /** One or more plumbing equations folded into an edge. */
  | 'mark'
  /** Program arguments, results and captured constants. */
  | 'input'
  | 'output'
  | 'constant';

export interface Box {
  /**
   * Stable across scenes of one stage: `e<row>`, `r<region>`, `g<…>`, `m<row>`, `i<value>`, `o<position>` (of a
   * nested region `o<region>.<position>`), `c<value>`; several ends in one box add `+<count>`.
   */
  id: string;
  kind: BoxKind;
  /** Index of the enclosing box in `Scene.boxes`, -1 at the top. Parents come before children. */
  parent: number;
  /** Absolute, in CSS pixels at zoom 1. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** First line: primitive, function name, argument path. */
  label: string;
  /** The label is a line of the user's source, not a name. */
  code: boolean;
  /** Second line, small: output avals, `line 16 · forward`. */
  detail: string;
  /** `×12` for repeats and scan trips, or empty. */
  badge: string;
  open: boolean;
  expandable: boolean;
  /** Rows of the equations that this box itself stands for: an open box stands only for its own equation, if it has one. */
  equations: Int32Array;
  /** Rows of all equations in it, at any depth. */
  members: Int32Array;
  /** Number in `PHASES`: 0 none, 1 forward, 2 backward, 3 recompute. */
  phase: number;
  batched: boolean;
}

export interface Edge {
  /** Box indices. */
  from: number;
  to: number;
  /** x0, y0, x1, y1, …: the start, then control points of cubic Béziers (3 points a piece), going down. */
  points: Float32Array;
  /** Rows in the value table that flow here. */
  values: Int32Array;
  /** Aval of the value, or `3 values`. */
  label: string;
  bytes: number;
}

export interface Scene {
  width: number;
  height: number;
  boxes: Box[];
  edges: Edge[];
  /** Sum of `equations` over all boxes; equals the number of equations of the stage. */
  drawn: number;
}

/** The number of equations that a scene's boxes stand for. */
export function drawnEquations(scene: Scene): number {
  return scene.boxes.reduce((sum, box) => sum + box.equations.length, 0);
}
