/** One barycentre sweep (Sugiyama et al. 1981). */
import { placesOf, type Arrangement } from './arrangement';

export class Sweep {
  private readonly key: Float64Array;
  private readonly spare: Int32Array;

  constructor(private readonly arrangement: Arrangement) {
    const { layers, offsets } = arrangement;
    let widest = 0;
    for (let l = 0; l < layers.layerCount; l++) widest = Math.max(widest, offsets[l + 1] - offsets[l]);
    this.key = new Float64Array(layers.count);
    this.spare = new Int32Array(widest);
  }

  /** Sorts every layer by its neighbours in the one just sorted; equal ones keep or, `turned`, change their order. */
  run(down: boolean, turned: boolean): void {
    const last = this.arrangement.layers.layerCount - 1;
    this.sortPorts(down ? 0 : last);
    for (let i = 1; i <= last; i++) this.sortLayer(down ? i : last - i, down, turned);
  }

  /** Ports in the order of their edges outside, where the sweep comes from. */
  private sortPorts(l: number): void {
    const { layers, items, offsets } = this.arrangement;
    for (let i = offsets[l]; i < offsets[l + 1]; i++) {
      const v = items[i];
      if (Number.isNaN(layers.wish[v])) return;
      this.key[v] = layers.wish[v];
    }
    if (this.sortByKey(offsets[l], offsets[l + 1])) this.arrangement.settle(l);
  }

  private sortLayer(l: number, down: boolean, turned: boolean): void {
    const { key, arrangement } = this;
    const { items, offsets, sides } = arrangement;
    const side = down ? sides.up : sides.down;
    const place = placesOf(arrangement, side);
    const ends = side.offsets;
    const start = offsets[l];
    const end = offsets[l + 1];
    let previous = -1;
    for (let i = start; i < end; i++) {
      const v = items[i];
      const first = ends[v];
      const degree = ends[v + 1] - first;
      if (degree === 1) previous = place[side.node[first]] + side.slot[first];
      else if (degree > 0) {
        let sum = 0;
        for (let k = first; k < first + degree; k++) sum += place[side.node[k]] + side.slot[k];
        previous = sum / degree;
      }
      // Without neighbours on that side a node stays beside its left neighbour.
      key[v] = previous;
    }
    if (turned) items.subarray(start, end).reverse();
    if (this.sortByKey(start, end) || turned) arrangement.settle(l);
  }

  /** Sorts items and leaves equal ones in their order; tells whether anything moved. Merge sort from runs of eight. */
  private sortByKey(start: number, end: number): boolean {
    const { key, spare } = this;
    const { items } = this.arrangement;
    let i = start + 1;
    while (i < end && key[items[i - 1]] <= key[items[i]]) i++;
    if (i >= end) return false;
    const run = end - start <= 24 ? end - start : 8;
    for (let first = start; first < end; first += run) insertionSort(items, first, Math.min(end, first + run), key);
    for (let width = run; width < end - start; width *= 2) {
      for (let left = start; left + width < end; left += 2 * width) {
        const middle = left + width;
        const right = Math.min(end, middle + width);
        if (key[items[middle - 1]] <= key[items[middle]]) continue;
        for (let k = left; k < middle; k++) spare[k - left] = items[k];
        let a = 0;
        let b = middle;
        for (let to = left; a < width; to++)
          items[to] = b < right && key[items[b]] < key[spare[a]] ? items[b++] : spare[a++];
      }
    }
    return true;
  }
}

function insertionSort(items: Int32Array, start: number, end: number, key: Float64Array): void {
  for (let i = start + 1; i < end; i++) {
    const v = items[i];
    const own = key[v];
    let j = i;
    for (; j > start && key[items[j - 1]] > own; j--) items[j] = items[j - 1];
    items[j] = v;
  }
}
