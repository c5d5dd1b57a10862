/**
 * How often links between two neighbouring layers cross: inversions counted with an accumulator tree, O(links · log
 * nodes) (Barth, Jünger & Mutzel, "Simple and efficient bilayer cross counting", 2002). Links that meet an open box at
 * different ports end at different *slots* of it, so that the order of the ports counts too.
 */
import { OUTSIDE_CROSSING, type Layers } from './layers';

/** An order of the nodes in each layer. */
export interface Order {
  /** Layer l holds `items[offsets[l]]` up to, without, `items[offsets[l + 1]]`, from left to right. */
  offsets: Int32Array;
  items: Int32Array;
}

export interface Slots {
  /** Slot of a link at its upper and lower end, counted from the left of that node. */
  from: Int32Array;
  to: Int32Array;
  /** Number of slots at the bottom and at the top of a node, at least 1. */
  below: Int32Array;
  above: Int32Array;
  /** Of a port with a wish: the place of that among the wishes of its layer, from 1, equal for equal ones; else 0. */
  wishRank: Int32Array;
}

export function findSlots(layers: Layers): Slots {
  const slots: Slots = {
    from: new Int32Array(layers.from.length),
    to: new Int32Array(layers.to.length),
    below: new Int32Array(layers.count).fill(1),
    above: new Int32Array(layers.count).fill(1),
    wishRank: new Int32Array(layers.count)
  };
  for (let v = 0; v < layers.count; v++) {
    if (layers.node[v] < 0) continue;
    number(
      layers.below.items.subarray(layers.below.offsets[v], layers.below.offsets[v + 1]),
      layers.fromAt,
      slots.from,
      slots.below,
      v
    );
    number(
      layers.above.items.subarray(layers.above.offsets[v], layers.above.offsets[v + 1]),
      layers.toAt,
      slots.to,
      slots.above,
      v
    );
  }
  rankWishes(layers, slots.wishRank);
  return slots;
}

function rankWishes({ count, layer, wish }: Layers, rank: Int32Array): void {
  const ports: number[] = [];
  for (let v = 0; v < count; v++) if (!Number.isNaN(wish[v])) ports.push(v);
  ports.sort((a, b) => layer[a] - layer[b] || wish[a] - wish[b]);
  for (let i = 0; i < ports.length; i++) {
    const first = i === 0 || layer[ports[i]] !== layer[ports[i - 1]];
    rank[ports[i]] = first ? 1 : rank[ports[i - 1]] + (wish[ports[i]] > wish[ports[i - 1]] ? 1 : 0);
  }
}

function number(links: Int32Array, at: Float64Array, slot: Int32Array, count: Int32Array, v: number): void {
  if (links.length < 2 || links.every(link => at[link] === at[links[0]])) return;
  const sorted = links.slice().sort((a, b) => at[a] - at[b]);
  for (let i = 1; i < sorted.length; i++)
    slot[sorted[i]] = slot[sorted[i - 1]] + (at[sorted[i]] > at[sorted[i - 1]] ? 1 : 0);
  count[v] = slot[sorted[sorted.length - 1]] + 1;
}

export class CrossingCounter {
  private readonly base: Int32Array;
  private tree = new Int32Array(0);
  /** Of the links of one node: end, start, weight. */
  private readonly ends: Int32Array;
  private readonly froms: Int32Array;
  private readonly weights: Int32Array;

  constructor(
    private readonly layers: Layers,
    private readonly slots: Slots
  ) {
    this.base = new Int32Array(layers.count);
    this.ends = new Int32Array(layers.from.length);
    this.froms = new Int32Array(layers.from.length);
    this.weights = new Int32Array(layers.from.length);
  }

  /** Sum over all pairs of links that cross, of the product of their weights; and what ports make cross outside. */
  total(order: Order): number {
    const last = this.layers.layerCount - 1;
    let sum = this.outside(order, 0) + (last > 0 ? this.outside(order, last) : 0);
    for (let l = 0; l + 1 < this.layers.layerCount; l++) sum += this.between(order, l);
    return sum;
  }

  /** What pairs of ports in a layer cost that stand the other way round than their edges outside. */
  private outside(order: Order, l: number): number {
    const { wishRank } = this.slots;
    const start = order.offsets[l];
    const end = order.offsets[l + 1];
    // Ports fill their layer: all of them have ranks, or none.
    if (start === end || wishRank[order.items[start]] === 0) return 0;
    const tree = this.emptyTree(end - start);
    let inversions = 0;
    for (let i = start; i < end; i++) {
      const rank = wishRank[order.items[i]];
      inversions += i - start;
      for (let t = rank; t > 0; t -= t & -t) inversions -= tree[t];
      for (let t = rank; t <= end - start; t += t & -t) tree[t]++;
    }
    return inversions * OUTSIDE_CROSSING;
  }

  private emptyTree(size: number): Int32Array {
    if (this.tree.length <= size) this.tree = new Int32Array(2 * size + 1);
    return this.tree.fill(0, 0, size + 1);
  }

  /** Between layer l and the next. */
  between(order: Order, l: number): number {
    const { layers, slots, base, ends, froms, weights } = this;
    let size = 0;
    for (let i = order.offsets[l + 1]; i < order.offsets[l + 2]; i++) {
      base[order.items[i]] = size;
      size += slots.above[order.items[i]];
    }
    const tree = this.emptyTree(size);
    let crossings = 0;
    let entered = 0;
    for (let i = order.offsets[l]; i < order.offsets[l + 1]; i++) {
      const u = order.items[i];
      let length = 0;
      for (let k = layers.below.offsets[u]; k < layers.below.offsets[u + 1]; k++) {
        const link = layers.below.items[k];
        const end = base[layers.to[link]] + slots.to[link];
        // Sorted by slot; few links a node, nearly in order.
        let j = length++;
        for (
          ;
          j > 0 && (froms[j - 1] > slots.from[link] || (froms[j - 1] === slots.from[link] && ends[j - 1] > end));
          j--
        ) {
          ends[j] = ends[j - 1];
          froms[j] = froms[j - 1];
          weights[j] = weights[j - 1];
        }
        ends[j] = end;
        weights[j] = layers.weight[link];
        froms[j] = slots.from[link];
      }
      for (let a = 0; a < length;) {
        // Links from one slot share their start: they do not cross each other, so all are counted before any is
        // entered.
        let b = a;
        for (; b < length && froms[b] === froms[a]; b++) {
          let before = 0;
          for (let t = ends[b] + 1; t > 0; t -= t & -t) before += tree[t];
          crossings += weights[b] * (entered - before);
        }
        for (; a < b; a++) {
          for (let t = ends[a] + 1; t <= size; t += t & -t) tree[t] += weights[a];
          entered += weights[a];
        }
      }
    }
    return crossings;
  }
}
