/** One barycentre sweep (Sugiyama et al. 1981). */
import type { Order, Slots } from './crossings';
import type { Layers } from './layers';

export class Sweep {
  private readonly base: Int32Array;
  private readonly key: Float64Array;
  private readonly turn: Int32Array;

  constructor(
    private readonly layers: Layers,
    private readonly slots: Slots
  ) {
    this.base = new Int32Array(layers.count);
    this.key = new Float64Array(layers.count);
    this.turn = new Int32Array(layers.count);
  }

  /** Sorts every layer by its neighbours in the one just sorted; equal ones keep or, `turned`, change their order. */
  run(order: Order, down: boolean, turned: boolean): void {
    const last = this.layers.layerCount - 1;
    this.sortPorts(order, down ? 0 : last);
    for (let i = 1; i <= last; i++) {
      const fixed = down ? i - 1 : last - i + 1;
      this.sortLayer(order, fixed, down ? fixed + 1 : fixed - 1, down, turned);
    }
  }

  /** Ports in the order of their edges outside, where the sweep comes from. */
  private sortPorts(order: Order, l: number): void {
    const { wish } = this.layers;
    const start = order.offsets[l];
    const end = order.offsets[l + 1];
    for (let i = start; i < end; i++) {
      const v = order.items[i];
      if (Number.isNaN(wish[v])) return;
      this.key[v] = wish[v];
      this.turn[v] = i;
    }
    sortByKey(order.items, start, end, this.key, this.turn);
  }

  private sortLayer(order: Order, fixed: number, l: number, down: boolean, turned: boolean): void {
    const { layers, slots, base, key, turn } = this;
    const counts = down ? slots.below : slots.above;
    const links = down ? layers.above : layers.below;
    const ends = down ? layers.from : layers.to;
    const slot = down ? slots.from : slots.to;
    let size = 0;
    for (let i = order.offsets[fixed]; i < order.offsets[fixed + 1]; i++) {
      base[order.items[i]] = size;
      size += counts[order.items[i]];
    }
    const start = order.offsets[l];
    const end = order.offsets[l + 1];
    let previous = -1;
    for (let i = start; i < end; i++) {
      const v = order.items[i];
      const degree = links.offsets[v + 1] - links.offsets[v];
      let sum = 0;
      for (let k = links.offsets[v]; k < links.offsets[v + 1]; k++) {
        const link = links.items[k];
        sum += base[ends[link]] + slot[link];
      }
      // Without neighbours on that side a node stays beside its left neighbour.
      previous = degree > 0 ? sum / degree : previous;
      key[v] = previous;
      turn[v] = turned ? -i : i;
    }
    sortByKey(order.items, start, end, key, turn);
  }
}

function sortByKey(items: Int32Array, start: number, end: number, key: Float64Array, tie: Int32Array): void {
  if (end - start > 24) {
    items.subarray(start, end).sort((a, b) => key[a] - key[b] || tie[a] - tie[b]);
    return;
  }
  for (let i = start + 1; i < end; i++) {
    const v = items[i];
    let j = i;
    for (; j > start; j--) {
      const u = items[j - 1];
      if (key[u] < key[v] || (key[u] === key[v] && tie[u] < tie[v])) break;
      items[j] = u;
    }
    items[j] = v;
  }
}
