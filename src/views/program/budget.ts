/** Open groups until about this many boxes are visible, in a large window. */
export const MOST_BOXES = 60;
const FEWEST_BOXES = 12;
/** The graph of a notebook's output: JupyterLab fills an output before it is on the page. */
const USUAL = { width: 520, height: 375 };
/** Pixels that a box and the space around it take. */
const BOX_AREA = 7_000;

/** How many boxes can be seen and read in a window. */
export function budgetFor(width: number, height: number): number {
  if (width === 0 || height === 0) return budgetFor(USUAL.width, USUAL.height);
  return Math.round(Math.min(MOST_BOXES, Math.max(FEWEST_BOXES, (width * height) / BOX_AREA)));
}
