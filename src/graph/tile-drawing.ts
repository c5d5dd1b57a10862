/**
 * Draws a part of a scene on a canvas, in small steps: what the SVG drawing shows where it can be read, from further away
 * only areas, phases and lines. Boxes come before edges, they say more; edges are put below what is there already.
 */
import { STRIPES, type ShapeClass } from '../layout/look';
import type { Scene } from '../layout/scene';
import { boxFigure, edgeFigure, titleFigure, type Shape } from '../layout/shapes';
import type { Ink, Inks } from './inks';
import { CHOSEN, MATCH, PART, type Mark, type Marks } from './marks';
import { depthOf, isOpen, MARK, pointsOf, REGION, type Columns } from './scene-access';
import type { Bounds, SpatialIndex } from './spatial-index';

export type Pen = CanvasRenderingContext2D;

/** A scene and what is needed to find its parts. */
export interface Drawable {
  readonly scene: Scene;
  readonly columns: Columns;
  readonly boxIndex: SpatialIndex;
  readonly edgeIndex: SpatialIndex;
  /** Left, top, right, bottom of each edge. */
  readonly edgeHulls: Float64Array;
  /** Boxes that were drawn at least once; bytes. */
  readonly painted: Uint8Array;
}

/** From this many pixels for one of the drawing on, type can be read. */
export const READABLE = 0.5;
/** Seen from far away, so many small things are one step. */
const STEP = 64;
/** A marked box is at least this large on the screen. */
const LEAST_MARK = 4;

/** Draws what lies in `area` with `scale` pixels for each of the drawing. */
export function* drawPart(pen: Pen, what: Drawable, area: Bounds, scale: number, inks: Inks): Generator<void> {
  const wide = grown(area, 4 / scale);
  const { columns } = what;
  const boxes = what.boxIndex.within(wide);
  yield;
  pen.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale);
  const open = boxes.filter(k => isOpen(columns, k));
  const closed = boxes.filter(k => !isOpen(columns, k));
  yield;
  if (scale >= READABLE) yield* drawNear(pen, what, open, closed, wide, inks);
  else yield* drawFar(pen, what, open, closed, wide, scale, inks);
}

function* drawNear(
  pen: Pen,
  { scene, edgeIndex, columns, painted }: Drawable,
  open: Int32Array,
  closed: Int32Array,
  area: Bounds,
  inks: Inks
): Generator<void> {
  for (const k of open) {
    drawShapes(pen, boxFigure(scene.boxes[k], k, noPath).shapes, inks);
    painted[k] = 1;
    yield;
  }
  for (const k of closed) {
    drawShapes(pen, boxFigure(scene.boxes[k], k, noPath).shapes, inks);
    painted[k] = 1;
    yield;
  }
  for (const k of open) {
    drawShapes(pen, titleFigure(scene.boxes[k], k).shapes, inks, '', depthOf(columns, k));
    yield;
  }
  for (const k of edgeIndex.within(area)) {
    pen.globalCompositeOperation = 'destination-over';
    drawShapes(pen, edgeFigure(scene, scene.edges[k], k).shapes, inks);
    yield;
  }
  pen.globalCompositeOperation = 'source-over';
}

function* drawFar(
  pen: Pen,
  { scene, columns, edgeIndex, edgeHulls, painted }: Drawable,
  open: Int32Array,
  closed: Int32Array,
  area: Bounds,
  scale: number,
  inks: Inks
): Generator<void> {
  const { x, y, w, h, phase, kind } = columns;
  const pixel = 1 / scale;
  for (let at = 0; at < open.length; at += 1) {
    const k = open[at];
    painted[k] = 1;
    const ink = inks.of(kind[k] === REGION ? 'jv-region' : 'jv-area');
    pen.fillStyle = ink.fill;
    pen.fillRect(x[k], y[k], Math.max(w[k], pixel), Math.max(h[k], pixel));
    if (w[k] > 4 * pixel && h[k] > 4 * pixel) {
      pen.strokeStyle = ink.stroke;
      pen.lineWidth = Math.max(1, 0.8 * pixel);
      pen.strokeRect(x[k], y[k], w[k], h[k]);
    }
    if (at % STEP === 0) yield;
  }
  const card = inks.of('jv-card');
  const pill = inks.of('jv-pill');
  const seen = new Seen(area, scale);
  for (let at = 0; at < closed.length; at += 1) {
    const k = closed[at];
    painted[k] = 1;
    if (at % STEP === 0) yield;
    const [width, height] = [Math.max(w[k], pixel), Math.max(h[k], pixel)];
    if (height <= pixel && width <= pixel && seen.twice(x[k], y[k])) continue;
    const stripe = inks.of(STRIPES[phase[k]]).fill;
    if (height < 3 * pixel) {
      pen.fillStyle = kind[k] === MARK ? pill.stroke : stripe;
      // On whole pixels: a thing of one pixel would else be the shade of four.
      const [left, top] = [Math.floor(x[k] * scale) * pixel, Math.floor(y[k] * scale) * pixel];
      pen.fillRect(
        left,
        top,
        Math.max(pixel, Math.round(width * scale) * pixel),
        Math.max(pixel, Math.round(height * scale) * pixel)
      );
      continue;
    }
    pen.fillStyle = card.stroke;
    pen.fillRect(x[k], y[k], width, height);
    pen.fillStyle = kind[k] === MARK ? pill.fill : card.fill;
    pen.fillRect(x[k] + pixel / 2, y[k] + pixel / 2, width - pixel, height - pixel);
    if (kind[k] === MARK) continue;
    pen.fillStyle = stripe;
    pen.fillRect(x[k], y[k], Math.min(width, height), height);
  }
  yield;
  pen.globalCompositeOperation = 'destination-over';
  yield* drawFarEdges(pen, scene, edgeHulls, edgeIndex.within(area), pixel, inks.of('jv-line'));
  pen.globalCompositeOperation = 'source-over';
}

/** Lines that are shorter than a pixel and a half are left away; many are stroked at once. */
function* drawFarEdges(
  pen: Pen,
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

function trace(pen: Pen, points: Float32Array, curved: boolean): void {
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

/** Draws the boxes that are chosen or found; null where none is. They differ in more than colour. */
export function* drawMarks(
  pen: Pen,
  what: Drawable,
  marks: Marks,
  area: Bounds,
  scale: number,
  inks: Inks
): Generator<void> {
  const { columns } = what;
  const found: number[] = [];
  what.boxIndex.search(grown(area, LEAST_MARK / scale), k => {
    if ((marks[k] & TILED) !== 0) found.push(k);
  });
  yield;
  pen.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale);
  found.sort((one, other) => one - other);
  const seen = new Seen(area, scale);
  for (let at = 0; at < found.length; at += 1) {
    const k = found[at];
    const small = columns.h[k] * scale < LEAST_MARK || columns.w[k] * scale < LEAST_MARK;
    if (small && seen.twice(columns.x[k], columns.y[k])) continue;
    markBox(pen, what, k, marks[k], scale, inks);
    if (scale >= READABLE || at % STEP === 0) yield;
  }
}

/** Marks that stand on tiles; those of the pointer and of the keyboard change too often. */
export const TILED = CHOSEN | PART | MATCH;

/** One box as its marks want it: framed, or from far away a full square (chosen), a hollow one (in part, pointed at), a disc (found). */
export function markBox(pen: Pen, what: Drawable, k: number, bits: number, scale: number, inks: Inks): void {
  const { x, y, w, h } = what.columns;
  const open = isOpen(what.columns, k);
  const mark: Mark =
    (bits & CHOSEN) !== 0 ? 'chosen' : (bits & PART) !== 0 ? 'part' : (bits & MATCH) !== 0 ? 'match' : 'preview';
  const pixel = 1 / scale;
  if (scale >= READABLE && !open) {
    drawShapes(pen, boxFigure(what.scene.boxes[k], k, noPath).shapes, inks, mark);
    return;
  }
  const ink = inks.of(open ? 'jv-area' : 'jv-card', mark);
  pen.strokeStyle = ink.stroke;
  const least = LEAST_MARK * pixel;
  const [width, height] = [Math.max(w[k], least), Math.max(h[k], least)];
  const [left, top] = [x[k] - (width - w[k]) / 2, y[k] - (height - h[k]) / 2];
  if (height > 2 * least && width > 2 * least) {
    // What is only pointed at keeps what it shows.
    pen.fillStyle = mark === 'preview' || (open && mark !== 'chosen') ? 'transparent' : ink.fill;
    pen.lineWidth = Math.max(ink.width, 1.5 * pixel);
    pen.setLineDash(ink.dash.map(length => Math.max(length, 3 * pixel)));
    pen.fillRect(left, top, width, height);
    pen.strokeRect(left, top, width, height);
    pen.setLineDash([]);
    return;
  }
  pen.fillStyle = ink.stroke;
  if (mark === 'match') {
    pen.beginPath();
    pen.arc(left + width / 2, top + height / 2, height * 0.7, 0, 2 * Math.PI);
    pen.fill();
  } else if (mark === 'chosen') pen.fillRect(left, top, width, height);
  else {
    pen.lineWidth = 1.2 * pixel;
    pen.strokeRect(left, top, width, height);
  }
}

/** The shapes of a figure, in the colours of the style sheet. */
export function drawShapes(pen: Pen, shapes: readonly Shape[], inks: Inks, mark: Mark | '' = '', depth = 0): void {
  for (const shape of shapes) {
    const ink = inks.of(shape.class, mark, depth);
    switch (shape.tag) {
      case 'text':
        pen.font = ink.font;
        pen.fillStyle = ink.fill;
        pen.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
        pen.fillText(shape.text, shape.x, shape.y);
        break;
      case 'rect':
        pen.beginPath();
        pen.roundRect(shape.x, shape.y, shape.width, shape.height, shape.rx);
        paintPath(pen, ink, shape.class, null, ink.width);
        break;
      case 'path':
        paintPath(pen, ink, shape.class, new Path2D(shape.d), shape.width ?? ink.width);
    }
  }
}

function paintPath(pen: Pen, ink: Ink, name: ShapeClass, path: Path2D | null, width: number): void {
  if (ink.fill !== 'none') {
    pen.fillStyle = ink.fill;
    if (path === null) pen.fill();
    else pen.fill(path);
  }
  if (ink.stroke === 'none') return;
  pen.strokeStyle = ink.stroke;
  pen.lineWidth = width;
  pen.lineCap = name === 'jv-toggle' ? 'round' : 'butt';
  pen.globalAlpha = ink.strokeOpacity;
  if (ink.dash.length > 0) pen.setLineDash([...ink.dash]);
  if (path === null) pen.stroke();
  else pen.stroke(path);
  if (ink.dash.length > 0) pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/** Pixels that something smaller than a pixel was drawn at already. */
class Seen {
  private readonly width: number;
  private readonly height: number;
  private readonly pixels: Uint8Array;

  constructor(
    private readonly area: Bounds,
    private readonly scale: number
  ) {
    this.width = Math.ceil((area.right - area.left) * scale);
    this.height = Math.ceil((area.bottom - area.top) * scale);
    this.pixels = new Uint8Array(this.width * this.height);
  }

  twice(x: number, y: number): boolean {
    const column = Math.floor((x - this.area.left) * this.scale);
    const row = Math.floor((y - this.area.top) * this.scale);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return false;
    const at = row * this.width + column;
    if (this.pixels[at] === 1) return true;
    this.pixels[at] = 1;
    return false;
  }
}

function grown({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function noPath(): string {
  return '';
}
