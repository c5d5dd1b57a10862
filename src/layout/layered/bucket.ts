/** Items put together by key: the adjacency lists of everything here. */
export interface Buckets {
  /** Items of key k: `items[offsets[k]]` up to, without, `items[offsets[k + 1]]`. */
  offsets: Int32Array;
  items: Int32Array;
}

/** Counting sort of the indices of `keys`, stable; negative keys are left out. */
export function bucket(keys: Int32Array, count: number): Buckets {
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) offsets[keys[i] + 1]++;
  for (let k = 0; k < count; k++) offsets[k + 1] += offsets[k];
  const items = new Int32Array(offsets[count]);
  const next = offsets.slice(0, count);
  for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) items[next[keys[i]]++] = i;
  return { offsets, items };
}

/** The items of key k. */
export function itemsOf({ offsets, items }: Buckets, k: number): Int32Array {
  return items.subarray(offsets[k], offsets[k + 1]);
}
