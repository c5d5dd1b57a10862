/** The least distances between the blocks of a component. */
import type { Blocks } from './align';
import { bucket, type Buckets } from './bucket';
import type { Order } from './order';
import { separation, type Layers } from './layers';

export class Distances {
  /** Of each block: the sum of what its neighbours press, to the right if positive. */
  readonly pressure: Float64Array;
  /** Pairs of neighbours, from left to right: blocks, their least distance, how strongly they press each other. */
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly gap: Float64Array;
  private readonly force: Float64Array;
  private readonly byLeft: Buckets;
  private readonly byRight: Buckets;

  constructor(layers: Layers, order: Order, { block, offset, count }: Blocks) {
    let pairs = 0;
    for (let l = 0; l < layers.layerCount; l++) pairs += Math.max(0, order.offsets[l + 1] - order.offsets[l] - 1);
    const left = new Int32Array(pairs);
    const right = new Int32Array(pairs);
    const gap = new Float64Array(pairs);
    let filled = 0;
    for (let l = 0; l < layers.layerCount; l++) {
      for (let i = order.offsets[l] + 1; i < order.offsets[l + 1]; i++) {
        const a = order.items[i - 1];
        const b = order.items[i];
        left[filled] = block[a];
        right[filled] = block[b];
        gap[filled++] = offset[a] + separation(layers, a, b) - offset[b];
      }
    }
    const sorted = sortPairs(left, right, count);
    this.left = new Int32Array(pairs);
    this.right = new Int32Array(pairs);
    this.gap = new Float64Array(pairs);
    for (let c = 0; c < pairs; c++) {
      this.left[c] = left[sorted[c]];
      this.right[c] = right[sorted[c]];
      this.gap[c] = gap[sorted[c]];
    }
    this.byLeft = bucket(this.left, count);
    this.byRight = bucket(this.right, count);
    this.force = new Float64Array(pairs);
    this.pressure = new Float64Array(count);
  }

  /**
   * One pass from left to right and one back: moves pairs that are too close apart and lets pairs that are not press
   * less.
   */
  press(x: Float64Array, weight: Float64Array): void {
    const { length } = this.left;
    for (let c = 0; c < length; c++) this.pressPair(c, x, weight);
    for (let c = length - 1; c >= 0; c--) this.pressPair(c, x, weight);
  }

  private pressPair(c: number, x: Float64Array, weight: Float64Array): void {
    const { force, pressure } = this;
    const a = this.left[c];
    const b = this.right[c];
    const missing = this.gap[c] - (x[b] - x[a]);
    if (missing <= 0 && force[c] === 0) return;
    const change = Math.max(-force[c], missing / (1 / weight[a] + 1 / weight[b]));
    force[c] += change;
    pressure[a] -= change;
    pressure[b] += change;
    x[a] -= change / weight[a];
    x[b] += change / weight[b];
  }

  /** From where to where block b may move while all others stay. */
  range(b: number, x: Float64Array): [number, number] {
    const { byLeft, byRight } = this;
    let low = -Infinity;
    let high = Infinity;
    for (let k = byRight.offsets[b]; k < byRight.offsets[b + 1]; k++) {
      low = Math.max(low, x[this.left[byRight.items[k]]] + this.gap[byRight.items[k]]);
    }
    for (let k = byLeft.offsets[b]; k < byLeft.offsets[b + 1]; k++) {
      high = Math.min(high, x[this.right[byLeft.items[k]]] - this.gap[byLeft.items[k]]);
    }
    return [low, high];
  }

  /**
   * Makes all distances large enough: the mean of pushing only to the right and pushing only to the left. Nothing moves
   * that need not.
   */
  keep(x: Float64Array): void {
    const { left, right, gap } = this;
    const pushed = x.slice();
    for (let c = 0; c < left.length; c++) pushed[right[c]] = Math.max(pushed[right[c]], pushed[left[c]] + gap[c]);
    for (let c = left.length - 1; c >= 0; c--) x[left[c]] = Math.min(x[left[c]], x[right[c]] - gap[c]);
    for (let b = 0; b < x.length; b++) x[b] = (x[b] + pushed[b]) / 2;
  }
}

/**
 * Pairs in an order in which a block's left neighbours are settled before it: there is one since aligned links do not
 * cross.
 */
function sortPairs(left: Int32Array, right: Int32Array, count: number): Int32Array {
  const byLeft: Buckets = bucket(left, count);
  const waiting = new Int32Array(count);
  for (let c = 0; c < right.length; c++) waiting[right[c]]++;
  const queue = new Int32Array(count);
  let filled = 0;
  for (let b = 0; b < count; b++) if (waiting[b] === 0) queue[filled++] = b;
  const sorted = new Int32Array(left.length);
  let next = 0;
  for (let head = 0; head < filled; head++) {
    const a = queue[head];
    for (let k = byLeft.offsets[a]; k < byLeft.offsets[a + 1]; k++) {
      const c = byLeft.items[k];
      sorted[next++] = c;
      if (--waiting[right[c]] === 0) queue[filled++] = right[c];
    }
  }
  return sorted;
}
