/** The tree of groups of one region, the same whatever is open: by key, by line, with loops folded. */
import type { StageTables } from '../../report/tables';
import type { GroupContents, Item } from './group';
import { allRows, firstRow, Group } from './group';
import type { GroupKeys } from './keys';
import type { Signature } from './loops';
import { foldLoops } from './loops';
import { groupAcyclic } from './quotient';

/** What the tree is made from, beside the rows. */
export interface GroupSource {
  stage: StageTables;
  keys: GroupKeys;
  plumbing: Uint8Array;
  /** Put what stands on one line together, and fold code that ran several times in a row. */
  lines: boolean;
  /** Levels of more items than this are cut into parts. */
  longest: number;
  /** The frame of an equation in the call of its key number `depth - 1`, -1 where unknown. */
  frameAt(row: number, depth: number): number;
  /** A number for a frame's line, -1 where unknown. Lines of libraries are told apart only if `all`. */
  lineOf(frame: number, all: boolean): number;
}

/** In levels with more items than this lines of libraries count as well. */
const LONG = 40;
/** Into so many parts a level is cut that is too long; each has at least as many items. */
const PART = 24;
/** Share of a region's equations that may lie outside the call that all others are in: a loop's hoisted ones. */
const STRANGERS = 0.03;

/** The items of a region, outermost level. `rows` are in program order. */
export function groupRegion(source: GroupSource, rows: readonly number[]): readonly Item[] {
  return new GroupMaker(source).level(rows, prefixOf(source, rows));
}

/** The keys that the rows of a region have in common; a group of all of it would say nothing. */
function prefixOf({ keys, plumbing }: GroupSource, rows: readonly number[]): readonly number[] {
  let inside = rows.filter(row => plumbing[row] === 0);
  const least = Math.ceil(inside.length * (1 - STRANGERS));
  const prefix: number[] = [];
  while (inside.length > 0) {
    const depth = prefix.length;
    const counts = new Map<number, number>();
    for (const row of inside) {
      const key = keys.path(row)[depth] ?? -1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const most = Array.from(counts).find(([key, count]) => key >= 0 && count >= least);
    if (most === undefined) break;
    prefix.push(most[0]);
    inside = inside.filter(row => keys.path(row)[depth] === most[0]);
  }
  return prefix;
}

class GroupMaker {
  /** Index of each row's item in the level at work, -1 for rows elsewhere. */
  private readonly itemOf: Int32Array;

  constructor(private readonly source: GroupSource) {
    this.itemOf = new Int32Array(source.stage.count).fill(-1);
  }

  /** The items of rows whose first keys are `prefix`, in a topological order; strangers among them stay alone. */
  level(rows: readonly number[], prefix: readonly number[]): readonly Item[] {
    const { keys, lines, longest } = this.source;
    let items = this.byKey(rows, prefix);
    if (lines) {
      items = this.byLine(items, prefix.length);
      // Within a function of JAX nothing tells two runs of code from two equations of one line of it.
      if (prefix.length === 0 || !keys.isHidden(prefix[prefix.length - 1])) items = this.fold(items);
    }
    return items.length > longest ? inParts(items, longest) : items;
  }

  private byKey(rows: readonly number[], prefix: readonly number[]): Item[] {
    const { keys, stage, plumbing } = this.source;
    const depth = prefix.length;
    const rowKeys = rows.map(row => {
      const path = keys.path(row);
      if (path.length <= depth || (depth > 0 && path[depth - 1] !== prefix[depth - 1])) return -1;
      // Phases of one call are apart: forward and backward can hardly ever be one convex group.
      return path[depth] * 4 + stage.equations.phase[row];
    });
    if (rowKeys.every(key => key < 0)) return rows.slice();
    const items: Item[] = [];
    for (const members of this.acyclic(rows, rowKeys)) {
      const own = members.map(k => rows[k]);
      let real = 0;
      for (const row of own) if (plumbing[row] === 0) real++;
      // A group of one equation is just the equation.
      if (rowKeys[members[0]] < 0 || real <= 1) items.push(...own);
      else items.push(this.callGroup(own, depth));
    }
    return items;
  }

  private callGroup(rows: readonly number[], depth: number): Group {
    const path = this.source.keys.path(rows[0]);
    const prefix = path.slice(0, commonDepth(this.source.keys, rows));
    const chain = prefix.slice(depth);
    return new Group('calls', rows, chain, -1, () => this.merged('calls', chain, this.level(rows, prefix)));
  }

  /** Of a group with only one group in it, plumbing aside, makes one group. */
  private merged(type: 'calls' | 'line', keys: readonly number[], children: readonly Item[]): GroupContents {
    const real = children.filter(item => !this.isPlumbing(item));
    const [only] = real;
    if (real.length === 1 && typeof only !== 'number') {
      const inner = children.flatMap(item => (item === only ? only.children : [item]));
      if (only.type === 'loop') return { keys, number: only.number, children: inner };
      if (only.type === 'calls' && type === 'calls') {
        return { keys: [...keys, ...only.keys], number: only.number, children: inner };
      }
    }
    return { keys, number: 1, children };
  }

  private byLine(items: Item[], depth: number): Item[] {
    const { source } = this;
    const frames = items.map(item => source.frameAt(firstRow(item), depth));
    const phases = items.map(item => source.stage.equations.phase[firstRow(item)]);
    const lineKeys = frames.map((frame, k) => {
      const line = source.lineOf(frame, items.length > LONG);
      return line < 0 ? -1 : line * 4 + phases[k];
    });
    if (lineKeys.every(key => key === lineKeys[0])) {
      // One line is all there is: a box for it would be the level again. Beside calls of the user's it is the rest.
      const calls = items.map(item => typeof item !== 'number' && item.chain.some(key => source.keys.isUsers(key)));
      if (!calls.includes(true) || this.fold(items).length < items.length) return items;
      calls.forEach((call, k) => {
        if (call) lineKeys[k] = -1;
      });
    }
    return this.acyclic(items, lineKeys).flatMap(members => {
      const own = members.map(k => items[k]);
      if (own.filter(item => !this.isPlumbing(item)).length <= 1) return own;
      return [new Group('line', allRows(own), [], frames[members[0]], () => this.merged('line', [], this.fold(own)))];
    });
  }

  private fold(items: Item[]): Item[] {
    return foldLoops(
      items,
      item => this.signature(item),
      item => this.isPlumbing(item),
      foldedLoop
    );
  }

  /** What code an item is: equal for two runs of the same. */
  private signature(item: Item): Signature {
    const { equations } = this.source.stage;
    const row = firstRow(item);
    const phase = equations.phase[row];
    if (typeof item === 'number') {
      // Without a place in the source nothing says that it is the same code.
      const stack = equations.stack[row];
      return { place: stack < 0 ? `row ${row}` : `${stack}`, what: `${equations.primitive[row]}:${phase}` };
    }
    return { place: `${item.type}:${item.chain.join('.')}:${item.frame}`, what: `${phase}` };
  }

  private isPlumbing(item: Item): boolean {
    return typeof item === 'number' && this.source.plumbing[item] === 1;
  }

  /** Positions of items that may be one group, by key. */
  private acyclic(items: readonly Item[], keys: readonly number[]): number[][] {
    const { itemOf } = this;
    const { equations, producer } = this.source.stage;
    const { inputs, input_offsets: offsets } = equations;
    const eachRow = (item: Item, act: (row: number) => void): void => {
      if (typeof item === 'number') act(item);
      else item.rows.forEach(act);
    };
    items.forEach((item, k) => eachRow(item, row => (itemOf[row] = k)));
    const groups = groupAcyclic(keys, (k, visit) => {
      const item = items[k];
      const count = typeof item === 'number' ? 1 : item.rows.length;
      for (let i = 0; i < count; i++) {
        const row = typeof item === 'number' ? item : item.rows[i];
        for (let j = offsets[row]; j < offsets[row + 1]; j++) {
          const maker = producer[inputs[j]];
          if (maker >= 0 && itemOf[maker] >= 0 && itemOf[maker] !== k) visit(itemOf[maker]);
        }
      }
    });
    for (const item of items) eachRow(item, row => (itemOf[row] = -1));
    return groups;
  }
}

/** How many keys are common to all rows. */
function commonDepth(keys: GroupKeys, rows: readonly number[]): number {
  const first = keys.path(rows[0]);
  let common = first.length;
  let last = first;
  for (const row of rows) {
    const path = keys.path(row);
    if (path === last) continue;
    last = path;
    let k = 0;
    while (k < common && k < path.length && path[k] === first[k]) k++;
    common = Math.min(common, k);
  }
  return common;
}

function foldedLoop(rounds: Item[][]): Group {
  // A round of one item needs no box of its own.
  const single = rounds.every(items => items.length === 1);
  return plainGroup(
    'loop',
    rounds.length,
    single ? rounds.flat() : rounds.map((items, k) => plainGroup('round', k + 1, items))
  );
}

function inParts(items: readonly Item[], longest: number): Item[] {
  const size = Math.max(PART, Math.ceil(items.length / PART));
  const parts: Item[] = [];
  for (let start = 0; start < items.length; start += size) {
    const own = items.slice(start, start + size);
    parts.push(plainGroup('part', parts.length + 1, own.length > longest ? inParts(own, longest) : own));
  }
  return parts;
}

function plainGroup(type: 'loop' | 'round' | 'part', number: number, children: readonly Item[]): Group {
  return new Group(type, allRows(children), [], -1, () => ({ keys: [], number, children }));
}
