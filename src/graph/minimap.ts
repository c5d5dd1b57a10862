/**
 * The whole drawing small in the graph's corner, with the window in it and what is chosen or found as dots. For the
 * pointer alone: the keyboard has arrows, `f` and the search, and screen readers are told the share that is in sight.
 */
import { html, listen } from '../dom/elements';
import type { Rect, Size } from './camera';
import type { Inks } from './inks';
import { CHOSEN, MATCH, PART, type Marks } from './marks';
import type { Columns } from './scene-access';

/** Its longer side, and the least of the other, in pixels. */
const LONGEST = 150;
const NARROWEST = 34;
/** Where more of the drawing than this is in sight there is no need of it. */
const MUCH = 0.4;
/** A window of a dot is hard to find. */
const LEAST_WINDOW = 6;
const DOT = 2;

/** What it shows. */
export interface Whole {
  readonly canvas: HTMLCanvasElement;
  /** Pixels of the canvas for each of the drawing. */
  readonly scale: number;
  readonly columns: Columns;
}

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = html('canvas');
  private readonly window = html('i');
  private world: Size = { width: 1, height: 1 };
  private shown: Size = { width: 0, height: 0 };

  /** `goTo` brings a place of the drawing into the window's middle. */
  constructor(
    title: string,
    private readonly goTo: (x: number, y: number) => void,
    signal: AbortSignal
  ) {
    this.element = html(
      'div',
      { class: 'minimap', 'aria-hidden': 'true', title, hidden: true },
      this.canvas,
      this.window
    );
    listen(
      this.element,
      'pointerdown',
      event => {
        if (event.button > 0) return;
        this.element.setPointerCapture(event.pointerId);
        this.follow(event);
      },
      signal
    );
    listen(
      this.element,
      'pointermove',
      event => {
        if (this.element.hasPointerCapture(event.pointerId)) this.follow(event);
      },
      signal
    );
    // The graph below is not meant.
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'click', 'dblclick'] as const)
      listen(this.element, type, event => event.stopPropagation(), signal);
    signal.addEventListener('abort', () => this.clear(), { once: true });
  }

  /** Draws the whole, and dots where boxes are chosen or found. */
  draw({ canvas, scale, columns }: Whole, marks: Marks | null, inks: Inks): void {
    this.world = columns;
    this.shown = mapSize(columns);
    const { width, height } = this.shown;
    const dots = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    this.canvas.style.cssText = `width:${width}px;height:${height}px`;
    const pen = this.canvas.getContext('2d');
    if (pen === null) return;
    const [right, bottom] = [columns.width * scale, columns.height * scale];
    pen.drawImage(canvas, 0, 0, Math.max(1, right), Math.max(1, bottom), 0, 0, this.canvas.width, this.canvas.height);
    if (marks === null) return;
    pen.scale(dots, dots);
    const taken = new Uint8Array(width * height);
    for (let k = 0; k < marks.length; k += 1) {
      if ((marks[k] & (CHOSEN | PART | MATCH)) === 0) continue;
      const x = Math.min(width - 1, Math.floor(((columns.x[k] + columns.w[k] / 2) / columns.width) * width));
      const y = Math.min(height - 1, Math.floor(((columns.y[k] + columns.h[k] / 2) / columns.height) * height));
      if (taken[y * width + x] === 1) continue;
      taken[y * width + x] = 1;
      pen.fillStyle = inks.of('jv-card', (marks[k] & MATCH) !== 0 ? 'match' : 'chosen').stroke;
      pen.fillRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
    }
  }

  /** Shows where the window is; away where it shows much of the drawing anyway. Gives the share that is in sight. */
  follows(seen: Rect, world: Size, wanted: boolean): number {
    const share = shareInSight(seen, world);
    this.element.hidden = !wanted || share > MUCH || this.shown.width === 0;
    if (this.element.hidden) return share;
    const across = this.shown.width / world.width;
    const down = this.shown.height / world.height;
    const [width, height] = [Math.max(LEAST_WINDOW, seen.width * across), Math.max(LEAST_WINDOW, seen.height * down)];
    const left = (seen.x + seen.width / 2) * across - width / 2;
    const top = (seen.y + seen.height / 2) * down - height / 2;
    this.window.style.cssText = `transform:translate(${left}px,${top}px);width:${width}px;height:${height}px`;
    return share;
  }

  /** Nothing large is shown. */
  clear(): void {
    this.element.hidden = true;
    this.shown = { width: 0, height: 0 };
    this.canvas.width = 0;
    this.canvas.height = 0;
  }

  private follow(event: PointerEvent): void {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { width, height } = this.shown;
    this.goTo(
      ((event.clientX - left) / width) * this.world.width,
      ((event.clientY - top) / height) * this.world.height
    );
  }
}

/** The part of the drawing that is in the window, 0 to 1. */
export function shareInSight({ x, y, width, height }: Rect, world: Size): number {
  const across = Math.max(0, Math.min(x + width, world.width) - Math.max(x, 0));
  const down = Math.max(0, Math.min(y + height, world.height) - Math.max(y, 0));
  return (across * down) / Math.max(1, world.width * world.height);
}

/** A long thin drawing is shown wider than it is: else there would be nothing to click. */
export function mapSize({ width, height }: Size): Size {
  const scale = LONGEST / Math.max(width, height, 1);
  return {
    width: Math.max(NARROWEST, Math.round(width * scale)),
    height: Math.max(NARROWEST, Math.round(height * scale))
  };
}
