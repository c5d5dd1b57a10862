/**
 * A scene of many boxes on one canvas: tiles that were drawn before are put where the camera wants them, which costs the
 * same however many boxes there are; what changes with the pointer is drawn over them.
 */
import { html } from '../dom/elements';
import type { Camera, Size } from './camera';
import { visibleWorld } from './camera';
import type { Inks } from './inks';
import { CURRENT, FADED, PREVIEW, type Marks } from './marks';
import { markBox, TILED, type Drawable, type Pen } from './tile-drawing';
import { TileStore, type Layer } from './tile-store';
import { ancestor, children, levelFor, overviewLevel, TILE, tilesInSight, type TileName } from './tiles';

/** More boxes than this under the pointer are told by the outermost alone. */
const MOST_PREVIEWED = 500;
/** How strong what was not found stays. */
const FADED_TO = 0.3;

export class CanvasLayer {
  readonly element = html('canvas', { class: 'tiles', 'aria-hidden': 'true' });
  private readonly store: TileStore;
  private readonly overview: number;
  private readonly pen: Pen | null;
  private marks: Marks | null = null;
  private fading = false;
  /** Some box has a mark that stands on tiles. */
  private marked = false;
  private over: number[] = [];
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private view: Size = { width: 0, height: 0 };
  private frame = 0;

  constructor(
    private readonly what: Drawable,
    private readonly inks: Inks,
    changed: () => void
  ) {
    this.overview = overviewLevel(what.columns);
    this.store = new TileStore(
      what,
      inks,
      () => this.marks,
      this.overview,
      () => this.ask(),
      changed
    );
    this.pen = this.element.getContext('2d', { alpha: true });
  }

  /** Shows the drawing as the camera sees it, now. Settles when all tiles for it are there. */
  show(camera: Camera, view: Size): Promise<void> {
    this.camera = camera;
    this.view = view;
    const there = this.want();
    this.paint();
    return there;
  }

  /** Shows other marks; gives whether any is other that stands on tiles. */
  mark(marks: Marks): boolean {
    const before = this.marks;
    this.marks = marks;
    this.fading = marks.some(bits => (bits & FADED) !== 0);
    this.marked = marks.some(bits => (bits & TILED) !== 0);
    this.over = overOf(marks, this.what);
    const same = sameOnTiles(before, marks);
    if (!same) this.store.forget('marks');
    void this.want();
    this.ask();
    return !same;
  }

  /** Draws all anew: the colours are others. */
  recolour(): void {
    this.store.forget('drawing');
    this.store.forget('marks');
    void this.want();
    this.ask();
  }

  /** The whole drawing on one small canvas, as soon as there is one. */
  wholePicture(): HTMLCanvasElement | null {
    const tile = this.store.get('drawing', { level: this.overview, column: 0, row: 0 });
    return tile?.done === true ? tile.canvas : null;
  }

  /** Pixels of that canvas for each of the drawing. */
  get wholeScale(): number {
    return 2 ** this.overview;
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.store.close();
    this.element.width = 0;
    this.element.height = 0;
    this.element.remove();
  }

  private get dots(): number {
    return window.devicePixelRatio || 1;
  }

  private want(): Promise<void> {
    if (this.view.width === 0) return Promise.resolve();
    const level = Math.max(this.overview, levelFor(this.camera.zoom, this.dots));
    const sight = tilesInSight(this.camera, this.view, this.what.columns, level);
    const around = tilesInSight(this.camera, this.view, this.what.columns, level, 1);
    const whole: TileName = { level: this.overview, column: 0, row: 0 };
    const ask = (layer: Layer, names: readonly TileName[]): { layer: Layer; name: TileName }[] =>
      names.map(name => ({ layer, name }));
    return this.store.want([
      ...ask('drawing', sight),
      ...(this.marked ? ask('marks', sight) : []),
      ...ask('drawing', [whole]),
      ...ask('drawing', around),
      ...(this.marked ? ask('marks', around) : [])
    ]);
  }

  private ask(): void {
    if (this.frame !== 0 || this.view.width === 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    const { pen, element, view, camera, dots } = this;
    if (pen === null) return;
    const [width, height] = [Math.round(view.width * dots), Math.round(view.height * dots)];
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
    } else {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, width, height);
    }
    pen.imageSmoothingQuality = 'medium';
    const level = Math.max(this.overview, levelFor(camera.zoom, dots));
    const sight = tilesInSight(camera, view, this.what.columns, level);
    pen.globalAlpha = this.fading ? FADED_TO : 1;
    for (const name of sight) this.put(pen, 'drawing', name);
    pen.globalAlpha = 1;
    for (const name of sight) this.put(pen, 'marks', name);
    this.paintOver(pen);
  }

  /** The tile, or until it is there the best that shows the same. */
  private put(pen: Pen, layer: Layer, name: TileName): void {
    const own = this.store.get(layer, name);
    if (own?.done === true) {
      this.blit(pen, own.canvas, name, name);
      return;
    }
    let found = false;
    for (let level = name.level - 1; level >= this.overview && !found; level -= 1) {
      const coarse = ancestor(name, level);
      const tile = this.store.get(layer, coarse);
      found = tile?.done === true;
      if (found) this.blit(pen, tile!.canvas, coarse, name);
    }
    for (const fine of children(name)) {
      const tile = this.store.get(layer, fine);
      if (tile?.done === true) {
        this.blit(pen, tile.canvas, fine, fine);
        found = true;
      }
    }
    if (!found && own !== undefined) this.blit(pen, own.canvas, name, name);
  }

  /** Puts what `place` covers of `tile` to where it lies in the window. */
  private blit(pen: Pen, canvas: HTMLCanvasElement, tile: TileName, place: TileName): void {
    const { camera, dots } = this;
    const size = TILE / 2 ** place.level;
    const at = (cell: number, offset: number): number => Math.round((cell * size * camera.zoom + offset) * dots);
    const [left, top] = [at(place.column, camera.x), at(place.row, camera.y)];
    const [right, bottom] = [at(place.column + 1, camera.x), at(place.row + 1, camera.y)];
    const part = TILE * 2 ** (tile.level - place.level);
    const x = (place.column * size * 2 ** tile.level - tile.column * TILE) | 0;
    const y = (place.row * size * 2 ** tile.level - tile.row * TILE) | 0;
    pen.drawImage(canvas, x, y, Math.max(part, 1), Math.max(part, 1), left, top, right - left, bottom - top);
  }

  private paintOver(pen: Pen): void {
    const { camera, view, what, inks, dots } = this;
    if (this.over.length === 0 || this.marks === null) return;
    const { x, y, width, height } = visibleWorld(camera, view);
    const { columns } = what;
    const scale = camera.zoom * dots;
    pen.save();
    pen.setTransform(scale, 0, 0, scale, camera.x * dots, camera.y * dots);
    for (const k of this.over) {
      const away =
        columns.x[k] > x + width ||
        columns.x[k] + columns.w[k] < x ||
        columns.y[k] > y + height ||
        columns.y[k] + columns.h[k] < y;
      if (!away) markBox(pen, what, k, this.marks[k], scale, inks);
    }
    pen.restore();
  }
}

/** Boxes that are drawn over the tiles; of many those that lie in none of the others. */
function overOf(marks: Marks, { columns }: Drawable): number[] {
  const over: number[] = [];
  for (let k = 0; k < marks.length; k += 1) if ((marks[k] & (PREVIEW | CURRENT)) !== 0) over.push(k);
  if (over.length <= MOST_PREVIEWED) return over;
  const isInner = (k: number): boolean => columns.parent[k] >= 0 && (marks[columns.parent[k]] & PREVIEW) !== 0;
  return over.filter(k => (marks[k] & CURRENT) !== 0 || !isInner(k)).slice(0, MOST_PREVIEWED);
}

function sameOnTiles(before: Marks | null, after: Marks): boolean {
  if (before === null || before.length !== after.length) return false;
  for (let k = 0; k < after.length; k += 1) if (((before[k] ^ after[k]) & TILED) !== 0) return false;
  return true;
}
