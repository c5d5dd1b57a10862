/**
 * A component of a level as proper layers: where a segment would pass through rows, a *lane* stands in for it in each
 * of them (Sugiyama, Tagawa & Toda, "Methods for visual understanding of hierarchical system structures", 1981: dummy
 * vertices). Segments of one net share their lanes, as hyperedges do.
 */
import { bucket, type Buckets } from './bucket';
import type { Level } from './level';
import { BOX_GAP, LANE_BOX_GAP, LANE_GAP } from './spacing';

export interface Layers {
  /** Number of nodes: boxes and ports first, then lanes. */
  count: number;
  /** The level's node, or -1 for a lane. */
  node: Int32Array;
  halfWidth: Float64Array;
  /** `Level.wish`, NaN for lanes. */
  wish: Float64Array;
  /** Row of the level. */
  layer: Int32Array;
  firstLayer: number;
  layerCount: number;
  /** Links join nodes of neighbouring layers. */
  from: Int32Array;
  to: Int32Array;
  /** Where a link meets its nodes, from their middles. */
  fromAt: Float64Array;
  toAt: Float64Array;
  /** 1 where a link may reach the upper side of its lower end anywhere; `toAt` is its middle then. */
  toIsFree: Uint8Array;
  /**
   * How much a crossing of this link counts: as much as the edges that run in it, and a little more where a line ought to
   * go straight on.
   */
  weight: Int32Array;
  /** Links by lower and by upper end. */
  above: Buckets;
  below: Buckets;
  /** Longest way in boxes from the top to a node, and from it to the bottom. */
  depth: Int32Array;
  rise: Int32Array;
  /**
   * Segments of this component, and each one's first lane and number of lanes; -1 lanes: it runs in a channel beside all.
   */
  segments: Int32Array;
  firstLane: Int32Array;
  laneCount: Int32Array;
  /** Of nodes of the level that are in this component: their number here. */
  localOf: Int32Array;
}

/** The least distance between the middles of neighbours a, left, and b. */
export function separation(layers: Layers, a: number, b: number): number {
  const lanes = (layers.node[a] < 0 ? 1 : 0) + (layers.node[b] < 0 ? 1 : 0);
  const gap = lanes === 0 ? BOX_GAP : lanes === 1 ? LANE_BOX_GAP : LANE_GAP;
  return layers.halfWidth[a] + gap + layers.halfWidth[b];
}

/** `local` is of the level's size, and takes up the numbers of this component's nodes. */
export function buildLayers(
  level: Level,
  rank: Int32Array,
  nodes: Int32Array,
  segments: Int32Array,
  local: Int32Array
): Layers {
  let firstLayer = Infinity;
  let lastLayer = 0;
  for (let i = 0; i < nodes.length; i++) {
    local[nodes[i]] = i;
    firstLayer = Math.min(firstLayer, rank[nodes[i]]);
    lastLayer = Math.max(lastLayer, rank[nodes[i]]);
  }
  const { first, lanes, total } = assignLanes(level, rank, segments, nodes.length);
  const count = nodes.length + total;
  const node = new Int32Array(count).fill(-1);
  const halfWidth = new Float64Array(count);
  const wish = new Float64Array(count).fill(NaN);
  const layer = new Int32Array(count);
  for (let i = 0; i < nodes.length; i++) {
    node[i] = nodes[i];
    halfWidth[i] = level.width[nodes[i]] / 2;
    wish[i] = level.wish[nodes[i]];
    layer[i] = rank[nodes[i]];
  }
  const capacity = segments.length + total;
  const from = new Int32Array(capacity);
  const to = new Int32Array(capacity);
  const fromAt = new Float64Array(capacity);
  const toAt = new Float64Array(capacity);
  const toIsFree = new Uint8Array(capacity);
  const weight = new Int32Array(capacity);
  /** Of each lane: the link into it, one more than its number. */
  const made = new Int32Array(total);
  let links = 0;
  for (let s = 0; s < segments.length; s++) {
    if (lanes[s] < 0) continue;
    const segment = segments[s];
    const u = local[level.from[segment]];
    const v = local[level.to[segment]];
    const start = level.fromAt[segment] - halfWidth[u];
    const isFree = Number.isNaN(level.toAt[segment]);
    let previous = u;
    for (let k = 0; k < lanes[s]; k++) {
      const lane = first[s] + k;
      if (!made[lane - nodes.length]) {
        made[lane - nodes.length] = links + 1;
        layer[lane] = layer[u] + 1 + k;
        from[links] = previous;
        to[links] = lane;
        fromAt[links++] = previous === u ? start : 0;
      }
      weight[made[lane - nodes.length] - 1] += LIGHT * level.load[segment];
      previous = lane;
    }
    weight[links] = LIGHT * level.load[segment];
    from[links] = previous;
    to[links] = v;
    fromAt[links] = previous === u ? start : 0;
    toIsFree[links] = isFree ? 1 : 0;
    toAt[links++] = isFree ? 0 : level.toAt[segment] - halfWidth[v];
  }
  const layers: Layers = {
    count,
    node,
    halfWidth,
    wish,
    layer,
    firstLayer,
    layerCount: lastLayer - firstLayer + 1,
    from: from.subarray(0, links),
    to: to.subarray(0, links),
    fromAt: fromAt.subarray(0, links),
    toAt: toAt.subarray(0, links),
    toIsFree: toIsFree.subarray(0, links),
    weight: weight.subarray(0, links),
    above: bucket(to.subarray(0, links), count),
    below: bucket(from.subarray(0, links), count),
    depth: new Int32Array(count),
    rise: new Int32Array(count),
    segments,
    firstLane: first,
    laneCount: lanes,
    localOf: local
  };
  measureSpines(layers);
  return layers;
}

/** Gives each net one lane per row on its way, unless there would be too many: then the longest segments go without, and run in channels. */
function assignLanes(
  level: Level,
  rank: Int32Array,
  segments: Int32Array,
  nodes: number
): { first: Int32Array; lanes: Int32Array; total: number } {
  const limit = Math.max(1000 + nodes, 6000 - 8 * nodes);
  const span = new Int32Array(segments.length);
  const net = new Int32Array(segments.length);
  const numbers = new Map<number, number>();
  let longest = 0;
  for (let s = 0; s < segments.length; s++) {
    span[s] = rank[level.to[segments[s]]] - rank[level.from[segments[s]]] - 1;
    longest = Math.max(longest, span[s]);
    const known = numbers.get(level.net[segments[s]]);
    net[s] = known ?? numbers.size;
    if (known === undefined) numbers.set(level.net[segments[s]], net[s]);
  }
  const reach = new Int32Array(numbers.size);
  let total: number;
  for (let allowed = longest; ; allowed = Math.floor(allowed * 0.7)) {
    reach.fill(0);
    total = 0;
    for (let s = 0; s < segments.length; s++) {
      if (span[s] > allowed || span[s] <= reach[net[s]]) continue;
      total += span[s] - reach[net[s]];
      reach[net[s]] = span[s];
    }
    if (total <= limit) break;
  }
  const firstOfNet = new Int32Array(numbers.size);
  let next = nodes;
  for (let n = 0; n < reach.length; n++) {
    firstOfNet[n] = next;
    next += reach[n];
  }
  const first = new Int32Array(segments.length);
  const lanes = new Int32Array(segments.length);
  for (let s = 0; s < segments.length; s++) {
    first[s] = firstOfNet[net[s]];
    lanes[s] = span[s] <= reach[net[s]] ? span[s] : -1;
  }
  return { first, lanes, total };
}

/** Crossings of few heavy links are better than of more light ones: 2 · 8 · 8 > 10 · 10. */
const LIGHT = 8;
const HEAVY = 10 / 8;
function measureSpines(layers: Layers): void {
  const { from, to, above, below, node, depth, rise, count } = layers;
  const byLayer = nodesByLayer(layers);
  for (let i = 0; i < count; i++) {
    const v = byLayer.items[i];
    for (let k = above.offsets[v]; k < above.offsets[v + 1]; k++) {
      const u = from[above.items[k]];
      depth[v] = Math.max(depth[v], depth[u] + (node[v] < 0 ? 0 : 1));
    }
  }
  for (let i = count - 1; i >= 0; i--) {
    const u = byLayer.items[i];
    for (let k = below.offsets[u]; k < below.offsets[u + 1]; k++) {
      const v = to[below.items[k]];
      rise[u] = Math.max(rise[u], rise[v] + (node[u] < 0 ? 0 : 1));
    }
  }
  for (let link = 0; link < from.length; link++) {
    const u = from[link];
    const v = to[link];
    if (node[u] < 0 && node[v] < 0) layers.weight[link] *= HEAVY;
    else if (node[u] >= 0 && node[v] >= 0 && depth[v] === depth[u] + 1 && rise[u] === rise[v] + 1)
      layers.weight[link] *= HEAVY;
  }
}

/** Nodes of each layer, in index order. */
export function nodesByLayer(layers: Layers): Buckets {
  const key = new Int32Array(layers.count);
  for (let v = 0; v < layers.count; v++) key[v] = layers.layer[v] - layers.firstLayer;
  return bucket(key, layers.layerCount);
}

/** Nodes of each layer, in the order that `compare` gives. */
export function sortedLayers(layers: Layers, compare: (a: number, b: number) => number): Buckets {
  const { offsets, items } = nodesByLayer(layers);
  for (let l = 0; l < layers.layerCount; l++) items.subarray(offsets[l], offsets[l + 1]).sort(compare);
  return { offsets, items };
}
