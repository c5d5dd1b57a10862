/**
 * Where edges reach the upper side of a box: each as straight below its way as fits, in the order of the ways, not too
 * close.
 */
import { CORNER, END_GAP } from './spacing';

/**
 * Moves the wishes of segments that may end anywhere on a box to the gap between the ends of `fixed` ones where they
 * cross the fewest edges of those; of equal gaps the nearest.
 */
export function besideFixed(
  segments: Int32Array,
  fixed: Int32Array,
  wish: Float64Array,
  load: Int32Array,
  at: Float64Array
): void {
  const sorted = fixed.slice().sort((a, b) => at[a] - at[b]);
  const wished = Float64Array.from(segments, s => {
    let crossings = 0;
    for (const other of sorted) if (wish[other] < wish[s]) crossings += load[other];
    let fewest = Infinity;
    let best = wish[s];
    for (let gap = 0; gap <= sorted.length; gap++) {
      const low = gap === 0 ? -Infinity : at[sorted[gap - 1]] + END_GAP;
      const high = gap === sorted.length ? Infinity : at[sorted[gap]] - END_GAP;
      const place = low > high ? (low + high) / 2 : Math.min(high, Math.max(low, wish[s]));
      const isNearer = Math.abs(place - wish[s]) < Math.abs(best - wish[s]);
      if (crossings < fewest || (crossings === fewest && isNearer)) {
        fewest = crossings;
        best = place;
      }
      if (gap === sorted.length) break;
      if (wish[sorted[gap]] > wish[s]) crossings += load[sorted[gap]];
      else if (wish[sorted[gap]] < wish[s]) crossings -= load[sorted[gap]];
    }
    return best;
  });
  segments.forEach((s, i) => (wish[s] = wished[i]));
}

/**
 * Sets `at` for the given segments, which all reach one box from `left` to `right`. The places are the isotonic
 * regression (pool adjacent violators) of the wished ones.
 */
export function spreadEnds(
  segments: Int32Array,
  wish: Float64Array,
  left: number,
  right: number,
  at: Float64Array
): void {
  const count = segments.length;
  const corner = Math.min(CORNER, (right - left) / 2);
  const low = left + corner;
  const high = right - corner;
  if (count === 1) {
    at[segments[0]] = Math.min(high, Math.max(low, wish[segments[0]]));
    return;
  }
  const gap = Math.min(END_GAP, (high - low) / (count - 1));
  const sorted = segments.slice().sort((a, b) => wish[a] - wish[b] || a - b);
  // Pools of neighbours that want to be closer than the gap; each settles at the mean of what its members want.
  const sums: number[] = [];
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) {
    let sum = Math.min(high, Math.max(low, wish[sorted[i]])) - i * gap;
    let size = 1;
    while (sums.length > 0 && sums[sums.length - 1] / sizes[sizes.length - 1] > sum / size) {
      sum += sums.pop() as number;
      size += sizes.pop() as number;
    }
    sums.push(sum);
    sizes.push(size);
  }
  let i = 0;
  for (let pool = 0; pool < sums.length; pool++) {
    for (let member = 0; member < sizes[pool]; member++, i++) {
      const place = sums[pool] / sizes[pool] + i * gap;
      at[sorted[i]] = Math.min(high - (count - 1 - i) * gap, Math.max(low + i * gap, place));
    }
  }
}
