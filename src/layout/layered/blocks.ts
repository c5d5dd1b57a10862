/**
 * Global sifting (Bachmaier, Brandenburg, Brunner & Hübner, "Global k-level crossing reduction", 2011): whole chains of
 * lanes move as one. What sorts or moves nodes in single layers cannot take a long edge to the other side of a box.
 */
import type { Arrangement } from './arrangement';
import { sortedLayers } from './layers';
import type { Side } from './slots';

/** Passes of which each saves something; hardly ever are so many needed. */
const PASSES = 10;

/** Moves the blocks of an arrangement to better places, one by one; where that ends up worse, nothing is changed. */
export function siftBlocks(arrangement: Arrangement): void {
  const before = arrangement.total();
  const kept = arrangement.items.slice();
  const blocks = new Blocks(arrangement);
  for (let pass = 0; pass < PASSES && blocks.sift(); pass++);
  arrangement.take(blocks.items());
  if (arrangement.total() > before) arrangement.take(kept);
}

/** Boxes and maximal chains of lanes, in one order from left to right that holds in all layers. */
class Blocks {
  private readonly count: number;
  private readonly of: Int32Array;
  /** Nodes of block b from the top down: `nodes[offsets[b]] …`, in layers without a gap. */
  private readonly nodes: Int32Array;
  private readonly offsets: Int32Array;
  private readonly order: Int32Array;
  private readonly position: Int32Array;
  private readonly up: Ends;
  private readonly down: Ends;

  constructor(private readonly arrangement: Arrangement) {
    const { layers, sides } = arrangement;
    const { count, from, to, node } = layers;
    const next = new Int32Array(count).fill(-1);
    const isFirst = new Uint8Array(count).fill(1);
    for (let k = 0; k < from.length; k++) {
      if (node[from[k]] >= 0 || node[to[k]] >= 0) continue;
      next[from[k]] = to[k];
      isFirst[to[k]] = 0;
    }
    this.of = new Int32Array(count);
    this.nodes = new Int32Array(count);
    const offsets = [0];
    let filled = 0;
    for (let v = 0; v < count; v++) {
      if (!isFirst[v]) continue;
      for (let w = v; w >= 0; w = next[w]) {
        this.of[w] = offsets.length - 1;
        this.nodes[filled++] = w;
      }
      offsets.push(filled);
    }
    this.offsets = Int32Array.from(offsets);
    this.count = offsets.length - 1;
    this.order = this.firstOrder();
    this.position = new Int32Array(this.count);
    this.order.forEach((b, p) => (this.position[b] = p));
    this.up = new Ends(sides.up, this.of, this.position);
    this.down = new Ends(sides.down, this.of, this.position);
  }

  /** What is left in a layer comes first; where chains cross each other, the one that is more to the left altogether. */
  private firstOrder(): Int32Array {
    const { items, offsets } = this.arrangement;
    const mean = new Float64Array(this.count);
    const waiting = new Int32Array(this.count);
    const followers: number[][] = Array.from({ length: this.count }, () => []);
    for (let l = 0; l + 1 < offsets.length; l++) {
      for (let i = offsets[l]; i < offsets[l + 1]; i++) {
        const b = this.of[items[i]];
        const height = this.offsets[b + 1] - this.offsets[b];
        mean[b] += (i - offsets[l] + 0.5) / (offsets[l + 1] - offsets[l]) / height;
        if (i === offsets[l]) continue;
        followers[this.of[items[i - 1]]].push(b);
        waiting[b]++;
      }
    }
    const order = new Int32Array(this.count);
    const isTaken = new Uint8Array(this.count);
    for (let filled = 0; filled < this.count; filled++) {
      let best = -1;
      for (let b = 0; b < this.count; b++) {
        if (isTaken[b]) continue;
        const isSooner = best < 0 || (waiting[b] === 0) > (waiting[best] === 0);
        if (isSooner || ((waiting[b] === 0) === (waiting[best] === 0) && mean[b] < mean[best])) best = b;
      }
      isTaken[best] = 1;
      order[filled] = best;
      for (const b of followers[best]) waiting[b]--;
    }
    return order;
  }

  /** Moves each block to where it saves most; tells whether any moved. */
  sift(): boolean {
    const { order, position, up, down, nodes, offsets } = this;
    let moved = false;
    for (const a of order.slice()) {
      const from = position[a];
      let best = from;
      let most = 0;
      let saved = 0;
      for (let p = from + 1; p < this.count; p++) {
        saved += this.gain(a, order[p], p);
        if (saved > most) {
          most = saved;
          best = p;
        }
      }
      saved = 0;
      for (let p = from - 1; p >= 0; p--) {
        saved += this.gain(order[p], a, p);
        if (saved > most) {
          most = saved;
          best = p;
        }
      }
      if (best === from) continue;
      moved = true;
      if (best > from) order.copyWithin(from, from + 1, best + 1);
      else order.copyWithin(best + 1, best, from);
      order[best] = a;
      for (let p = Math.min(from, best); p <= Math.max(from, best); p++) position[order[p]] = p;
      for (let i = offsets[a]; i < offsets[a + 1]; i++) {
        down.sortAround(nodes[i], up.side);
        up.sortAround(nodes[i], down.side);
      }
    }
    return moved;
  }

  /**
   * Weight of the crossings that an exchange of the neighbours a, left, and b saves. The one of them that is on its way
   * stands at `at`, as the other does.
   */
  private gain(a: number, b: number, at: number): number {
    const { layer, wish } = this.arrangement.layers;
    const { portWeight } = this.arrangement.sides;
    const { nodes, offsets, up, down } = this;
    let i = offsets[a];
    let j = offsets[b];
    const lower = layer[nodes[j]] - layer[nodes[i]];
    if (lower > 0) i += lower;
    else j -= lower;
    let gain = 0;
    for (; i < offsets[a + 1] && j < offsets[b + 1]; i++, j++) {
      const u = nodes[i];
      const v = nodes[j];
      // No wish is NaN, neither more nor less.
      if (wish[u] > wish[v]) gain += portWeight[u] * portWeight[v];
      else if (wish[u] < wish[v]) gain -= portWeight[u] * portWeight[v];
      gain += up.gain(u, v, at) + down.gain(u, v, at);
    }
    return gain;
  }

  /** The nodes of each layer in the order of their blocks. */
  items(): Int32Array {
    const { position, of } = this;
    return sortedLayers(this.arrangement.layers, (v, w) => position[of[v]] - position[of[w]]).items;
  }
}

/** A slot is a part of its block's position. */
const SLOT = 2 ** -12;

/** The links of all nodes on one side, sorted by where they end; those along a chain are kept apart. */
class Ends {
  private readonly items: Int32Array;
  private readonly last: Int32Array;
  /** Of each node: weight of its link along its own chain. */
  private readonly along: Float64Array;

  constructor(
    readonly side: Side,
    private readonly of: Int32Array,
    private readonly position: Int32Array
  ) {
    const { offsets, node, weight } = side;
    const count = offsets.length - 1;
    this.items = new Int32Array(node.length);
    this.last = new Int32Array(count);
    this.along = new Float64Array(count);
    for (let v = 0; v < count; v++) {
      let filled = offsets[v];
      for (let k = offsets[v]; k < offsets[v + 1]; k++) {
        if (of[node[k]] === of[v]) this.along[v] = weight[k];
        else this.items[filled++] = k;
      }
      this.last[v] = filled;
      this.sort(v);
    }
  }

  private at(k: number): number {
    return this.position[this.of[this.side.node[k]]] + SLOT * this.side.slot[k];
  }

  private sort(v: number): void {
    const { items } = this;
    const start = this.side.offsets[v];
    for (let i = start + 1; i < this.last[v]; i++) {
      const k = items[i];
      const own = this.at(k);
      let j = i;
      for (; j > start && this.at(items[j - 1]) > own; j--) items[j] = items[j - 1];
      items[j] = k;
    }
  }

  /** To be called when v has moved, with the side of v that its neighbours face with this one. */
  sortAround(v: number, { offsets, node }: Side): void {
    for (let k = offsets[v]; k < offsets[v + 1]; k++) this.sort(node[k]);
  }

  /** `Blocks.gain` for two nodes of one layer. */
  gain(u: number, v: number, at: number): number {
    const { items, along, last } = this;
    const { offsets, weight } = this.side;
    const uEnd = last[u];
    const vEnd = last[v];
    // Links along two chains run beside each other whatever their order.
    let gain = (along[u] > 0 ? along[u] * this.lean(v, at) : 0) - (along[v] > 0 ? along[v] * this.lean(u, at) : 0);
    if (offsets[u] === uEnd || offsets[v] === vEnd) return gain;
    let total = 0;
    for (let k = offsets[u]; k < uEnd; k++) total += weight[items[k]];
    let less = 0;
    let notMore = 0;
    let lessEnd = offsets[u];
    let notMoreEnd = offsets[u];
    for (let k = offsets[v]; k < vEnd; k++) {
      const end = this.at(items[k]);
      for (; lessEnd < uEnd && this.at(items[lessEnd]) < end; lessEnd++) less += weight[items[lessEnd]];
      for (; notMoreEnd < uEnd && this.at(items[notMoreEnd]) <= end; notMoreEnd++) notMore += weight[items[notMoreEnd]];
      gain += weight[items[k]] * (total - notMore - less);
    }
    return gain;
  }

  /** Weight of the links of v that end left of `at`, less that of those that end right of it. */
  private lean(v: number, at: number): number {
    const { items, side, last } = this;
    let sum = 0;
    for (let k = side.offsets[v]; k < last[v]; k++) {
      const end = this.position[this.of[side.node[items[k]]]];
      if (end !== at) sum += end < at ? side.weight[items[k]] : -side.weight[items[k]];
    }
    return sum;
  }
}
