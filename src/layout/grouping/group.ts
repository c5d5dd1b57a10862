/** A group of equations of one region. What is in it is worked out when it is first looked at. */

/** A group, or the row of an equation. */
export type Item = Group | number;

/** A call or scope; a loop of Python's that ran several times, and one round of it; a line; a part of a long level. */
export type GroupType = 'calls' | 'loop' | 'round' | 'line' | 'part';

export interface GroupContents {
  /** Of `calls`: the calls or scopes that it is, outermost first. */
  keys: readonly number[];
  /** How often the code in it ran in a row, 1 if once; of `round` and `part` its number, from 1. */
  number: number;
  children: readonly Item[];
}

export class Group {
  private known: GroupContents | null = null;

  constructor(
    readonly type: GroupType,
    /** All equations of the region in it, in program order. */
    readonly rows: readonly number[],
    /** The keys that all rows share, beyond those of the level it lies in. */
    readonly chain: readonly number[],
    /** Of `line`: a frame on that line; else -1. */
    readonly frame: number,
    private readonly make: () => GroupContents
  ) {}

  get keys(): readonly number[] {
    return this.contents.keys;
  }

  get number(): number {
    return this.contents.number;
  }

  get children(): readonly Item[] {
    return this.contents.children;
  }

  private get contents(): GroupContents {
    this.known ??= this.make();
    return this.known;
  }
}

export function firstRow(item: Item): number {
  return typeof item === 'number' ? item : item.rows[0];
}

/** The rows of several items, in program order. */
export function allRows(items: readonly Item[]): number[] {
  const rows: number[] = [];
  for (const item of items) {
    if (typeof item === 'number') rows.push(item);
    else for (const row of item.rows) rows.push(row);
  }
  const sorted = rows.every((row, k) => k === 0 || rows[k - 1] < row);
  return sorted ? rows : rows.sort((a, b) => a - b);
}
