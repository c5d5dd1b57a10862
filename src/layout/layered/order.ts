/**
 * The order of nodes in their layers, with few crossings: sweeps that sort each layer by the barycentres of its
 * neighbours (Sugiyama et al. 1981), from several starts where there is time; the best order of all sweeps is improved
 * by moves of whole chains (blocks.ts), then of single nodes, as long as they help (Gansner et al. 1993, Matuszewski et
 * al. 1999).
 */
import { Arrangement } from './arrangement';
import { siftBlocks } from './blocks';
import { sift, transpose } from './exchange';
import { nodesByLayer, type Layers } from './layers';
import { findSides } from './slots';
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
const MOST_STARTS = 8;
/** Shuffled starts change the picture more than the input did; they have to be worth it. */
const WORTH_SHUFFLING = 0.98;
/** So much work, and not more, is little enough to move whole blocks: that takes its square. */
export const FEW = 3000;

/**
 * From how many starts the orders of a plan with so many boxes and edges are searched. In steps, so that opening a box
 * hardly ever changes it for the others.
 */
export function startsFor(planSize: number): number {
  const possible = EFFORT / Math.max(1, planSize);
  return possible >= 4 ? MOST_STARTS : possible >= 2 ? 3 : 1;
}

/** `allowed`: the most starts. */
export function orderLayers(layers: Layers, allowed: number): Order {
  const sides = findSides(layers);
  const starts = Math.min(allowed, startsFor(workOf(layers)));
  let best: Arrangement | null = null;
  let fewest = Infinity;
  for (let start = 0; start < starts && fewest > 0; start++) {
    const arrangement = new Arrangement(layers, sides, startOrder(layers, start));
    const crossings = sweepDownAndUp(arrangement);
    if (crossings >= (start < PLAIN_STARTS ? fewest : WORTH_SHUFFLING * fewest)) continue;
    fewest = crossings;
    best = arrangement;
  }
  if (best === null) return nodesByLayer(layers);
  if (starts > 1 && fewest > 0 && workOf(layers) <= FEW) siftBlocks(best);
  moveNodes(best, starts > 1);
  return orderOf(best);
}

/** A better order than the one given, by moves of single nodes. */
export function improveOrder(layers: Layers, order: Order): Order {
  const arrangement = new Arrangement(layers, findSides(layers), order);
  moveNodes(arrangement, true);
  return orderOf(arrangement);
}

function orderOf({ offsets, items }: Arrangement): Order {
  return { offsets, items };
}

export function workOf({ count, from }: Layers): number {
  return count + from.length;
}

/** Leaves the best order of all sweeps; returns its crossings. */
function sweepDownAndUp(arrangement: Arrangement): number {
  const work = workOf(arrangement.layers);
  const rounds = work < 1000 ? 24 : work < 3000 ? 12 : 4;
  const sweep = new Sweep(arrangement);
  const best = new Best(arrangement);
  let idle = 0;
  for (let round = 0; round < rounds && best.crossings > 0 && idle < 3; round++) {
    sweep.run(round % 2 === 0, round % 4 > 1);
    idle = best.keep() ? 0 : idle + 1;
  }
  best.restore();
  return best.crossings;
}

/** Local moves find what averages miss; sweeps after them get out of where those are stuck. */
function moveNodes(arrangement: Arrangement, thorough: boolean): void {
  const best = new Best(arrangement);
  const exchange = thorough ? sift : transpose;
  const sweep = new Sweep(arrangement);
  for (let again = 0; again < 2 && best.crossings > 0; again++) {
    const before = best.crossings;
    exchange(arrangement, thorough ? 10 : 3);
    best.keep();
    if (!thorough) break;
    sweep.run(again % 2 === 0, false);
    sweep.run(again % 2 !== 0, false);
    exchange(arrangement, 4);
    best.keep();
    best.restore();
    if (best.crossings === before) break;
  }
  best.restore();
}

/** The best order that an arrangement has had. */
class Best {
  crossings: number;
  private readonly items: Int32Array;

  constructor(private readonly arrangement: Arrangement) {
    this.crossings = arrangement.total();
    this.items = arrangement.items.slice();
  }

  /** Keeps the order at hand if it is better; tells whether it is. */
  keep(): boolean {
    const crossings = this.arrangement.total();
    if (crossings >= this.crossings) return false;
    this.crossings = crossings;
    this.items.set(this.arrangement.items);
    return true;
  }

  restore(): void {
    this.arrangement.take(this.items);
  }
}
