/** The tiles of a drawing that were drawn, and the drawing of those that are wanted next, in slices. */
import { breathe, SLICE } from '../dom/slices';
import type { Inks } from './inks';
import type { Marks } from './marks';
import { drawMarks, drawPart, type Drawable, type Pen } from './tile-drawing';
import { areaOf, keyOf, TILE, type TileName } from './tiles';

export type Layer = 'drawing' | 'marks';

export interface Tile {
  readonly canvas: HTMLCanvasElement;
  done: boolean;
  /** Turn in which it was last shown. */
  used: number;
}

interface Job {
  readonly tile: Tile;
  readonly key: string;
  readonly steps: Generator<void>;
}

/** Tiles kept beyond those in sight: a megabyte each. */
const KEPT = 48;

export class TileStore {
  private readonly tiles = new Map<string, Tile>();
  private wanted: { layer: Layer; name: TileName }[] = [];
  private job: Job | null = null;
  /** Begun, and put off for what is more urgent. */
  private readonly begun = new Map<string, Job>();
  private working: Promise<void> | null = null;
  private closed = false;
  /** Canvases of tiles that were forgotten: making one takes longer than wiping it. */
  private readonly spare: HTMLCanvasElement[] = [];
  private turn = 0;

  /** `changed` is called when there is more to show, `settled` when all is there; tiles of level `overview` are kept. */
  constructor(
    private readonly what: Drawable,
    private readonly inks: Inks,
    private readonly marks: () => Marks | null,
    private readonly overview: number,
    private readonly changed: () => void,
    private readonly settled: () => void
  ) {}

  get(layer: Layer, name: TileName): Tile | undefined {
    const tile = this.tiles.get(`${layer} ${keyOf(name)}`);
    if (tile !== undefined) tile.used = this.turn;
    return tile;
  }

  /** Says what is wanted now, most urgent first. Settles when there is nothing left to draw. */
  want(wanted: readonly { layer: Layer; name: TileName }[]): Promise<void> {
    this.turn += 1;
    this.wanted = wanted.filter(({ layer, name }) => this.get(layer, name)?.done !== true);
    this.drop(wanted.length + KEPT);
    if (this.job !== null) this.begun.set(this.job.key, this.job);
    this.job = null;
    this.working ??= this.work().finally(() => {
      this.working = null;
      this.settled();
    });
    return this.working;
  }

  /** Forgets tiles: colours or marks are others now. */
  forget(layer: Layer): void {
    for (const [key, tile] of this.tiles) if (key.startsWith(layer)) this.remove(key, tile);
  }

  close(): void {
    this.closed = true;
    for (const [key, tile] of this.tiles) this.remove(key, tile);
    void release(this.spare);
  }

  private remove(key: string, tile: Tile): void {
    if (this.job?.key === key) this.job = null;
    this.begun.delete(key);
    this.tiles.delete(key);
    this.spare.push(tile.canvas);
  }

  private drop(most: number): void {
    if (this.tiles.size <= most) return;
    const oldest = [...this.tiles]
      .filter(([key]) => !key.startsWith(`drawing ${this.overview}/`) && key !== this.job?.key)
      .sort(([, one], [, other]) => one.used - other.used);
    for (const [key, tile] of oldest.slice(0, this.tiles.size - most)) this.remove(key, tile);
    // What may be wanted again soon.
    this.spare.splice(KEPT);
  }

  private async work(): Promise<void> {
    while (!this.closed) {
      const end = performance.now() + SLICE;
      let finished = false;
      do {
        this.job ??= this.next();
        if (this.job === null) break;
        const { tile, steps } = this.job;
        if (steps.next().done !== true) continue;
        finished = tile.done = true;
        this.job = null;
      } while (performance.now() < end);
      if (finished) this.changed();
      if (this.job === null && this.wanted.length === 0) return;
      await breathe();
    }
  }

  private next(): Job | null {
    for (;;) {
      const first = this.wanted.shift();
      if (first === undefined) return null;
      const { layer, name } = first;
      const key = `${layer} ${keyOf(name)}`;
      if (this.tiles.get(key)?.done === true) continue;
      const begun = this.begun.get(key);
      if (begun !== undefined) {
        this.begun.delete(key);
        return begun;
      }
      const canvas = this.spare.pop() ?? newCanvas();
      // Drawn at once, in this slice, not later in a frame of its own.
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      if (pen === null) continue;
      pen.reset();
      const tile: Tile = { canvas, done: false, used: this.turn };
      this.tiles.set(key, tile);
      return { tile, key, steps: this.steps(layer, name, pen) };
    }
  }

  private steps(layer: Layer, name: TileName, pen: Pen): Generator<void> {
    const scale = 2 ** name.level;
    const marks = this.marks();
    if (layer === 'drawing') return drawPart(pen, this.what, areaOf(name), scale, this.inks);
    return marks === null ? nothing() : drawMarks(pen, this.what, marks, areaOf(name), scale, this.inks);
  }
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  return canvas;
}

/** Gives the pixels' memory back now; a canvas that is collected some time keeps them until then. */
async function release(canvases: HTMLCanvasElement[]): Promise<void> {
  for (let canvas = canvases.pop(); canvas !== undefined; canvas = canvases.pop()) {
    canvas.width = 0;
    canvas.height = 0;
    await breathe();
  }
}

// eslint-disable-next-line require-yield -- a job without steps
function* nothing(): Generator<void> {
  return;
}
