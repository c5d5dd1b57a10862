/** Local improvement of an order: moves that save crossings, counted for pairs of neighbours only. */
import type { Order, Slots } from './crossings';
import { OUTSIDE_CROSSING, type Layers } from './layers';

const FARTHEST = 24;

/**
 * Moves single nodes to the best place in their layer (Matuszewski, Schönfeld & Molitor, "Using sifting for k-layer
 * straightline crossing minimization", 1999). Finds more than exchanges of neighbours do; how far nodes may go is
 * limited, since the cost grows with it.
 */
export function sift(layers: Layers, slots: Slots, order: Order, passes: number): void {
  const above = new Neighbours(layers, slots, true);
  const below = new Neighbours(layers, slots, false);
  const last = layers.layerCount - 1;
  const gain = (u: number, v: number): number => above.gain(u, v) + below.gain(u, v) + outsideGain(layers, u, v);
  const dirty = new Uint8Array(layers.layerCount + 2).fill(1);
  for (let pass = 0; pass < passes; pass++) {
    let changed = false;
    for (let i = 0; i <= last; i++) {
      const l = pass % 2 === 0 ? i : last - i;
      if (!dirty[l + 1]) continue;
      dirty[l + 1] = 0;
      const start = order.offsets[l];
      const end = order.offsets[l + 1];
      if (end - start < 2) continue;
      above.prepare(order, l);
      below.prepare(order, l);
      const { items } = order;
      for (const v of items.slice(start, end)) {
        const from = items.indexOf(v, start);
        let best = from;
        let most = 0;
        let saved = 0;
        for (let p = from + 1; p < Math.min(end, from + FARTHEST); p++) {
          saved += gain(v, items[p]);
          if (saved > most) {
            most = saved;
            best = p;
          }
        }
        saved = 0;
        for (let p = from - 1; p >= Math.max(start, from - FARTHEST); p--) {
          saved += gain(items[p], v);
          if (saved > most) {
            most = saved;
            best = p;
          }
        }
        if (best === from) continue;
        if (best > from) items.copyWithin(from, from + 1, best + 1);
        else items.copyWithin(best + 1, best, from);
        items[best] = v;
        dirty[l] = dirty[l + 1] = dirty[l + 2] = 1;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

/**
 * What an exchange of the ports u, left, and v saves outside; 0 where there is no wish, since NaN is neither more nor
 * less.
 */
function outsideGain({ wish }: Layers, u: number, v: number): number {
  return wish[u] > wish[v] ? OUTSIDE_CROSSING : wish[u] < wish[v] ? -OUTSIDE_CROSSING : 0;
}

/** Exchanges neighbours that cross less the other way round, until none does or `passes` are over. */
export function transpose(layers: Layers, slots: Slots, order: Order, passes: number): void {
  const above = new Neighbours(layers, slots, true);
  const below = new Neighbours(layers, slots, false);
  const last = layers.layerCount - 1;
  // A layer is looked at again only after it or one beside it has changed.
  const dirty = new Uint8Array(layers.layerCount + 2).fill(1);
  for (let pass = 0; pass < passes; pass++) {
    let changed = false;
    for (let i = 0; i <= last; i++) {
      const l = pass % 2 === 0 ? i : last - i;
      if (!dirty[l + 1]) continue;
      dirty[l + 1] = 0;
      const start = order.offsets[l];
      const end = order.offsets[l + 1];
      if (end - start < 2) continue;
      above.prepare(order, l);
      below.prepare(order, l);
      for (let p = start; p + 1 < end; p++) {
        const u = order.items[p];
        const v = order.items[p + 1];
        if (above.gain(u, v) + below.gain(u, v) + outsideGain(layers, u, v) <= 0) continue;
        order.items[p] = v;
        order.items[p + 1] = u;
        dirty[l] = dirty[l + 1] = dirty[l + 2] = 1;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

/** More than any link's weight. */
const WEIGHT_BASE = 16;

/** Sorted positions of each node's neighbours on one side. */
class Neighbours {
  private readonly base: Int32Array;
  private readonly positions: Int32Array;

  constructor(
    private readonly layers: Layers,
    private readonly slots: Slots,
    private readonly up: boolean
  ) {
    this.base = new Int32Array(layers.count);
    this.positions = new Int32Array(layers.from.length);
  }

  prepare(order: Order, l: number): void {
    const { layers, slots, up, base, positions } = this;
    const other = up ? l - 1 : l + 1;
    if (other < 0 || other >= layers.layerCount) return;
    const counts = up ? slots.below : slots.above;
    const links = up ? layers.above : layers.below;
    const ends = up ? layers.from : layers.to;
    const slot = up ? slots.from : slots.to;
    let size = 0;
    for (let i = order.offsets[other]; i < order.offsets[other + 1]; i++) {
      base[order.items[i]] = size;
      size += counts[order.items[i]];
    }
    for (let i = order.offsets[l]; i < order.offsets[l + 1]; i++) {
      const v = order.items[i];
      const start = links.offsets[v];
      const end = links.offsets[v + 1];
      for (let k = start; k < end; k++) {
        // Position and weight in one number, so that both are sorted at once.
        positions[k] =
          (base[ends[links.items[k]]] + slot[links.items[k]]) * WEIGHT_BASE + layers.weight[links.items[k]];
      }
      if (end - start > 24) positions.subarray(start, end).sort();
      else insertionSort(positions, start, end);
    }
  }

  /** Weight of the crossings that an exchange of u, left, and v saves. */
  gain(u: number, v: number): number {
    const { positions } = this;
    const offsets = (this.up ? this.layers.above : this.layers.below).offsets;
    const uEnd = offsets[u + 1];
    let gain = 0;
    let total = 0;
    for (let k = offsets[u]; k < uEnd; k++) total += positions[k] % WEIGHT_BASE;
    let less = 0;
    let notMore = 0;
    let lessEnd = offsets[u];
    let notMoreEnd = lessEnd;
    for (let k = offsets[v]; k < offsets[v + 1]; k++) {
      const weight = positions[k] % WEIGHT_BASE;
      const position = positions[k] - weight;
      for (; lessEnd < uEnd && positions[lessEnd] < position; lessEnd++) less += positions[lessEnd] % WEIGHT_BASE;
      for (; notMoreEnd < uEnd && positions[notMoreEnd] < position + WEIGHT_BASE; notMoreEnd++)
        notMore += positions[notMoreEnd] % WEIGHT_BASE;
      gain += weight * (total - notMore - less);
    }
    return gain;
  }
}

function insertionSort(values: Int32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const value = values[i];
    let j = i;
    for (; j > start && values[j - 1] > value; j--) values[j] = values[j - 1];
    values[j] = value;
  }
}
