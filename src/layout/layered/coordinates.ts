/**
 * Horizontal coordinates. Blocks of aligned nodes are moved as one; they minimize the sum of squares of what links run
 * sideways, as far as the least distances between neighbours permit (the quadratic program of Dwyer, Koren & Marriott,
 * "Constrained graph layout by stress majorization and gradient projection", 2009). Solved by Gauss-Seidel steps: each
 * block to the mean of what its links ask for and its neighbours press, then each distance that is too small corrected,
 * and the pressure remembered (Hildreth, "A quadratic programming procedure", 1957). Means make what is symmetrical
 * look so.
 */
import { alignNodes, type Blocks } from './align';
import { bucket, type Buckets } from './bucket';
import type { Order } from './order';
import { Distances } from './distances';
import type { Layers } from './layers';
import { CORNER } from './spacing';

/** When no block moves farther than this in a round, all are where they belong. */
const STILL = 0.25;
/** Bends up to this width look like mistakes. */
const SMALL_BEND = 20;
const STRAIGHTEN_PASSES = 6;

/** The middles of all nodes; nothing is left of 0. */
export function assignCoordinates(layers: Layers, order: Order): Float64Array {
  const blocks = alignNodes(layers, order);
  const distances = new Distances(layers, order, blocks);
  const pull = new Pull(layers, blocks);
  const rounds = layers.count < 1000 ? 100 : layers.count < 2000 ? 30 : 12;
  const x = new Float64Array(blocks.count);
  distances.keep(x);
  for (let round = 0; round < rounds; round++) {
    const farthest = pull.apply(x, distances.pressure, round % 2 === 0);
    distances.press(x, pull.weight);
    if (farthest < STILL) break;
  }
  distances.keep(x);
  for (let b = 0; b < x.length; b++) x[b] = Math.round(x[b]);
  pull.straighten(x, distances);
  const middle = new Float64Array(layers.count);
  let left = Infinity;
  for (let v = 0; v < layers.count; v++) {
    middle[v] = x[blocks.block[v]] + blocks.offset[v];
    left = Math.min(left, middle[v] - layers.halfWidth[v]);
  }
  for (let v = 0; v < layers.count; v++) middle[v] -= left;
  return middle;
}

/** What links between blocks ask for. */
class Pull {
  /** Number of links of each block, at least 1. */
  readonly weight: Float64Array;
  private readonly byBlock: Buckets;
  private readonly other: Int32Array;
  private readonly distance: Float64Array;
  /** How far from there the other end may be and the link still be straight: it may reach a box beside its middle. */
  private readonly freedom: Float64Array;

  constructor(layers: Layers, blocks: Blocks) {
    const { block, offset } = blocks;
    const links = layers.from.length;
    // Each link between two blocks twice: seen from its upper and from its lower end.
    const own = new Int32Array(2 * links).fill(-1);
    this.other = new Int32Array(2 * links);
    this.distance = new Float64Array(2 * links);
    this.freedom = new Float64Array(2 * links);
    for (let k = 0; k < links; k++) {
      const u = layers.from[k];
      const v = layers.to[k];
      if (block[u] === block[v]) continue;
      const distance = offset[v] + layers.toAt[k] - offset[u] - layers.fromAt[k];
      own[2 * k] = block[u];
      this.other[2 * k] = block[v];
      this.distance[2 * k] = distance;
      own[2 * k + 1] = block[v];
      this.other[2 * k + 1] = block[u];
      this.distance[2 * k + 1] = -distance;
      this.freedom[2 * k] = this.freedom[2 * k + 1] = layers.toIsFree[k]
        ? Math.max(0, layers.halfWidth[v] - CORNER)
        : 0;
    }
    this.byBlock = bucket(own, blocks.count);
    this.weight = new Float64Array(blocks.count);
    for (let b = 0; b < blocks.count; b++)
      this.weight[b] = Math.max(1, this.byBlock.offsets[b + 1] - this.byBlock.offsets[b]);
  }

  /**
   * Moves each block, from the top or from the bottom, to where the pull of its links and the pressure on it are even;
   * tells how far.
   */
  apply(x: Float64Array, pressure: Float64Array, down: boolean): number {
    const { byBlock, other, distance } = this;
    let farthest = 0;
    for (let i = 0; i < x.length; i++) {
      const b = down ? i : x.length - 1 - i;
      const start = byBlock.offsets[b];
      const end = byBlock.offsets[b + 1];
      if (start === end) continue;
      let sum = pressure[b];
      for (let k = start; k < end; k++) sum += x[other[byBlock.items[k]]] + distance[byBlock.items[k]];
      const place = sum / (end - start);
      farthest = Math.max(farthest, Math.abs(place - x[b]));
      x[b] = place;
    }
    return farthest;
  }

  /** Takes out small bends: a block moves a little where that makes more links straight than it bends. */
  straighten(x: Float64Array, distances: Distances): void {
    for (let pass = 0; pass < STRAIGHTEN_PASSES; pass++) {
      let moved = false;
      for (let i = 0; i < x.length; i++) {
        const b = pass % 2 === 0 ? i : x.length - 1 - i;
        const better = this.straighterPlace(b, x, distances);
        if (better === x[b]) continue;
        x[b] = better;
        moved = true;
      }
      if (!moved) return;
    }
  }

  private straighterPlace(b: number, x: Float64Array, distances: Distances): number {
    let best = x[b];
    let most = this.countStraight(b, x, best);
    const start = this.byBlock.offsets[b];
    const end = this.byBlock.offsets[b + 1];
    if (most === end - start) return best;
    const [low, high] = distances.range(b, x);
    for (let k = start; k < end; k++) {
      const item = this.byBlock.items[k];
      const place = x[this.other[item]] + this.distance[item];
      // A box to be reached anywhere is no reason to move: who stands in the middle of two is to stay there.
      if (
        this.freedom[item] > 0 ||
        place === x[b] ||
        Math.abs(place - x[b]) > SMALL_BEND ||
        place < low ||
        place > high
      )
        continue;
      const straight = this.countStraight(b, x, place);
      if (straight < most || (straight === most && (best === x[b] || Math.abs(place - x[b]) >= Math.abs(best - x[b]))))
        continue;
      most = straight;
      best = place;
    }
    return best;
  }

  private countStraight(b: number, x: Float64Array, place: number): number {
    let count = 0;
    for (let k = this.byBlock.offsets[b]; k < this.byBlock.offsets[b + 1]; k++) {
      const item = this.byBlock.items[k];
      if (Math.abs(x[this.other[item]] + this.distance[item] - place) <= this.freedom[item] + 1e-6) count++;
    }
    return count;
  }
}
