/**
 * A scene as it goes from the worker to the page: typed arrays, handed over without copying, and one text. Everything
 * in it is plain data; `Scene` shows it as boxes and edges.
 */
import type { TextTable } from '../report/text-table';

/** Bits of `BoxColumns.flags`. */
export const FLAGS = { code: 1, open: 2, expandable: 4, batched: 8 };

export interface BoxColumns {
  /** Number in `BOX_KINDS`. */
  kind: Uint8Array;
  parent: Int32Array;
  x: Float64Array;
  y: Float64Array;
  width: Float64Array;
  height: Float64Array;
  /** Rows of `texts`. A box's id is the text with the box's own number. */
  label: Int32Array;
  detail: Int32Array;
  badge: Int32Array;
  flags: Uint8Array;
  phase: Uint8Array;
  /**
   * Places in `SceneColumns.rows`: what a box stands for itself lies from `first` to `own`, all that is in it from
   * `first` to `last`. Boxes lie in boxes, and so do these stretches.
   */
  first: Int32Array;
  own: Int32Array;
  last: Int32Array;
}

export interface EdgeColumns {
  from: Int32Array;
  to: Int32Array;
  /** Points of edge k are the numbers `points[point_offsets[k] …]`. */
  point_offsets: Int32Array;
  points: Float32Array;
  value_offsets: Int32Array;
  values: Int32Array;
  /** Row of `texts`. */
  label: Int32Array;
  bytes: Float64Array;
}

export interface SceneColumns {
  width: number;
  height: number;
  boxes: BoxColumns;
  edges: EdgeColumns;
  /** Every equation once, in the order of the boxes that stand for them. */
  rows: Int32Array;
  texts: TextTable;
}

export function emptyBoxes(count: number): BoxColumns {
  return {
    kind: new Uint8Array(count),
    parent: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    width: new Float64Array(count),
    height: new Float64Array(count),
    label: new Int32Array(count),
    detail: new Int32Array(count),
    badge: new Int32Array(count),
    flags: new Uint8Array(count),
    phase: new Uint8Array(count),
    first: new Int32Array(count),
    own: new Int32Array(count),
    last: new Int32Array(count)
  };
}

/** Without points and values. */
export function emptyEdges(count: number): EdgeColumns {
  return {
    from: new Int32Array(count),
    to: new Int32Array(count),
    point_offsets: new Int32Array(count + 1),
    points: new Float32Array(0),
    value_offsets: new Int32Array(count + 1),
    values: new Int32Array(0),
    label: new Int32Array(count),
    bytes: new Float64Array(count)
  };
}
