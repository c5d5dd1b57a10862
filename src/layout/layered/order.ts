/**
 * The order of nodes in their layers, with few crossings: sweeps that sort each layer by the barycentres of its
 * neighbours (Sugiyama et al. 1981), the best order of all sweeps kept, then local moves as long as they help (Gansner
 * et al. 1993, Matuszewski et al. 1999), from several starts where there is time.
 */
import { Arrangement } from './arrangement';
import { sift, transpose } from './exchange';
import { nodesByLayer, type Layers } from './layers';
import { findSides, type Sides } from './slots';
import { PLAIN_STARTS, startOrder } from './start-order';
import { Sweep } from './sweep';

/** An order of the nodes in each layer. */
export interface Order {
  /** Layer l holds `items[offsets[l]]` up to, without, `items[offsets[l + 1]]`, from left to right. */
  offsets: Int32Array;
  items: Int32Array;
}

/** Work, in nodes and links, that is worth a plan's every start. */
const EFFORT = 12000;
const MOST_STARTS = 16;
/** Shuffled starts change the picture more than the input did; they have to be worth it. */
const WORTH_SHUFFLING = 0.98;

/**
 * From how many starts the orders of a plan with so many boxes and edges are searched. In steps, so that opening a box
 * hardly ever changes it for the others.
 */
export function startsFor(planSize: number): number {
  const possible = EFFORT / Math.max(1, planSize);
  return possible >= 8 ? MOST_STARTS : possible >= 4 ? 8 : possible >= 2 ? 3 : 1;
}

/** `allowed`: the most starts. */
export function orderLayers(layers: Layers, allowed: number): Order {
  const sides = findSides(layers);
  const work = layers.count + layers.from.length;
  const rounds = work < 1000 ? 24 : work < 3000 ? 12 : 4;
  const starts = Math.min(allowed, startsFor(work));
  let best: Order | null = null;
  let fewest = Infinity;
  for (let start = 0; start < starts && fewest > 0; start++) {
    const { order, crossings } = improve(layers, sides, startOrder(layers, start), rounds, starts > 1);
    if (crossings >= (start < PLAIN_STARTS ? fewest : WORTH_SHUFFLING * fewest)) continue;
    fewest = crossings;
    best = order;
  }
  return best ?? nodesByLayer(layers);
}

/** A better order, and its crossings. */
function improve(
  layers: Layers,
  sides: Sides,
  start: Order,
  rounds: number,
  thorough: boolean
): { order: Order; crossings: number } {
  const arrangement = new Arrangement(layers, sides, start);
  const sweep = new Sweep(arrangement);
  const exchange = thorough ? sift : transpose;
  const kept = arrangement.items.slice();
  let fewest = arrangement.total();
  const keepBest = (): boolean => {
    const crossings = arrangement.total();
    if (crossings >= fewest) return false;
    fewest = crossings;
    kept.set(arrangement.items);
    return true;
  };
  let idle = 0;
  for (let round = 0; round < rounds && fewest > 0 && idle < 3; round++) {
    sweep.run(round % 2 === 0, round % 4 > 1);
    idle = keepBest() ? 0 : idle + 1;
  }
  arrangement.take(kept);
  // Local moves find what averages miss; sweeps after them get out of where those are stuck.
  for (let again = 0; again < 2 && fewest > 0; again++) {
    const before = fewest;
    exchange(arrangement, thorough ? 10 : 3);
    keepBest();
    if (!thorough) break;
    sweep.run(again % 2 === 0, false);
    sweep.run(again % 2 !== 0, false);
    exchange(arrangement, 4);
    keepBest();
    arrangement.take(kept);
    if (fewest === before) break;
  }
  return { order: { offsets: start.offsets, items: kept }, crossings: fewest };
}
