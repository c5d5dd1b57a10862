/** The layout engine's interface: boxes in boxes with edges between them go in, coordinates come out. */

import { Hierarchy } from './layered/hierarchy';
import { LevelCache } from './layered/level-cache';
import { divideEdges } from './layered/nets';

/** Typed columns; a box's parent comes before it. No text, no DOM. */
export interface Plan {
  /** Enclosing box, -1 at the top. */
  parent: Int32Array;
  /** A leaf's size; of a box with children the least size. Pixels at zoom 1. */
  width: Float64Array;
  height: Float64Array;
  /** Free space at the top of a box with children, for its title. */
  header: Float64Array;
  /** 0: anywhere; 1: inputs, at the top of their parent; 2: outputs, at its bottom. */
  pin: Uint8Array;
  /** Pairs from, to of box indices. Both may be at any depth; neither encloses the other. */
  edges: Int32Array;
}

export interface Placement {
  /** Absolute left upper corners and sizes. */
  x: Float64Array;
  y: Float64Array;
  width: Float64Array;
  height: Float64Array;
  /** Points of edge k: `points[2 * pointOffsets[k] …]`, a start and then three control points for each cubic piece. */
  pointOffsets: Int32Array;
  points: Float32Array;
  totalWidth: number;
  totalHeight: number;
}

/**
 * A layered layout, level by level from the innermost boxes out: an open box is laid out with ports where edges cross
 * its border, and is then one box of its parent's level, whose layout knows where those ports are. Equal plans give
 * equal placements. `cache` holds what the placement before this one may leave to it; it changes nothing but the time.
 */
export function place(plan: Plan, cache: LevelCache = new LevelCache()): Placement {
  cache.turn();
  const hierarchy = new Hierarchy(plan, divideEdges(plan), cache);
  hierarchy.layOut();
  return hierarchy.assemble();
}
