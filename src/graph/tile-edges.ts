/**
 * The edges on a tile. Of a value that all rounds of a loop read, thousands run side by side for most of their way: what
 * they share is drawn for a few of them, and only where the tile is. Each of them whole took minutes.
 */
import type { Scene } from '../layout/scene';
import { ARROW, arrowHalf, strokeWidth } from '../layout/shapes';
import type { Ink, Inks } from './inks';
import { pointsOf } from './scene-access';
import type { Bounds } from './spatial-index';

/** So many small things are one step. */
const STEP = 64;
/** Lines on one another are darker, up to so many: more can not be told apart. */
const DARKEST = 4;

interface Piece {
  readonly points: readonly number[];
  readonly width: number;
  times: number;
}

/** Where type can be read: curves as they are, with their arrowheads, under what is there already. */
export function* drawNearEdges(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  edges: Int32Array,
  area: Bounds,
  inks: Inks
): Generator<void> {
  const pieces = new Map<string, Piece>();
  const heads = new Map<string, Piece>();
  const add = (to: Map<string, Piece>, points: readonly number[], width: number): void => {
    const key = `${width} ${points.join(' ')}`;
    const same = to.get(key);
    if (same === undefined) to.set(key, { points, width, times: 1 });
    else same.times += 1;
  };
  for (let at = 0; at < edges.length; at += 1) {
    if (at % STEP === STEP - 1) yield;
    const points = pointsOf(scene, edges[at]);
    const end = points.length - 2;
    if (end < 6) continue;
    const width = strokeWidth(scene.columns.edges.bytes[edges[at]]);
    for (let k = 0; k < end; k += 6) {
      const piece = Array.from(points.subarray(k, k + 8));
      if (!touches(piece, area)) continue;
      // The line ends where the arrowhead begins, else a thick one would show beside its tip.
      if (k + 6 === end) piece[7] -= ARROW - 1;
      add(pieces, piece, width);
    }
    const [x, y, half] = [points[end], points[end + 1], arrowHalf(width)];
    if (touches([x - half, y - ARROW, x + half, y], area)) add(heads, [x, y], width);
  }
  yield;
  const [line, head] = [inks.of('jv-line'), inks.of('jv-arrow')];
  for (const { points, width } of heads.values()) {
    pen.globalCompositeOperation = 'destination-over';
    drawHead(pen, points, width, head);
    yield;
  }
  for (const { points, width, times } of pieces.values()) {
    pen.globalCompositeOperation = 'destination-over';
    pen.strokeStyle = line.stroke;
    pen.lineWidth = width;
    pen.globalAlpha = line.strokeOpacity;
    pen.beginPath();
    tracePiece(pen, points, area);
    for (let time = 0; time < Math.min(times, DARKEST); time += 1) pen.stroke();
    pen.globalAlpha = 1;
    yield;
  }
  pen.globalCompositeOperation = 'source-over';
}

/** From far away lines that are shorter than a pixel and a half are left away; many are stroked at once. */
export function* drawFarEdges(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  hulls: Float64Array,
  edges: Int32Array,
  pixel: number,
  ink: Ink
): Generator<void> {
  pen.strokeStyle = ink.stroke;
  pen.lineWidth = Math.max(2, 0.6 * pixel);
  pen.globalAlpha = ink.strokeOpacity;
  pen.beginPath();
  let pending = 0;
  for (let at = 0; at < edges.length; at += 1) {
    const k = edges[at];
    const size = Math.max(hulls[4 * k + 2] - hulls[4 * k], hulls[4 * k + 3] - hulls[4 * k + 1]);
    if (size > 1.5 * pixel) {
      trace(pen, pointsOf(scene, k), size > 12 * pixel);
      pending += 1;
    }
    if (pending < STEP && at % 1024 !== 1023) continue;
    pen.stroke();
    pending = 0;
    pen.globalAlpha = 1;
    yield;
    pen.globalAlpha = ink.strokeOpacity;
    pen.beginPath();
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

function trace(pen: CanvasRenderingContext2D, points: Float32Array, curved: boolean): void {
  const end = points.length - 2;
  if (end <= 0) return;
  pen.moveTo(points[0], points[1]);
  if (!curved) {
    pen.lineTo(points[end], points[end + 1]);
    return;
  }
  for (let k = 2; k + 5 < points.length; k += 6)
    pen.bezierCurveTo(points[k], points[k + 1], points[k + 2], points[k + 3], points[k + 4], points[k + 5]);
}

/** A curve lies within its control points. */
function touches(points: readonly number[], { left, top, right, bottom }: Bounds): boolean {
  let [least, most, upper, lower] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 2) {
    least = Math.min(least, points[k]);
    most = Math.max(most, points[k]);
    upper = Math.min(upper, points[k + 1]);
    lower = Math.max(lower, points[k + 1]);
  }
  return most >= left && least <= right && lower >= top && upper <= bottom;
}

/** Of what goes straight down, only what the tile shows: it may be a million pixels long. */
function tracePiece(
  pen: CanvasRenderingContext2D,
  [x0, y0, x1, y1, x2, y2, x3, y3]: readonly number[],
  { top, bottom }: Bounds
): void {
  if (x0 === x1 && x1 === x2 && x2 === x3) {
    pen.moveTo(x0, Math.max(Math.min(y0, y3), top));
    pen.lineTo(x0, Math.min(Math.max(y0, y3), bottom));
    return;
  }
  pen.moveTo(x0, y0);
  pen.bezierCurveTo(x1, y1, x2, y2, x3, y3);
}

function drawHead(pen: CanvasRenderingContext2D, [x, y]: readonly number[], width: number, ink: Ink): void {
  const half = arrowHalf(width);
  pen.fillStyle = ink.fill;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - half, y - ARROW);
  pen.lineTo(x + half, y - ARROW);
  pen.closePath();
  pen.fill();
}
