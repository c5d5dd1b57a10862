/** From one box to the next: by direction, along edges. Pure. */
import type { Box, Scene } from '../layout/scene';

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTOR: { readonly [direction in Direction]: readonly [number, number] } = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1]
};

/** The nearest box in a direction, -1 if there is none. Sideways distance counts double. */
export function neighbour(scene: Scene, from: number, direction: Direction): number {
  const [dx, dy] = VECTOR[direction];
  const start = scene.boxes[from];
  let best = -1;
  let bestCost = Infinity;
  scene.boxes.forEach((box, index) => {
    if (index === from || box.open || box.kind === 'mark' || encloses(scene, from, index)) return;
    const alongX = gap(start.x, start.width, box.x, box.width);
    const alongY = gap(start.y, start.height, box.y, box.height);
    const ahead = dx !== 0 ? alongX * dx : alongY * dy;
    const middle =
      dx !== 0
        ? (centre(box.x, box.width) - centre(start.x, start.width)) * dx
        : (centre(box.y, box.height) - centre(start.y, start.height)) * dy;
    if (middle <= 0 || ahead < 0) return;
    const aside = Math.abs(dx !== 0 ? alongY : alongX);
    const drift = Math.abs(
      dx !== 0
        ? centre(box.y, box.height) - centre(start.y, start.height)
        : centre(box.x, box.width) - centre(start.x, start.width)
    );
    const cost = ahead + 2 * aside + 0.1 * drift;
    if (cost < bestCost) {
      best = index;
      bestCost = cost;
    }
  });
  return best;
}

/** Boxes at the other end of the edges into (`producers`) or out of a box or anything in it; nearest first. */
export function along(scene: Scene, from: number, side: 'producers' | 'consumers'): number[] {
  const found = new Set<number>();
  for (const edge of scene.edges) {
    const [near, far] = side === 'producers' ? [edge.to, edge.from] : [edge.from, edge.to];
    if (near !== from && !encloses(scene, from, near)) continue;
    if (far === from || encloses(scene, from, far)) continue;
    found.add(far);
  }
  const start = scene.boxes[from];
  const distance = (index: number): number =>
    Math.hypot(
      centre(scene.boxes[index].x, scene.boxes[index].width) - centre(start.x, start.width),
      scene.boxes[index].y - start.y
    );
  return [...found].sort((a, b) => distance(a) - distance(b));
}

/** Whether box `outer` holds box `inner`, at any depth. */
export function encloses(scene: Scene, outer: number, inner: number): boolean {
  for (let at = scene.boxes[inner].parent; at >= 0; at = scene.boxes[at].parent) if (at === outer) return true;
  return false;
}

/** For each equation row the innermost box that it is in, -1 where none. */
export function boxOfRows(scene: Scene, count: number): Int32Array {
  const boxes = new Int32Array(count).fill(-1);
  const { rows, boxes: columns } = scene.columns;
  // The innermost is the one that stands for it.
  for (let index = 0; index < scene.count; index += 1)
    for (let k = columns.first[index]; k < columns.own[index]; k += 1) boxes[rows[k]] = index;
  return boxes;
}

/** How much of a box is in a set of rows: nothing, some or all. */
export function share(box: Box, rows: ReadonlySet<number>): 'none' | 'some' | 'all' {
  if (rows.size === 0 || box.members.length === 0) return 'none';
  let inside = 0;
  for (const row of box.members) if (rows.has(row)) inside += 1;
  return inside === 0 ? 'none' : inside === box.members.length ? 'all' : 'some';
}

function centre(start: number, length: number): number {
  return start + length / 2;
}

/** Signed distance between two stretches, 0 where they overlap. */
function gap(start: number, length: number, otherStart: number, otherLength: number): number {
  if (otherStart >= start + length) return otherStart - start - length;
  if (otherStart + otherLength <= start) return otherStart + otherLength - start;
  return 0;
}
