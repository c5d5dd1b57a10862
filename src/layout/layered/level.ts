/**
 * One level of the hierarchy: the boxes that share a parent, as a flat graph whose edges all point from one node to
 * another.
 */

/** The horizontal band of its level that a node belongs to, from top to bottom. */
export const Band = {
  /** Where edges from outside pass the upper border. */
  portsAbove: 0,
  inputs: 1,
  free: 2,
  outputs: 3,
  /** Where edges to outside pass the lower border. */
  portsBelow: 4
} as const;

export interface Level {
  /** Number of nodes. */
  count: number;
  width: Float64Array;
  height: Float64Array;
  band: Uint8Array;
  /** Segments: the parts of the plan's edges that run in this level. Together they have no cycle. */
  from: Int32Array;
  to: Int32Array;
  /** Where a segment meets its nodes, from their left sides; `toAt` NaN where the layout may choose. */
  fromAt: Float64Array;
  toAt: Float64Array;
  /**
   * Segments of one net carry one value: they start at one point and share their way as far as possible. Numbered in the
   * order of the segments.
   */
  net: Int32Array;
  /** How many edges of the plan run in a segment. */
  load: Int32Array;
  /**
   * Of ports: the place, from the left, among those of all ports of where their edges come from or go to outside, if
   * that is known; else NaN.
   */
  wish: Float64Array;
  frame: Frame;
  /** From how many starts the search for a good order may begin; less in large plans, which share the time there is. */
  starts: number;
}

/** What the enclosing box asks of its inside. */
export interface Frame {
  minWidth: number;
  minHeight: number;
  /** Height of the title, where nothing but ports' edges may be. */
  header: number;
  padding: number;
}

export interface LevelPlacement {
  /** The enclosing box's size. */
  width: number;
  height: number;
  /** Left upper corners, from the enclosing box's. */
  x: Float64Array;
  y: Float64Array;
  /** Way of segment k: `way[2 * wayOffsets[k] …]`, points that are passed vertically, from top to bottom. */
  wayOffsets: Int32Array;
  way: Float64Array;
}
