/** What must hold of every placement. Each check returns what is wrong, in words; nothing if all is well. */
import type { Placement, Plan } from '../../place';

const TOLERANCE = 0.01;

export function problems(plan: Plan, placement: Placement): string[] {
  return [
    ...notFinite(placement),
    ...notInside(plan, placement),
    ...overlaps(plan, placement),
    ...badCurves(plan, placement)
  ];
}

function notFinite(placement: Placement): string[] {
  const columns = [
    placement.x,
    placement.y,
    placement.width,
    placement.height,
    placement.points,
    [placement.totalWidth, placement.totalHeight]
  ];
  return columns.some(column => Array.from(column).some(value => !Number.isFinite(value)))
    ? ['a number is not finite']
    : [];
}

/** Children lie in their parent, below its title; all boxes in the whole. */
function notInside({ parent, header }: Plan, { x, y, width, height, totalWidth, totalHeight }: Placement): string[] {
  const found: string[] = [];
  for (let b = 0; b < parent.length; b++) {
    const p = parent[b];
    const left = p < 0 ? 0 : x[p];
    const top = p < 0 ? 0 : y[p] + header[p];
    const right = p < 0 ? totalWidth : x[p] + width[p];
    const bottom = p < 0 ? totalHeight : y[p] + height[p];
    if (x[b] < left || y[b] < top || x[b] + width[b] > right || y[b] + height[b] > bottom)
      found.push(`box ${b} leaves box ${p}`);
  }
  return found;
}

/** Siblings keep 8 pixels free between them. */
function overlaps({ parent }: Plan, { x, y, width, height }: Placement): string[] {
  const found: string[] = [];
  const gap = 8 - TOLERANCE;
  for (let a = 0; a < parent.length; a++) {
    for (let b = a + 1; b < parent.length; b++) {
      if (parent[a] !== parent[b]) continue;
      const apart =
        x[a] + width[a] + gap <= x[b] ||
        x[b] + width[b] + gap <= x[a] ||
        y[a] + height[a] + gap <= y[b] ||
        y[b] + height[b] + gap <= y[a];
      if (!apart) found.push(`boxes ${a} and ${b} are too close`);
    }
  }
  return found;
}

/**
 * Curves start at the lower side of a box, end at the upper side of the other, go down (or all the way up) and touch no
 * other box.
 */
function badCurves(plan: Plan, { x, y, width, height, pointOffsets, points }: Placement): string[] {
  const found: string[] = [];
  const { parent, edges } = plan;
  const encloses = (box: number, inner: number): boolean => {
    for (let b = inner; b >= 0; b = parent[b]) if (b === box) return true;
    return false;
  };
  for (let k = 0; k < edges.length / 2; k++) {
    let from = edges[2 * k];
    let to = edges[2 * k + 1];
    const xy = Array.from(points.subarray(2 * pointOffsets[k], 2 * pointOffsets[k + 1]));
    if (xy.length < 8 || (xy.length / 2) % 3 !== 1) {
      found.push(`edge ${k} has ${xy.length / 2} points`);
      continue;
    }
    if (encloses(from, to) || encloses(to, from)) continue;
    if (xy[1] > xy[xy.length - 1]) {
      [from, to] = [to, from];
      for (let i = 0, j = xy.length - 2; i < j; i += 2, j -= 2) {
        [xy[i], xy[j]] = [xy[j], xy[i]];
        [xy[i + 1], xy[j + 1]] = [xy[j + 1], xy[i + 1]];
      }
    }
    const isOn = (px: number, py: number, box: number, side: number): boolean =>
      Math.abs(py - side) < TOLERANCE * 10 &&
      px >= x[box] - TOLERANCE * 10 &&
      px <= x[box] + width[box] + TOLERANCE * 10;
    if (!isOn(xy[0], xy[1], from, y[from] + height[from])) found.push(`edge ${k} does not start at box ${from}`);
    if (!isOn(xy[xy.length - 2], xy[xy.length - 1], to, y[to])) found.push(`edge ${k} does not end at box ${to}`);
    for (let i = 3; i < xy.length; i += 2) if (xy[i] < xy[i - 2] - TOLERANCE) found.push(`edge ${k} turns back`);
    const foreign: number[] = [];
    for (let b = 0; b < parent.length; b++) if (!encloses(b, from) && !encloses(b, to)) foreign.push(b);
    for (const [px, py] of samples(xy)) {
      const hit = foreign.find(
        b => px > x[b] + 1 && px < x[b] + width[b] - 1 && py > y[b] + 1 && py < y[b] + height[b] - 1
      );
      if (hit === undefined) continue;
      found.push(`edge ${k} runs through box ${hit}`);
      break;
    }
  }
  return found;
}

function* samples(xy: readonly number[]): Generator<[number, number]> {
  for (let i = 0; i + 7 < xy.length; i += 6) {
    for (let step = 0; step <= 16; step++) {
      const t = step / 16;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      yield [
        a * xy[i] + b * xy[i + 2] + c * xy[i + 4] + d * xy[i + 6],
        a * xy[i + 1] + b * xy[i + 3] + c * xy[i + 5] + d * xy[i + 7]
      ];
    }
  }
}

/** Edges of which the target does not lie below the source where the boxes around them are siblings. */
export function edgesNotDown({ parent, edges }: Plan, { y, height }: Placement): number[] {
  const found: number[] = [];
  const ancestors = (box: number): number[] => {
    const list: number[] = [];
    for (let b = box; b >= 0; b = parent[b]) list.unshift(b);
    return list;
  };
  for (let k = 0; k < edges.length / 2; k++) {
    const above = ancestors(edges[2 * k]);
    const below = ancestors(edges[2 * k + 1]);
    let level = 0;
    while (above[level] === below[level] && level < above.length && level < below.length) level++;
    if (level === above.length || level === below.length) continue;
    if (y[below[level]] < y[above[level]] + height[above[level]]) found.push(k);
  }
  return found;
}
