/**
 * What lies where in a drawing: rectangles in grids, one grid for each power of two of their size. Each rectangle is in
 * one cell, that of its middle, of the first grid whose cells are at least as large as it; so a search looks at the
 * cells that it touches and one more around. Made in linear time, in steps, and of typed arrays. Pure.
 */

/** Cells of the finest grid, in pixels at zoom 1: about the size of a box and the space around it. */
const FINEST = 128;

interface Grid {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** `items[starts[c] …starts[c + 1]]` lie in cell c. */
  readonly starts: Int32Array;
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class SpatialIndex {
  private readonly grids: Grid[] = [];
  private items = new Int32Array(0);
  private ready = false;

  /** `hulls` holds left, top, right, bottom of each rectangle. */
  constructor(
    private readonly hulls: Float64Array,
    private readonly world: { readonly width: number; readonly height: number }
  ) {}

  get count(): number {
    return this.hulls.length / 4;
  }

  /** Sorts the rectangles into cells; yields every so often. */
  *build(): Generator<void> {
    const { hulls, count } = this;
    const finest = this.finest();
    const level = new Uint8Array(count);
    let last = 0;
    for (let k = 0; k < count; k += 1) {
      const size = Math.max(hulls[4 * k + 2] - hulls[4 * k], hulls[4 * k + 3] - hulls[4 * k + 1], 1);
      level[k] = Math.max(0, Math.ceil(Math.log2(size / finest)));
      if (level[k] > last) last = level[k];
      if ((k & 4095) === 4095) yield;
    }
    for (let l = 0; l <= last; l += 1) {
      const cell = finest * 2 ** l;
      const columns = Math.max(1, Math.ceil(this.world.width / cell));
      const rows = Math.max(1, Math.ceil(this.world.height / cell));
      this.grids.push({ cell, columns, rows, starts: new Int32Array(columns * rows + 1) });
    }
    const cellOf = new Int32Array(count);
    for (let k = 0; k < count; k += 1) {
      cellOf[k] = cellAt(this.grids[level[k]], hulls, k);
      this.grids[level[k]].starts[cellOf[k] + 1] += 1;
      if ((k & 4095) === 4095) yield;
    }
    let sum = 0;
    for (const { starts } of this.grids) {
      starts[0] = sum;
      for (let c = 1; c < starts.length; c += 1) starts[c] += starts[c - 1];
      sum = starts[starts.length - 1];
    }
    yield;
    const next = this.grids.map(({ starts }) => starts.slice());
    const items = new Int32Array(count);
    for (let k = 0; k < count; k += 1) {
      items[next[level[k]][cellOf[k]]++] = k;
      if ((k & 4095) === 4095) yield;
    }
    this.items = items;
    this.ready = true;
  }

  /** Calls `found` with each rectangle that touches `area`, in no order. Before it is built: with none. */
  search(area: Bounds, found: (item: number) => void): void {
    if (!this.ready) return;
    const { hulls, items } = this;
    for (const { cell, columns, rows, starts } of this.grids) {
      const [first, last] = [clamp(area.left / cell - 0.5, columns), clamp(area.right / cell + 0.5, columns)];
      const [upper, lower] = [clamp(area.top / cell - 0.5, rows), clamp(area.bottom / cell + 0.5, rows)];
      for (let row = upper; row <= lower; row += 1) {
        const end = starts[row * columns + last + 1];
        for (let at = starts[row * columns + first]; at < end; at += 1) {
          const item = items[at];
          const k = 4 * item;
          if (
            hulls[k] <= area.right &&
            hulls[k + 2] >= area.left &&
            hulls[k + 1] <= area.bottom &&
            hulls[k + 3] >= area.top
          )
            found(item);
        }
      }
    }
  }

  /** Those that touch `area`, in their order. */
  within(area: Bounds): Int32Array {
    const found: number[] = [];
    this.search(area, item => found.push(item));
    return Int32Array.from(found).sort();
  }

  /** Larger cells where a drawing has more ground than boxes: the grid shall not be larger than what it holds. */
  private finest(): number {
    let cell = FINEST;
    const most = 4 * this.count + 1024;
    while (Math.ceil(this.world.width / cell) * Math.ceil(this.world.height / cell) > most) cell *= 2;
    return cell;
  }
}

function cellAt({ cell, columns, rows }: Grid, hulls: Float64Array, k: number): number {
  const column = clamp((hulls[4 * k] + hulls[4 * k + 2]) / 2 / cell, columns);
  return clamp((hulls[4 * k + 1] + hulls[4 * k + 3]) / 2 / cell, rows) * columns + column;
}

function clamp(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(value)));
}
