/** The nodes of all layers in some order, and how often their links cross in it. */
import type { Order } from './order';
import type { Layers } from './layers';
import type { Side, Sides } from './slots';

export class Arrangement {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
  /** Of each node: the first of its slots, among those of its layer, at its upper and at its lower side. */
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  /** Crossings between layer l and the next, where `isCounted`. */
  private readonly crossings: Float64Array;
  private readonly isCounted: Uint8Array;
  private tree = new Float64Array(64);

  constructor(
    readonly layers: Layers,
    readonly sides: Sides,
    { offsets, items }: Order
  ) {
    this.offsets = offsets;
    this.items = items.slice();
    this.upper = new Int32Array(layers.count);
    this.lower = new Int32Array(layers.count);
    this.crossings = new Float64Array(layers.layerCount);
    this.isCounted = new Uint8Array(layers.layerCount);
    for (let l = 0; l < layers.layerCount; l++) this.settle(l);
  }

  /** Takes over another order of the same layers. */
  take(items: Int32Array): void {
    for (let l = 0; l < this.layers.layerCount; l++) {
      let i = this.offsets[l];
      while (i < this.offsets[l + 1] && items[i] === this.items[i]) i++;
      if (i === this.offsets[l + 1]) continue;
      for (; i < this.offsets[l + 1]; i++) this.items[i] = items[i];
      this.settle(l);
    }
  }

  /** To be called when the items of layer l have changed. */
  settle(l: number): void {
    const { items, upper, lower } = this;
    const { up, down } = this.sides;
    let above = 0;
    let below = 0;
    for (let i = this.offsets[l]; i < this.offsets[l + 1]; i++) {
      const v = items[i];
      upper[v] = above;
      lower[v] = below;
      above += up.slots[v];
      below += down.slots[v];
    }
    this.isCounted[l] = 0;
    if (l > 0) this.isCounted[l - 1] = 0;
  }

  /** Sum over all pairs of links that cross, of the product of their weights; and what ports make cross outside. */
  total(): number {
    const last = this.layers.layerCount - 1;
    let sum = this.outside(0) + (last > 0 ? this.outside(last) : 0);
    for (let l = 0; l < last; l++) {
      if (!this.isCounted[l]) {
        this.crossings[l] = this.between(l);
        this.isCounted[l] = 1;
      }
      sum += this.crossings[l];
    }
    return sum;
  }

  /** What pairs of ports in a layer cost that stand the other way round than their edges outside. */
  private outside(l: number): number {
    const { wishRank, portWeight } = this.sides;
    const start = this.offsets[l];
    const end = this.offsets[l + 1];
    // Ports fill their layer: all of them have ranks, or none.
    if (start === end || wishRank[this.items[start]] === 0) return 0;
    const tree = this.emptyTree(end - start);
    let inversions = 0;
    let entered = 0;
    for (let i = start; i < end; i++) {
      const v = this.items[i];
      let before = entered;
      for (let t = wishRank[v]; t > 0; t -= t & -t) before -= tree[t];
      for (let t = wishRank[v]; t <= end - start; t += t & -t) tree[t] += portWeight[v];
      inversions += before * portWeight[v];
      entered += portWeight[v];
    }
    return inversions;
  }

  private emptyTree(size: number): Float64Array {
    if (this.tree.length <= size) this.tree = new Float64Array(2 * size + 1);
    return this.tree.fill(0, 0, size + 1);
  }

  /**
   * Inversions counted with an accumulator tree, O(links · log nodes) (Barth, Jünger & Mutzel, "Simple and efficient
   * bilayer cross counting", 2002).
   */
  private between(l: number): number {
    const { items, offsets, upper } = this;
    const { down, up } = this.sides;
    if (offsets[l] === offsets[l + 1] || offsets[l + 1] === offsets[l + 2]) return 0;
    const last = items[offsets[l + 2] - 1];
    const size = upper[last] + up.slots[last];
    const tree = this.emptyTree(size);
    let crossings = 0;
    let entered = 0;
    for (let i = offsets[l]; i < offsets[l + 1]; i++) {
      const u = items[i];
      const start = down.offsets[u];
      const end = down.offsets[u + 1];
      // Links from one slot share their start: they do not cross each other, so all are counted before any is entered.
      for (let first = start, next = start; first < end; first = next) {
        const slot = down.own[first];
        for (; next < end && down.own[next] === slot; next++) {
          if (entered === 0) continue;
          let before = 0;
          for (let t = upper[down.node[next]] + down.slot[next] + 1; t > 0; t -= t & -t) before += tree[t];
          crossings += down.weight[next] * (entered - before);
        }
        for (let k = first; k < next; k++) {
          const weight = down.weight[k];
          for (let t = upper[down.node[k]] + down.slot[k] + 1; t <= size; t += t & -t) tree[t] += weight;
          entered += weight;
        }
      }
    }
    return crossings;
  }
}

/** For each link of a side, the slot that it meets at its other end, by the places of that layer. */
export function placesOf({ sides: { up }, upper, lower }: Arrangement, side: Side): Int32Array {
  return side === up ? lower : upper;
}
