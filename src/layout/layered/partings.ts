/**
 * Segments of one net share their lanes. Where some had better pass a box on its other side, they part from the others:
 * first each segment gets lanes of its own and whole chains of them move; those that stay beside each other share again.
 */
import { Arrangement } from './arrangement';
import { siftBlocks } from './blocks';
import { sortedLayers, type Layers } from './layers';
import type { Level } from './level';
import { FEW, improveOrder, workOf, type Order } from './order';
import { findSides } from './slots';

/** Lines that part are more to look at: of the weight of all crossings, no more than so much may be left. */
const WORTH = 0.97;

export interface Ordered {
  layers: Layers;
  order: Order;
}

/** `build` makes the layers of the same segments with other nets. */
export function partNets(level: Level, shared: Ordered, build: (net: Int32Array) => Layers): Ordered {
  const { segments, laneCount } = shared.layers;
  if (workOf(shared.layers) > FEW || !sharesLanes(level, shared.layers)) return shared;
  const before = new Arrangement(shared.layers, findSides(shared.layers), shared.order).total();
  if (before === 0) return shared;
  const apart = build(Int32Array.from(level.net.keys()));
  if (workOf(apart) > FEW || apart.laneCount.some((lanes, i) => lanes < 0 || lanes !== laneCount[i])) return shared;
  const arrangement = new Arrangement(apart, findSides(apart), orderLike(level, shared, apart));
  siftBlocks(arrangement);
  if (arrangement.total() > WORTH * before) return shared;
  const net = level.net.slice();
  join(level, { layers: apart, order: arrangement }).forEach((group, i) => (net[segments[i]] = group));
  const layers = build(net);
  return { layers, order: improveOrder(layers, orderLike(level, { layers: apart, order: arrangement }, layers)) };
}

function sharesLanes({ net }: Level, { segments, laneCount }: Layers): boolean {
  const seen = new Set<number>();
  return segments.some((segment, i) => laneCount[i] > 0 && seen.size === seen.add(net[segment]).size);
}

/** The order of layers that differ in their lanes only: lanes that were one stand as their ends do. */
function orderLike(level: Level, like: Ordered, layers: Layers): Order {
  const place = placesIn(like);
  const key = Float64Array.from({ length: layers.count }, (_, v) => place[v]);
  for (let i = 0; i < layers.segments.length; i++) {
    const end = place[layers.localOf[level.to[layers.segments[i]]]] / (2 * like.layers.count);
    for (let k = 0; k < layers.laneCount[i]; k++)
      key[layers.firstLane[i] + k] = place[like.layers.firstLane[i] + k] + end;
  }
  return sortedLayers(layers, (a, b) => key[a] - key[b]);
}

/** From the left of its layer. */
function placesIn({ layers, order }: Ordered): Int32Array {
  const place = new Int32Array(layers.count);
  for (let l = 0; l < layers.layerCount; l++)
    for (let i = order.offsets[l]; i < order.offsets[l + 1]; i++) place[order.items[i]] = i - order.offsets[l];
  return place;
}

/** Segments that run together: their net, and the places from first to last that they take in each row on their way. */
interface Bundle {
  net: number;
  first: number[];
  last: number[];
}

/** Of each segment: the number of its bundle. All lanes of a bundle stand beside each other in all rows. */
function join(level: Level, apart: Ordered): Int32Array {
  const { segments, firstLane, laneCount } = apart.layers;
  const place = placesIn(apart);
  const bundles: Bundle[] = [];
  const bundleOf = new Int32Array(segments.length);
  const sequence = Array.from(segments.keys());
  // In the first row; those that have no lane may go with any.
  sequence.sort((a, b) => place[firstLane[a]] - place[firstLane[b]]);
  for (const i of sequence) {
    const net = level.net[segments[i]];
    const places = Array.from({ length: laneCount[i] }, (_, k) => place[firstLane[i] + k]);
    const isBeside = ({ first, last }: Bundle): boolean =>
      places.every((p, k) => k >= first.length || p === first[k] - 1 || p === last[k] + 1);
    let known = bundles.findIndex(bundle => bundle.net === net && isBeside(bundle));
    if (known < 0) known = bundles.push({ net, first: [], last: [] }) - 1;
    const { first, last } = bundles[known];
    places.forEach((p, k) => {
      first[k] = Math.min(p, first[k] ?? p);
      last[k] = Math.max(p, last[k] ?? p);
    });
    bundleOf[i] = known;
  }
  return bundleOf;
}
