/**
 * Where links meet the sides of a node: those that meet an open box at different ports meet different *slots* of it, so
 * that the order of the ports counts too. And links as lists by node, which all sorting and counting reads.
 */
import type { Buckets } from './bucket';
import type { Layers } from './layers';

/** The links of all nodes on one side. */
export interface Side {
  /** Links of node v: `offsets[v]` up to, without, `offsets[v + 1]`, by their slots at v. */
  offsets: Int32Array;
  /** The node at the other end, the slot there, the slot at v, the weight. */
  node: Int32Array;
  slot: Int32Array;
  own: Int32Array;
  weight: Int32Array;
  /** Number of slots of v on this side, at least 1. */
  slots: Int32Array;
}

export interface Sides {
  up: Side;
  down: Side;
  /** Of a port with a wish: the place of that among the wishes of its layer, from 1, equal for equal ones; else 0. */
  wishRank: Int32Array;
  /** Of a port: the weight of all its links. */
  portWeight: Float64Array;
}

export function findSides(layers: Layers): Sides {
  const { above, below, from, to, fromAt, toAt, weight, count } = layers;
  const fromSlot = new Int32Array(from.length);
  const toSlot = new Int32Array(from.length);
  const belowSlots = new Int32Array(count).fill(1);
  const aboveSlots = new Int32Array(count).fill(1);
  for (let v = 0; v < count; v++) {
    if (layers.node[v] < 0) continue;
    number(below.items, below.offsets[v], below.offsets[v + 1], fromAt, fromSlot, belowSlots, v);
    number(above.items, above.offsets[v], above.offsets[v + 1], toAt, toSlot, aboveSlots, v);
  }
  const aboveItems = bySlot(above, toSlot, aboveSlots);
  const belowItems = bySlot(below, fromSlot, belowSlots);
  const pick = (column: ArrayLike<number>, items: Int32Array): Int32Array => {
    const picked = new Int32Array(items.length);
    for (let k = 0; k < items.length; k++) picked[k] = column[items[k]];
    return picked;
  };
  return {
    up: {
      offsets: above.offsets,
      node: pick(from, aboveItems),
      slot: pick(fromSlot, aboveItems),
      own: pick(toSlot, aboveItems),
      weight: pick(weight, aboveItems),
      slots: aboveSlots
    },
    down: {
      offsets: below.offsets,
      node: pick(to, belowItems),
      slot: pick(toSlot, belowItems),
      own: pick(fromSlot, belowItems),
      weight: pick(weight, belowItems),
      slots: belowSlots
    },
    wishRank: rankWishes(layers),
    portWeight: weighPorts(layers)
  };
}

function bySlot({ offsets, items }: Buckets, slot: Int32Array, slots: Int32Array): Int32Array {
  const sorted = items.slice();
  for (let v = 0; v < slots.length; v++) {
    if (slots[v] > 1) sorted.subarray(offsets[v], offsets[v + 1]).sort((a, b) => slot[a] - slot[b] || a - b);
  }
  return sorted;
}

/** Where there are wishes: what the edges of each port weigh outside. */
function weighPorts({ count, from, to, weight, wish }: Layers): Float64Array {
  const sum = new Float64Array(count);
  for (let k = 0; k < from.length; k++) {
    if (!Number.isNaN(wish[from[k]])) sum[from[k]] += weight[k];
    if (!Number.isNaN(wish[to[k]])) sum[to[k]] += weight[k];
  }
  return sum;
}

function rankWishes({ count, layer, wish }: Layers): Int32Array {
  const rank = new Int32Array(count);
  const ports: number[] = [];
  for (let v = 0; v < count; v++) if (!Number.isNaN(wish[v])) ports.push(v);
  ports.sort((a, b) => layer[a] - layer[b] || wish[a] - wish[b]);
  for (let i = 0; i < ports.length; i++) {
    const first = i === 0 || layer[ports[i]] !== layer[ports[i - 1]];
    rank[ports[i]] = first ? 1 : rank[ports[i - 1]] + (wish[ports[i]] > wish[ports[i - 1]] ? 1 : 0);
  }
  return rank;
}

/** Numbers the different places among those at which links of v meet it. */
function number(
  items: Int32Array,
  start: number,
  end: number,
  at: Float64Array,
  slot: Int32Array,
  count: Int32Array,
  v: number
): void {
  let k = start + 1;
  while (k < end && at[items[k]] === at[items[start]]) k++;
  if (k >= end) return;
  const sorted = items.slice(start, end).sort((a, b) => at[a] - at[b]);
  for (let i = 1; i < sorted.length; i++)
    slot[sorted[i]] = slot[sorted[i - 1]] + (at[sorted[i]] > at[sorted[i - 1]] ? 1 : 0);
  count[v] = slot[sorted[sorted.length - 1]] + 1;
}
