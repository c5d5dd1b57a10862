/** Lists by owner: which rows name it. */

export interface Inverse {
  /** Rows of owner k: `rows[offsets[k] … offsets[k + 1]]`, in order. */
  offsets: Int32Array;
  rows: Int32Array;
}

/** For each owner the rows that name it, in order; -1 names none. */
export function inverse(owners: Int32Array, ownerCount: number): Inverse {
  const offsets = new Int32Array(ownerCount + 1);
  // By index: an iterator costs ten times as much while this code is cold, and it runs once.
  for (let row = 0; row < owners.length; row++) if (owners[row] >= 0) offsets[owners[row] + 1]++;
  for (let k = 0; k < ownerCount; k++) offsets[k + 1] += offsets[k];
  const rows = new Int32Array(offsets[ownerCount]);
  const next = offsets.slice();
  for (let row = 0; row < owners.length; row++) if (owners[row] >= 0) rows[next[owners[row]]++] = row;
  return { offsets, rows };
}

export function rowsOf({ offsets, rows }: Inverse, owner: number): Int32Array {
  return rows.subarray(offsets[owner], offsets[owner + 1]);
}
