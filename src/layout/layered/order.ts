/**
 * The order of nodes in their layers, with few crossings: sweeps that sort each layer by the barycentres of its
 * neighbours (Sugiyama et al. 1981), the best order of all sweeps kept, then local moves as long as they help (Gansner
 * et al. 1993, Matuszewski et al. 1999), from several starts where there is time.
 */
import { CrossingCounter, findSlots, type Order, type Slots } from './crossings';
import { sift, transpose } from './exchange';
import { nodesByLayer, type Layers } from './layers';
import { PLAIN_STARTS, startOrder } from './start-order';
import { Sweep } from './sweep';

/** Work, in nodes and links, that is worth a plan's every start. */
const EFFORT = 4000;
const MOST_STARTS = 8;
/** Shuffled starts change the picture more than the input did; they have to be worth it. */
const WORTH_SHUFFLING = 0.95;

/** `planSize`: of how many boxes and edges this is a part; large plans are searched less. */
export function orderLayers(layers: Layers, planSize: number): Order {
  const slots = findSlots(layers);
  const counter = new CrossingCounter(layers, slots);
  const work = layers.count + layers.from.length;
  const rounds = work < 1000 ? 24 : work < 10000 ? 12 : 8;
  const starts = Math.max(1, Math.min(MOST_STARTS, Math.floor(EFFORT / Math.max(work, planSize))));
  let best: Order | null = null;
  let fewest = Infinity;
  for (let start = 0; start < starts && fewest > 0; start++) {
    const order = startOrder(layers, start);
    const crossings = improve(layers, slots, counter, order, rounds, starts > 1);
    if (crossings >= (start < PLAIN_STARTS ? fewest : WORTH_SHUFFLING * fewest)) continue;
    fewest = crossings;
    best = order;
  }
  return best ?? nodesByLayer(layers);
}

/** Improves an order in place and tells its crossings. */
function improve(
  layers: Layers,
  slots: Slots,
  counter: CrossingCounter,
  order: Order,
  rounds: number,
  thorough: boolean
): number {
  const sweep = new Sweep(layers, slots);
  const exchange = thorough ? sift : transpose;
  const kept = order.items.slice();
  let fewest = counter.total(order);
  const keepBest = (): boolean => {
    const crossings = counter.total(order);
    if (crossings >= fewest) return false;
    fewest = crossings;
    kept.set(order.items);
    return true;
  };
  let idle = 0;
  for (let round = 0; round < rounds && fewest > 0 && idle < 3; round++) {
    sweep.run(order, round % 2 === 0, round % 4 > 1);
    idle = keepBest() ? 0 : idle + 1;
  }
  order.items.set(kept);
  // Local moves find what averages miss; sweeps after them get out of where those are stuck.
  for (let again = 0; again < 2 && fewest > 0; again++) {
    const before = fewest;
    exchange(layers, slots, order, 10);
    keepBest();
    sweep.run(order, again % 2 === 0, false);
    sweep.run(order, again % 2 !== 0, false);
    exchange(layers, slots, order, 4);
    keepBest();
    order.items.set(kept);
    if (fewest === before) break;
  }
  return fewest;
}
