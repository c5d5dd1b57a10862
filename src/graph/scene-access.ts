/**
 * What drawing asks of a scene, as columns: with a hundred thousand boxes an object each is too slow to go through in a
 * frame. This is the only file here that knows how a scene holds them.
 */
import { FLAGS } from '../layout/scene-columns';
import { BOX_KINDS, type Edge, type Scene } from '../layout/scene';

/** Work of so many steps less one is done before the clock is looked at. */
const OFTEN = 4095;

/** In `Columns.kind`. */
export const REGION = BOX_KINDS.indexOf('region');
export const MARK = BOX_KINDS.indexOf('mark');

/** Coordinates are the scene's own, in pixels at zoom 1. */
export interface Columns {
  readonly width: number;
  readonly height: number;
  readonly boxes: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly w: Float64Array;
  readonly h: Float64Array;
  readonly parent: Int32Array;
  readonly kind: Uint8Array;
  readonly phase: Uint8Array;
  readonly flags: Uint8Array;
  /** Equations that the box itself stands for, and all in it, at any depth. */
  readonly own: Int32Array;
  readonly held: Int32Array;
  readonly edges: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const made = new WeakMap<Scene, Columns>();

/** The columns of a scene, made once. */
export function columnsOf(scene: Scene): Columns {
  let columns = made.get(scene);
  if (columns === undefined) made.set(scene, (columns = readColumns(scene)));
  return columns;
}

function readColumns(scene: Scene): Columns {
  const { boxes, edges } = scene.columns;
  const { x, y, width: w, height: h, parent, kind, phase, flags, first } = boxes;
  const { from, to } = edges;
  return {
    width: scene.width,
    height: scene.height,
    boxes: scene.count,
    ...{ x, y, w, h, parent, kind, phase, flags },
    own: boxes.own.map((end, k) => end - first[k]),
    held: boxes.last.map((end, k) => end - first[k]),
    edges: from.length,
    ...{ from, to }
  };
}

/** Left, top, right, bottom of each box, into `hulls`; yields every so often. */
export function* boxHulls({ boxes, x, y, w, h }: Columns, hulls: Float64Array): Generator<void> {
  for (let k = 0; k < boxes; k += 1) {
    hulls[4 * k] = x[k];
    hulls[4 * k + 1] = y[k];
    hulls[4 * k + 2] = x[k] + w[k];
    hulls[4 * k + 3] = y[k] + h[k];
    if ((k & OFTEN) === OFTEN) yield;
  }
}

/** Left, top, right, bottom of each edge, into `hulls`; yields every so often. */
export function* edgeHulls(scene: Scene, hulls: Float64Array): Generator<void> {
  const { points, point_offsets: offsets } = scene.columns.edges;
  for (let k = 0; k + 1 < offsets.length; k += 1) {
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let at = offsets[k]; at < offsets[k + 1]; at += 2) {
      left = Math.min(left, points[at]);
      right = Math.max(right, points[at]);
      top = Math.min(top, points[at + 1]);
      bottom = Math.max(bottom, points[at + 1]);
    }
    hulls[4 * k] = left;
    hulls[4 * k + 1] = top;
    hulls[4 * k + 2] = right;
    hulls[4 * k + 3] = bottom;
    if ((k & OFTEN) === OFTEN) yield;
  }
}

export function isOpen({ flags }: Columns, k: number): boolean {
  return (flags[k] & FLAGS.open) !== 0;
}

/** How many open boxes a box lies in, with itself. */
export function depthOf({ parent }: Columns, index: number): number {
  let depth = 0;
  for (let at = index; at >= 0; at = parent[at]) depth += 1;
  return depth;
}

/** The number of a box by its id, -1 if there is none. */
export function indexOfId(scene: Scene, id: string): number {
  return scene.find(id);
}

/** A start, then control points of cubic Béziers. */
export function pointsOf(scene: Scene, k: number): Edge['points'] {
  return scene.edge(k).points;
}

/** Whether something is done in a box: not an end of the program, nor a mark on an edge. */
export function isWork({ kind }: Columns, k: number): boolean {
  return kind[k] < MARK;
}
