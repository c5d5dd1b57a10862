/** What is to be seen of one stage, placed: the result of grouping and layout, the input of drawing. */

import type { Language } from '../report/host';
import { textAt } from '../report/text-table';
import { FLAGS, type SceneColumns } from './scene-columns';

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
  /** Open groups, largest first, until about this many boxes are visible; from `EVERYTHING` on, open all. */
  budget: number;
  /** Language of what boxes and edges say; English where it is left out. */
  language?: Language;
}

/** In the order of their numbers in `BoxColumns.kind`. */
export const BOX_KINDS = [
  /** One equation; `expandable` when it holds regions (scan, cond, jit, …). */
  'equation',
  /** Several equations of one call, scope or phase. */
  'group',
  /** A nested jaxpr of an open equation: a branch, a loop body. */
  'region',
  /** One or more plumbing equations folded into an edge. */
  'mark',
  /** Program arguments, results and captured constants. */
  'input',
  'output',
  'constant'
] as const;

export type BoxKind = (typeof BOX_KINDS)[number];

export interface Box {
  /**
   * Stable across scenes of one stage: `e<row>`, `r<region>`, `g<…>`, `m<row>`, `i<value>`, `o<position>` (of a
   * nested region `o<region>.<position>`), `c<value>`; several ends in one box add `+<count>`.
   */
  readonly id: string;
  readonly kind: BoxKind;
  /** Index of the enclosing box in `Scene.boxes`, -1 at the top. Parents come before children. */
  readonly parent: number;
  /** Absolute, in CSS pixels at zoom 1. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** First line: primitive, function name, argument path. */
  readonly label: string;
  /** The label is a line of the user's source, not a name. */
  readonly code: boolean;
  /** Second line, small: output avals, `line 16 · forward`. */
  readonly detail: string;
  /** `×12` for repeats and scan trips, or empty. */
  readonly badge: string;
  readonly open: boolean;
  readonly expandable: boolean;
  /** Rows of the equations that this box itself stands for: an open box stands only for its own equation, if it has one. */
  readonly equations: Int32Array;
  /** Rows of all equations in it, at any depth; the first in program order is the first here. */
  readonly members: Int32Array;
  /** Number in `PHASES`: 0 none, 1 forward, 2 backward, 3 recompute. */
  readonly phase: number;
  readonly batched: boolean;
}

export interface Edge {
  /** Box indices. */
  readonly from: number;
  readonly to: number;
  /** x0, y0, x1, y1, …: the start, then control points of cubic Béziers (3 points a piece), going down. */
  readonly points: Float32Array;
  /** Rows in the value table that flow here. */
  readonly values: Int32Array;
  /** Aval of the value, or `3 values`. */
  readonly label: string;
  readonly bytes: number;
}

/**
 * A placed stage over columns (`scene-columns.ts`). `boxes` and `edges` are light views, made when first asked for;
 * whoever goes through all of a large scene in one frame reads the columns.
 */
export class Scene {
  #boxes: readonly Box[] | null = null;
  #edges: readonly Edge[] | null = null;

  constructor(readonly columns: SceneColumns) {}

  get width(): number {
    return this.columns.width;
  }

  get height(): number {
    return this.columns.height;
  }

  /** Number of equations that the boxes stand for; equals the number of equations of the stage. */
  get drawn(): number {
    return this.columns.rows.length;
  }

  /** Number of boxes. */
  get count(): number {
    return this.columns.boxes.parent.length;
  }

  get boxes(): readonly Box[] {
    return (this.#boxes ??= listOf(this.count, k => this.box(k)));
  }

  get edges(): readonly Edge[] {
    return (this.#edges ??= listOf(this.columns.edges.from.length, k => this.edge(k)));
  }

  box(index: number): Box {
    return new BoxView(this.columns, index);
  }

  edge(index: number): Edge {
    return new EdgeView(this.columns, index);
  }

  /** Index of the box with this id, -1 if there is none. */
  find(id: string): number {
    // Ids are the first texts. Cutting each out to compare it, or a map of them, would cost more than this.
    const { text, offsets } = this.columns.texts;
    for (let k = 0; k < this.count; k += 1) {
      if (offsets[k + 1] - offsets[k] === id.length && text.startsWith(id, offsets[k])) return k;
    }
    return -1;
  }
}

/** `Array.from` with a callback takes several times as long. */
function listOf<Item>(count: number, make: (index: number) => Item): Item[] {
  const items: Item[] = [];
  for (let k = 0; k < count; k += 1) items.push(make(k));
  return items;
}

class BoxView implements Box {
  constructor(
    private readonly columns: SceneColumns,
    private readonly index: number
  ) {}

  get id(): string {
    return textAt(this.columns.texts, this.index);
  }
  get kind(): BoxKind {
    return BOX_KINDS[this.columns.boxes.kind[this.index]];
  }
  get parent(): number {
    return this.columns.boxes.parent[this.index];
  }
  get x(): number {
    return this.columns.boxes.x[this.index];
  }
  get y(): number {
    return this.columns.boxes.y[this.index];
  }
  get width(): number {
    return this.columns.boxes.width[this.index];
  }
  get height(): number {
    return this.columns.boxes.height[this.index];
  }
  get label(): string {
    return textAt(this.columns.texts, this.columns.boxes.label[this.index]);
  }
  get code(): boolean {
    return this.has(FLAGS.code);
  }
  get detail(): string {
    return textAt(this.columns.texts, this.columns.boxes.detail[this.index]);
  }
  get badge(): string {
    return textAt(this.columns.texts, this.columns.boxes.badge[this.index]);
  }
  get open(): boolean {
    return this.has(FLAGS.open);
  }
  get expandable(): boolean {
    return this.has(FLAGS.expandable);
  }
  get equations(): Int32Array {
    const { first, own } = this.columns.boxes;
    return this.columns.rows.subarray(first[this.index], own[this.index]);
  }
  get members(): Int32Array {
    const { first, last } = this.columns.boxes;
    return this.columns.rows.subarray(first[this.index], last[this.index]);
  }
  get phase(): number {
    return this.columns.boxes.phase[this.index];
  }
  get batched(): boolean {
    return this.has(FLAGS.batched);
  }

  private has(flag: number): boolean {
    return (this.columns.boxes.flags[this.index] & flag) !== 0;
  }
}

class EdgeView implements Edge {
  constructor(
    private readonly columns: SceneColumns,
    private readonly index: number
  ) {}

  get from(): number {
    return this.columns.edges.from[this.index];
  }
  get to(): number {
    return this.columns.edges.to[this.index];
  }
  get points(): Float32Array {
    const { point_offsets: offsets, points } = this.columns.edges;
    return points.subarray(offsets[this.index], offsets[this.index + 1]);
  }
  get values(): Int32Array {
    const { value_offsets: offsets, values } = this.columns.edges;
    return values.subarray(offsets[this.index], offsets[this.index + 1]);
  }
  get label(): string {
    return textAt(this.columns.texts, this.columns.edges.label[this.index]);
  }
  get bytes(): number {
    return this.columns.edges.bytes[this.index];
  }
}
