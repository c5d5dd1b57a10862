/** Local improvement of an order: moves that save crossings, counted for pairs of neighbours only. */
import { placesOf, type Arrangement } from './arrangement';
import type { Side } from './slots';

const FARTHEST = 24;

/**
 * Moves single nodes to the best place in their layer (Matuszewski, Schönfeld & Molitor, "Using sifting for k-layer
 * straightline crossing minimization", 1999). Finds more than exchanges of neighbours do; how far nodes may go is
 * limited, since the cost grows with it.
 */
export function sift(arrangement: Arrangement, passes: number): void {
  const { items } = arrangement;
  const neighbours = new Neighbours(arrangement);
  eachDirtyLayer(arrangement, passes, (l, start, end) => {
    neighbours.prepare(l);
    let changed = false;
    for (const v of items.slice(start, end)) {
      const from = items.indexOf(v, start);
      let best = from;
      let most = 0;
      let saved = 0;
      for (let p = from + 1; p < Math.min(end, from + FARTHEST); p++) {
        saved += neighbours.gain(v, items[p]);
        if (saved > most) {
          most = saved;
          best = p;
        }
      }
      saved = 0;
      for (let p = from - 1; p >= Math.max(start, from - FARTHEST); p--) {
        saved += neighbours.gain(items[p], v);
        if (saved > most) {
          most = saved;
          best = p;
        }
      }
      if (best === from) continue;
      if (best > from) items.copyWithin(from, from + 1, best + 1);
      else items.copyWithin(best + 1, best, from);
      items[best] = v;
      changed = true;
    }
    return changed;
  });
}

/** Exchanges neighbours that cross less the other way round, until none does or `passes` are over. */
export function transpose(arrangement: Arrangement, passes: number): void {
  const { items } = arrangement;
  const neighbours = new Neighbours(arrangement);
  eachDirtyLayer(arrangement, passes, (l, start, end) => {
    neighbours.prepare(l);
    let changed = false;
    for (let p = start; p + 1 < end; p++) {
      const u = items[p];
      const v = items[p + 1];
      if (neighbours.gain(u, v) <= 0) continue;
      items[p] = v;
      items[p + 1] = u;
      changed = true;
    }
    return changed;
  });
}

/** Goes over the layers, down and up in turn; over each again only after it or one beside it has changed. */
function eachDirtyLayer(
  arrangement: Arrangement,
  passes: number,
  improve: (l: number, start: number, end: number) => boolean
): void {
  const { offsets, layers } = arrangement;
  const last = layers.layerCount - 1;
  const dirty = new Uint8Array(layers.layerCount + 2).fill(1);
  for (let pass = 0; pass < passes; pass++) {
    let changed = false;
    for (let i = 0; i <= last; i++) {
      const l = pass % 2 === 0 ? i : last - i;
      if (!dirty[l + 1]) continue;
      dirty[l + 1] = 0;
      if (offsets[l + 1] - offsets[l] < 2 || !improve(l, offsets[l], offsets[l + 1])) continue;
      arrangement.settle(l);
      dirty[l] = dirty[l + 1] = dirty[l + 2] = 1;
      changed = true;
    }
    if (!changed) return;
  }
}

/** Sorted positions of the neighbours of the nodes of one layer. */
class Neighbours {
  private readonly above: Int32Array;
  private readonly aboveWeight: Int32Array;
  private readonly below: Int32Array;
  private readonly belowWeight: Int32Array;

  constructor(private readonly arrangement: Arrangement) {
    const links = arrangement.layers.from.length;
    this.above = new Int32Array(links);
    this.aboveWeight = new Int32Array(links);
    this.below = new Int32Array(links);
    this.belowWeight = new Int32Array(links);
  }

  prepare(l: number): void {
    const { items, offsets, sides } = this.arrangement;
    for (let i = offsets[l]; i < offsets[l + 1]; i++) {
      this.sortSide(sides.up, items[i], this.above, this.aboveWeight);
      this.sortSide(sides.down, items[i], this.below, this.belowWeight);
    }
  }

  private sortSide(side: Side, v: number, positions: Int32Array, weights: Int32Array): void {
    const place = placesOf(this.arrangement, side);
    const start = side.offsets[v];
    const end = side.offsets[v + 1];
    if (end - start > 24) {
      const sorted = Array.from({ length: end - start }, (_, k) => start + k);
      const position = (k: number): number => place[side.node[k]] + side.slot[k];
      sorted.sort((a, b) => position(a) - position(b));
      sorted.forEach((k, i) => {
        positions[start + i] = position(k);
        weights[start + i] = side.weight[k];
      });
      return;
    }
    for (let k = start; k < end; k++) {
      const position = place[side.node[k]] + side.slot[k];
      let j = k;
      for (; j > start && positions[j - 1] > position; j--) {
        positions[j] = positions[j - 1];
        weights[j] = weights[j - 1];
      }
      positions[j] = position;
      weights[j] = side.weight[k];
    }
  }

  /** Weight of the crossings that an exchange of u, left, and v saves. */
  gain(u: number, v: number): number {
    const { up, down, portWeight } = this.arrangement.sides;
    const { wish } = this.arrangement.layers;
    // No wish is NaN, neither more nor less.
    const outside =
      wish[u] > wish[v] ? portWeight[u] * portWeight[v] : wish[u] < wish[v] ? -portWeight[u] * portWeight[v] : 0;
    return (
      outside +
      gainOn(up.offsets, this.above, this.aboveWeight, u, v) +
      gainOn(down.offsets, this.below, this.belowWeight, u, v)
    );
  }
}

function gainOn(offsets: Int32Array, positions: Int32Array, weights: Int32Array, u: number, v: number): number {
  const start = offsets[u];
  const end = offsets[u + 1];
  const vStart = offsets[v];
  const vEnd = offsets[v + 1];
  if (start === end || vStart === vEnd) return 0;
  let total = 0;
  for (let k = start; k < end; k++) total += weights[k];
  if (positions[start] > positions[vEnd - 1] || positions[end - 1] < positions[vStart]) {
    // All of one before all of the other, as is usual.
    let other = 0;
    for (let k = vStart; k < vEnd; k++) other += weights[k];
    return positions[start] > positions[vEnd - 1] ? total * other : -total * other;
  }
  let gain = 0;
  let less = 0;
  let notMore = 0;
  let lessEnd = start;
  let notMoreEnd = start;
  for (let k = vStart; k < vEnd; k++) {
    const position = positions[k];
    for (; lessEnd < end && positions[lessEnd] < position; lessEnd++) less += weights[lessEnd];
    for (; notMoreEnd < end && positions[notMoreEnd] <= position; notMoreEnd++) notMore += weights[notMoreEnd];
    gain += weights[k] * (total - notMore - less);
  }
  return gain;
}
