/** Distances of the layout, in pixels at zoom 1. One place, so that they can be tuned together. */

/** Between two boxes of one row. */
export const BOX_GAP = 20;
/** Between a box and the lane of a long edge. */
export const LANE_BOX_GAP = 12;
/** Between two lanes. */
export const LANE_GAP = 10;
/** Between two rows; more where edges run far sideways or cross. */
export const ROW_GAP = 26;
export const MAX_ROW_GAP = 74;
/** Between parts of a level that no edge connects. */
export const COMPONENT_GAP = 28;
/** Between an open box's border and what is in it. */
export const PADDING = 14;
/** Between two edges that reach one side of a box, where it is wide enough. */
export const END_GAP = 12;
/** How far from a box's corners an edge may reach it. */
export const CORNER = 10;
