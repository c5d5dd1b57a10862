/**
 * Which nodes stand exactly above each other. Between two layers, the links to be drawn straight are the heaviest set
 * of candidates of which no two cross or meet: a heaviest increasing subsequence, O(links · log nodes). This takes the
 * place of the vertical alignment of Brandes & Köpf ("Fast and simple horizontal coordinate assignment", 2001), whose
 * four greedy alignments are only averaged later. Straight candidates may start and end at ports, as in Rüegg et al.
 * ("Size- and port-aware horizontal node coordinate assignment", 2015).
 */
import type { Order } from './order';
import type { Layers } from './layers';

export interface Blocks {
  count: number;
  /** Of each node: its block, and its middle from the block's position. */
  block: Int32Array;
  offset: Float64Array;
}

/** A spine that bends is worse than a long edge that does, but not than two. */
const LANE_WEIGHT = 4;
const SPINE_WEIGHT = 6;
const END_WEIGHT = 1;

export function alignNodes(layers: Layers, order: Order): Blocks {
  const position = new Int32Array(layers.count);
  for (let l = 0; l < layers.layerCount; l++) {
    for (let i = order.offsets[l]; i < order.offsets[l + 1]; i++) position[order.items[i]] = i - order.offsets[l];
  }
  const straight = chooseStraight(layers, order, position);
  const block = new Int32Array(layers.count);
  const offset = new Float64Array(layers.count);
  let count = 0;
  for (let i = 0; i < order.items.length; i++) {
    const v = order.items[i];
    const link = straight[v];
    if (link < 0) {
      block[v] = count++;
      continue;
    }
    const u = layers.from[link];
    block[v] = block[u];
    offset[v] = offset[u] + layers.fromAt[link] - layers.toAt[link];
  }
  return { count, block, offset };
}

/** For each node the straight link that comes from above, or -1. */
function chooseStraight(layers: Layers, order: Order, position: Int32Array): Int32Array {
  const { from, to, node, below } = layers;
  const mainOut = new Int32Array(layers.count);
  const mainIn = new Int32Array(layers.count);
  for (let v = 0; v < layers.count; v++) {
    mainOut[v] = mainLink(layers.below, v, to, layers.rise, position);
    mainIn[v] = mainLink(layers.above, v, from, layers.depth, position);
  }
  const straight = new Int32Array(layers.count).fill(-1);
  const weight = new Float64Array(from.length);
  const previous = new Int32Array(from.length);
  let candidates = new Int32Array(16);
  let tree = new Int32Array(16);
  for (let l = 0; l + 1 < layers.layerCount; l++) {
    let length = 0;
    for (let i = order.offsets[l]; i < order.offsets[l + 1]; i++) {
      const u = order.items[i];
      const start = length;
      for (let k = below.offsets[u]; k < below.offsets[u + 1]; k++) {
        const link = below.items[k];
        const v = to[link];
        if (node[u] < 0 && node[v] < 0) weight[link] = LANE_WEIGHT;
        else if (mainOut[u] === link && mainIn[v] === link)
          weight[link] = node[u] < 0 || node[v] < 0 ? END_WEIGHT : SPINE_WEIGHT;
        else continue;
        if (length === candidates.length) candidates = grown(candidates);
        // From one node, rightmost first: then no two of them can be in one increasing sequence.
        let j = length++;
        for (; j > start && position[to[candidates[j - 1]]] < position[v]; j--) candidates[j] = candidates[j - 1];
        candidates[j] = link;
      }
    }
    const size = order.offsets[l + 2] - order.offsets[l + 1];
    if (tree.length <= size) tree = new Int32Array(2 * size + 1);
    tree.fill(-1, 0, size + 1);
    let heaviest = -1;
    for (let c = 0; c < length; c++) {
      const link = candidates[c];
      let before = -1;
      for (let t = position[to[link]]; t > 0; t -= t & -t) {
        if (tree[t] >= 0 && (before < 0 || weight[tree[t]] > weight[before])) before = tree[t];
      }
      previous[link] = before;
      if (before >= 0) weight[link] += weight[before];
      for (let t = position[to[link]] + 1; t <= size; t += t & -t) {
        if (tree[t] < 0 || weight[link] > weight[tree[t]]) tree[t] = link;
      }
      if (heaviest < 0 || weight[link] > weight[heaviest]) heaviest = link;
    }
    for (let link = heaviest; link >= 0; link = previous[link]) straight[to[link]] = link;
  }
  return straight;
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/**
 * The link by which a node goes on: to the neighbour with the longest way behind it. Of equals the middle one; of an
 * even number of equals none, so that the node comes to stand between them.
 */
function mainLink(
  links: { offsets: Int32Array; items: Int32Array },
  v: number,
  ends: Int32Array,
  length: Int32Array,
  position: Int32Array
): number {
  const start = links.offsets[v];
  const end = links.offsets[v + 1];
  let longest = -1;
  let equals = 0;
  let main = -1;
  for (let k = start; k < end; k++) {
    const reach = length[ends[links.items[k]]];
    if (reach > longest) {
      longest = reach;
      equals = 1;
      main = links.items[k];
    } else if (reach === longest) equals++;
  }
  if (equals === 1) return main;
  if (equals % 2 === 0) return -1;
  const best = links.items.slice(start, end).filter(link => length[ends[link]] === longest);
  best.sort((a, b) => position[ends[a]] - position[ends[b]] || a - b);
  return best[(equals - 1) / 2];
}
