/**
 * Global sifting (Bachmaier, Brandenburg, Brunner & Hübner, "Global k-level crossing reduction", 2011): whole chains of
 * lanes move as one. What sorts or moves nodes in single layers cannot take a long edge to the other side of a box.
 */
import type { Arrangement } from './arrangement';
import { sortedLayers } from './layers';
import type { Side } from './slots';

/** What later passes save is little: 1 % of all on the real graphs of the tests. */
const PASSES = 4;

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
  /** The layers of its first and its last node. */
  private readonly top: Int32Array;
  private readonly bottom: Int32Array;
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
    this.top = Int32Array.from({ length: this.count }, (_, b) => layers.layer[this.nodes[offsets[b]]]);
    this.bottom = Int32Array.from({ length: this.count }, (_, b) => layers.layer[this.nodes[offsets[b + 1] - 1]]);
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
    const { order, position, up, down, nodes, offsets, top, bottom } = this;
    let moved = false;
    for (const a of order.slice()) {
      const isBeside = (b: number): boolean => top[b] <= bottom[a] && bottom[b] >= top[a];
      const from = position[a];
      let best = from;
      let most = 0;
      let saved = 0;
      for (let p = from + 1; p < this.count; p++) {
        if (!isBeside(order[p])) continue;
        saved += this.gain(a, order[p], p);
        if (saved > most) {
          most = saved;
          best = p;
        }
      }
      saved = 0;
      for (let p = from - 1; p >= 0; p--) {
        if (!isBeside(order[p])) continue;
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
   * Weight of the crossings that an exchange of the neighbours a, left, and b saves, which have layers in common. The
   * one of them that is on its way stands at `at`, as the other does.
   */
  private gain(a: number, b: number, at: number): number {
    const { top, bottom, nodes, offsets, up, down } = this;
    const first = Math.max(top[a], top[b]);
    const rows = Math.min(bottom[a], bottom[b]) - first + 1;
    const { wish } = this.arrangement.layers;
    const { portWeight } = this.arrangement.sides;
    const end = offsets[a] + first - top[a] + rows;
    let gain = 0;
    for (let i = end - rows, j = offsets[b] + first - top[b]; i < end; i++, j++) {
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
  /** Links of node v: `first[v]` up to, without, `last[v]`. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** The block and the slot at the other end, the weight. */
  private readonly block: Int32Array;
  private readonly slot: Float64Array;
  private readonly weight: Float64Array;
  /** Of each node: weight of its link along its own chain, and of all others. */
  private readonly along: Float64Array;
  private readonly total: Float64Array;

  constructor(
    readonly side: Side,
    of: Int32Array,
    private readonly position: Int32Array
  ) {
    const { offsets, node, slot, weight } = side;
    const count = offsets.length - 1;
    this.first = offsets.subarray(0, count);
    this.last = new Int32Array(count);
    this.block = new Int32Array(node.length);
    this.slot = new Float64Array(node.length);
    this.weight = new Float64Array(node.length);
    this.along = new Float64Array(count);
    this.total = new Float64Array(count);
    for (let v = 0; v < count; v++) {
      let filled = offsets[v];
      for (let k = offsets[v]; k < offsets[v + 1]; k++) {
        if (of[node[k]] === of[v]) {
          this.along[v] = weight[k];
          continue;
        }
        this.block[filled] = of[node[k]];
        this.slot[filled] = SLOT * slot[k];
        this.weight[filled++] = weight[k];
        this.total[v] += weight[k];
      }
      this.last[v] = filled;
      this.sort(v);
    }
  }

  private sort(v: number): void {
    const { position, block, slot, weight, first } = this;
    for (let i = first[v] + 1; i < this.last[v]; i++) {
      const [b, s, w] = [block[i], slot[i], weight[i]];
      const own = position[b] + s;
      let j = i;
      for (; j > first[v] && position[block[j - 1]] + slot[j - 1] > own; j--) {
        block[j] = block[j - 1];
        slot[j] = slot[j - 1];
        weight[j] = weight[j - 1];
      }
      block[j] = b;
      slot[j] = s;
      weight[j] = w;
    }
  }

  /** To be called when v has moved, with the side of v that its neighbours face with this one. */
  sortAround(v: number, { offsets, node }: Side): void {
    for (let k = offsets[v]; k < offsets[v + 1]; k++) this.sort(node[k]);
  }

  /** `Blocks.gain` for two nodes of one layer. */
  gain(u: number, v: number, at: number): number {
    const { along, first, last, position, block, slot, weight } = this;
    // Links along two chains run beside each other whatever their order.
    let gain = (along[u] > 0 ? along[u] * this.lean(v, at) : 0) - (along[v] > 0 ? along[v] * this.lean(u, at) : 0);
    const uEnd = last[u];
    const vEnd = last[v];
    const total = this.total[u];
    let lessEnd = first[u];
    let notMoreEnd = first[u];
    if (lessEnd === uEnd) return gain;
    let less = 0;
    let notMore = 0;
    for (let k = first[v]; k < vEnd; k++) {
      const end = position[block[k]] + slot[k];
      for (; lessEnd < uEnd && position[block[lessEnd]] + slot[lessEnd] < end; lessEnd++) less += weight[lessEnd];
      for (; notMoreEnd < uEnd && position[block[notMoreEnd]] + slot[notMoreEnd] <= end; notMoreEnd++)
        notMore += weight[notMoreEnd];
      gain += weight[k] * (total - notMore - less);
    }
    return gain;
  }

  /** Weight of the links of v that end left of `at`, less that of those that end right of it. */
  private lean(v: number, at: number): number {
    const { position, block, weight, first, last } = this;
    let sum = 0;
    for (let k = first[v]; k < last[v]; k++) {
      const end = position[block[k]];
      if (end !== at) sum += end < at ? weight[k] : -weight[k];
    }
    return sum;
  }
}
