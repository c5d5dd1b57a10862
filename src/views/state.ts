/** What only this viewer knows: what is shown, chosen and hovered. It never travels to the kernel. */
import { Store } from '../dom/store';
import type { Grouping } from '../layout/scene';

/** Where a choice was made. A view scrolls to a choice that it did not make itself. */
export type Origin = 'graph' | 'tree' | 'source' | 'details' | 'search' | 'link' | 'editor';

/** A set of equations of the shown stage. */
export interface Choice {
  readonly rows: ReadonlySet<number>;
  /** The row that is looked at first, -1 without one. */
  readonly lead: number;
  /** The box that was pointed at, where a box was. */
  readonly box: string | null;
  readonly origin: Origin;
}

export const NOTHING: Choice = { rows: new Set(), lead: -1, box: null, origin: 'graph' };

export function choice(rows: Iterable<number>, origin: Origin, box: string | null = null): Choice {
  const set = new Set(rows);
  const first = set.values().next();
  return { rows: set, lead: first.done ? -1 : first.value, box, origin };
}

/** `added` put to `before`; rows that were all chosen already are taken away again. */
export function toggled(before: Choice, added: Choice): Choice {
  const rows = new Set(before.rows);
  const known = [...added.rows].every(row => rows.has(row));
  for (const row of added.rows) {
    if (known) rows.delete(row);
    else rows.add(row);
  }
  if (!known) return { ...added, rows };
  return { ...choice(rows, added.origin), rows };
}

export interface Place {
  readonly program: number;
  readonly stage: number;
}

/** Boxes opened and closed by hand. */
export interface Folding {
  /** All are open but those that were closed. */
  readonly everything: boolean;
  readonly opened: readonly string[];
  readonly closed: readonly string[];
}

export const UNFOLDED: Folding = { everything: false, opened: [], closed: [] };
export const ALL_OPEN: Folding = { ...UNFOLDED, everything: true };

/** The folding after box `id` was opened or closed by hand. */
export function fold(before: Folding, id: string, open: boolean): Folding {
  const opened = before.opened.filter(other => other !== id);
  const closed = before.closed.filter(other => other !== id);
  (open ? opened : closed).push(id);
  return { ...before, opened, closed };
}

/** Found rows, in program order. `position` is the one stepped to, 0 before the first step. */
export interface Found {
  readonly rows: readonly number[];
  readonly set: ReadonlySet<number>;
  readonly position: number;
}

export interface State {
  readonly place: Store<Place>;
  readonly grouping: Store<Grouping>;
  readonly plumbing: Store<boolean>;
  readonly folding: Store<Folding>;
  readonly selection: Store<Choice>;
  readonly hover: Store<Choice>;
  readonly found: Store<Found | null>;
  /** The program view as a picture or as a tree. */
  readonly form: Store<'picture' | 'tree'>;
  /** Whether a large picture shows itself small in its corner. */
  readonly minimap: Store<boolean>;
}

export function newState(): State {
  return {
    place: new Store<Place>({ program: 0, stage: 0 }),
    grouping: new Store<Grouping>('calls'),
    plumbing: new Store(false),
    folding: new Store(UNFOLDED),
    selection: new Store(NOTHING),
    hover: new Store(NOTHING),
    found: new Store<Found | null>(null),
    form: new Store<'picture' | 'tree'>('picture'),
    minimap: new Store(true)
  };
}
