/** Smooth curves through points that are passed vertically. */

/**
 * Appends a start and cubic pieces through `way`, x0, y0, x1, y1, …, to `points`; steps straight down are joined.
 * `upward` turns it round.
 */
export function appendCurve(way: readonly number[], upward: boolean, points: number[]): void {
  const corners = joinStraight(way);
  if (upward) reversePoints(corners);
  points.push(corners[0], corners[1]);
  for (let i = 2; i < corners.length; i += 2) {
    const [x0, y0, x1, y1] = corners.slice(i - 2, i + 2);
    // Straight pieces have their control points at thirds, so that they are passed evenly.
    const bend = x0 === x1 ? (y1 - y0) / 3 : (y1 - y0) / 2;
    points.push(x0, y0 + bend, x1, y1 - bend, x1, y1);
  }
}

function joinStraight(way: readonly number[]): number[] {
  const corners = [way[0], way[1]];
  for (let i = 2; i < way.length; i += 2) {
    const n = corners.length;
    const y = way[i + 1];
    // What differs by rounding only is straight.
    const x = Math.abs(way[i] - corners[n - 2]) < 0.05 ? corners[n - 2] : way[i];
    if (x === corners[n - 2] && y === corners[n - 1]) continue;
    if (n >= 4 && x === corners[n - 2] && x === corners[n - 4]) corners[n - 1] = y;
    else corners.push(x, y);
  }
  if (corners.length === 2) corners.push(corners[0], corners[1]);
  return corners;
}

function reversePoints(points: number[]): void {
  for (let i = 0, j = points.length - 2; i < j; i += 2, j -= 2) {
    [points[i], points[j]] = [points[j], points[i]];
    [points[i + 1], points[j + 1]] = [points[j + 1], points[i + 1]];
  }
}
