/** What is seen of a drawing: its lines, how often they cross, and what they run under. One way to count for any layout. */
import type { Placement, Plan } from '../../place';

/** x0, y0, x1, y1, … of one edge. */
export type Line = Float64Array;

/** Points that a piece of a curve is sampled at, beyond its start. */
export const SAMPLES = 16;

/** The edges of a placement as they are drawn, each cubic piece sampled at 16 points; straight pieces stay one. */
export function drawnLines({ points, pointOffsets }: Placement): Line[] {
  return Array.from({ length: pointOffsets.length - 1 }, (_, k) =>
    sampled(points.subarray(2 * pointOffsets[k], 2 * pointOffsets[k + 1]))
  );
}

/** A start and cubic pieces, three points each, as a line. */
export function sampled(curve: ArrayLike<number>): Line {
  const line = [curve[0], curve[1]];
  for (let i = 0; i + 7 < curve.length; i += 6) {
    const steps = curve[i] === curve[i + 2] && curve[i] === curve[i + 4] && curve[i] === curve[i + 6] ? 1 : SAMPLES;
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      line.push(a * curve[i] + b * curve[i + 2] + c * curve[i + 4] + d * curve[i + 6]);
      line.push(a * curve[i + 1] + b * curve[i + 3] + c * curve[i + 5] + d * curve[i + 7]);
    }
  }
  return Float64Array.from(line);
}

/**
 * How often two edges cross, as points where their lines do. Lines that share a way, part from one or meet at an end do
 * not cross there.
 */
export function countCrossings(lines: readonly Line[]): number {
  const edge: number[] = [];
  const ends: number[] = [];
  lines.forEach((line, k) => {
    for (let i = 0; i + 3 < line.length; i += 2) {
      edge.push(k);
      ends.push(line[i], line[i + 1], line[i + 2], line[i + 3]);
    }
  });
  const top = Float64Array.from(edge, (_, s) => Math.min(ends[4 * s + 1], ends[4 * s + 3]));
  const bottom = Float64Array.from(edge, (_, s) => Math.max(ends[4 * s + 1], ends[4 * s + 3]));
  const byTop = edge.map((_, s) => s).sort((a, b) => top[a] - top[b]);
  let active: number[] = [];
  let crossings = 0;
  for (const s of byTop) {
    active = active.filter(other => bottom[other] >= top[s]);
    for (const other of active) if (edge[other] !== edge[s] && cross(ends, 4 * s, 4 * other)) crossings++;
    active.push(s);
  }
  return crossings;
}

function cross(ends: readonly number[], p: number, q: number): boolean {
  const [ax, ay, bx, by] = [ends[p], ends[p + 1], ends[p + 2], ends[p + 3]];
  const [cx, cy, dx, dy] = [ends[q], ends[q + 1], ends[q + 2], ends[q + 3]];
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    (qx - px) * (y - py) - (qy - py) * (x - px);
  return (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
  );
}

/** Edges that run under a box that is neither an end of theirs nor around one; boxes shrunk by a hair. */
export function edgesUnderBoxes(plan: Plan, placement: Placement): { edge: number; box: number }[] {
  const { parent, edges } = plan;
  const { x, y, width, height } = placement;
  const hair = 1;
  const found: { edge: number; box: number }[] = [];
  const byTop = Array.from(parent.keys()).sort((a, b) => y[a] - y[b]);
  const tops = Float64Array.from(byTop, b => y[b]);
  const tallest = height.reduce((most, h) => Math.max(most, h), 0);
  drawnLines(placement).forEach((line, edge) => {
    const own = new Set<number>();
    for (const end of [edges[2 * edge], edges[2 * edge + 1]]) for (let b = end; b >= 0; b = parent[b]) own.add(b);
    const hit = new Set<number>();
    for (let i = 0; i + 3 < line.length; i += 2) {
      const low = Math.min(line[i + 1], line[i + 3]);
      const high = Math.max(line[i + 1], line[i + 3]);
      for (let k = firstAtLeast(tops, low - tallest); k < tops.length && tops[k] < high; k++) {
        const b = byTop[k];
        if (own.has(b) || hit.has(b)) continue;
        const box = [x[b] + hair, y[b] + hair, x[b] + width[b] - hair, y[b] + height[b] - hair] as const;
        if (enters(line[i], line[i + 1], line[i + 2], line[i + 3], box)) hit.add(b);
      }
    }
    for (const box of hit) found.push({ edge, box });
  });
  return found;
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a piece of a line has a point inside a box: left, top, right, bottom. */
function enters(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  [left, top, right, bottom]: readonly [number, number, number, number]
): boolean {
  let start = 0;
  let end = 1;
  for (const [from, to, low, high] of [
    [ax, bx, left, right],
    [ay, by, top, bottom]
  ]) {
    const step = to - from;
    if (step === 0) {
      if (from <= low || from >= high) return false;
      continue;
    }
    const first = (low - from) / step;
    const second = (high - from) / step;
    start = Math.max(start, Math.min(first, second));
    end = Math.min(end, Math.max(first, second));
  }
  return start < end;
}
