/** How each box looks because of what is chosen, hovered and found: in time linear in boxes and equations. */
import { CHOSEN, CURRENT, FADED, MATCH, PART, PREVIEW, type Marks } from '../../graph/marks';
import { columnsOf, indexOfId, isOpen, type Columns } from '../../graph/scene-access';
import type { Scene } from '../../layout/scene';
import type { Choice } from '../state';

/** What is marked. */
export interface Wishes {
  /** The box under the keyboard, -1 for none. */
  readonly current: number;
  readonly chosen: Choice;
  readonly hovered: Choice;
  /** Found rows, null without a search. */
  readonly found: ReadonlySet<number> | null;
}

/** How much of a box is in a set of equations. */
const NONE = 0;
const SOME = 1;
const ALL = 2;
/** Added where an open box's own equation is. */
const ITSELF = 4;

/** Remembers how much of each box was chosen, hovered and found: moving the pointer changes one of the three. */
export class Marking {
  private scene: Scene | null = null;
  private readonly shares = new Map<'chosen' | 'hovered' | 'found', { of: object | null; shares: Uint8Array }>();

  /** `boxOf` is for each row the innermost box that it is in. */
  marks(scene: Scene, boxOf: Int32Array, { current, chosen, hovered, found }: Wishes): Marks {
    if (scene !== this.scene) this.shares.clear();
    this.scene = scene;
    const columns = columnsOf(scene);
    const selected = this.shareOf('chosen', chosen, columns, boxOf, scene);
    const previewed = this.shareOf('hovered', hovered, columns, boxOf, scene);
    const hit = found === null ? null : this.shareOf('found', found, columns, boxOf, scene);
    const marks = new Uint8Array(columns.boxes);
    for (let k = 0; k < marks.length; k += 1) {
      const open = isOpen(columns, k);
      const share = selected[k] & 3;
      let bits = 0;
      if (share === ALL || (open && (selected[k] & ITSELF) !== 0)) bits = CHOSEN;
      else if (share === SOME && !open) bits = PART;
      const seen = previewed[k] & 3;
      if (seen === ALL || (seen === SOME && !open)) bits |= PREVIEW;
      if (hit !== null) {
        if ((hit[k] & 3) === NONE) bits |= FADED;
        else if (!open) bits |= MATCH;
      }
      marks[k] = bits;
    }
    if (current >= 0) marks[current] |= CURRENT;
    return marks;
  }

  private shareOf(
    what: 'chosen' | 'hovered' | 'found',
    of: Choice | ReadonlySet<number>,
    columns: Columns,
    boxOf: Int32Array,
    scene: Scene
  ): Uint8Array {
    const known = this.shares.get(what);
    if (known?.of === of) return known.shares;
    const rows = 'rows' in of ? of.rows : of;
    const shares = sharesOf(rows, columns, boxOf);
    // A box without equations, as an argument is, is meant by its name.
    if ('rows' in of && of.rows.size === 0 && of.box !== null) {
      const index = indexOfId(scene, of.box);
      if (index >= 0) shares[index] = ALL;
    }
    this.shares.set(what, { of, shares });
    return shares;
  }
}

/** How much of each box is in `rows`: counted where an equation is drawn, then handed up to the boxes around. */
export function sharesOf(rows: ReadonlySet<number>, columns: Columns, boxOf: Int32Array): Uint8Array {
  const { boxes, parent, held } = columns;
  const shares = new Uint8Array(boxes);
  if (rows.size === 0) return shares;
  const counts = new Int32Array(boxes);
  for (const row of rows) if (boxOf[row] >= 0) counts[boxOf[row]] += 1;
  // Children come after their parents.
  for (let k = boxes - 1; k >= 0; k -= 1) {
    if (counts[k] === 0) continue;
    shares[k] |= counts[k] === held[k] ? ALL : SOME;
    if (parent[k] >= 0) counts[parent[k]] += counts[k];
  }
  for (const row of rows) if (boxOf[row] >= 0 && isOpen(columns, boxOf[row])) shares[boxOf[row]] |= ITSELF;
  return shares;
}
