/**
 * Edges that only pass through the window: as two lines in place of an element each. Of a value that all rounds of a loop
 * read, hundreds run side by side.
 */
import { svg } from '../dom/elements';
import type { Scene } from '../layout/scene';
import { pointsOf } from './scene-access';
import type { Bounds } from './spatial-index';

export interface Pieces {
  /** Path data of what one edge is drawn by, and of what several share. */
  readonly single: string;
  readonly shared: string;
}

/** The pieces of these edges that are in sight. */
export function piecesInSight(scene: Scene, edges: Iterable<number>, area: Bounds): Pieces {
  const times = new Map<string, number>();
  for (const edge of edges) {
    for (const d of pieces(pointsOf(scene, edge), area)) times.set(d, (times.get(d) ?? 0) + 1);
  }
  const paths = { single: '', shared: '' };
  for (const [d, count] of times) paths[count === 1 ? 'single' : 'shared'] += d;
  return paths;
}

/** Whether any piece of an edge touches `area`: its hull may, and the edge not. */
export function touchesArea(points: Float32Array, area: Bounds): boolean {
  return pieces(points, area).next().done !== true;
}

export function passingElement({ single, shared }: Pieces): SVGGElement {
  const line = (d: string, more: { readonly [name: string]: string }): SVGElement | null =>
    d === '' ? null : svg('path', { class: 'jv-line', d, ...more });
  return svg(
    'g',
    { class: 'passing', 'aria-hidden': 'true' },
    line(single, { 'stroke-width': '1' }),
    line(shared, { 'stroke-width': '1.6', 'stroke-opacity': '1' })
  );
}

function* pieces(points: Float32Array, { left, top, right, bottom }: Bounds): Generator<string> {
  for (let k = 0; k + 7 < points.length; k += 6) {
    const [x0, y0, x1, y1, x2, y2, x3, y3] = points.subarray(k, k + 8);
    // A curve lies within its control points.
    if (Math.max(x0, x1, x2, x3) < left || Math.min(x0, x1, x2, x3) > right) continue;
    if (Math.max(y0, y1, y2, y3) < top || Math.min(y0, y1, y2, y3) > bottom) continue;
    const [a, b, c, d, e, f, g, h] = [x0, y0, x1, y1, x2, y2, x3, y3].map(value => Math.round(10 * value) / 10);
    yield `M${a} ${b}C${c} ${d} ${e} ${f} ${g} ${h}`;
  }
}
