/** What the pointer is at: by the elements below it, or where boxes have no elements by their places. */
import type { PointerHit } from './pointer';
import { FLAGS } from '../layout/scene-columns';
import { isOpen, type Columns } from './scene-access';
import type { SpatialIndex } from './spatial-index';

/** The part of a box, from its upper right corner, that opens and closes it. */
export const GRIP = 26;

export const NO_HIT: PointerHit = { box: -1, grip: false };

/** The innermost box at a place of the drawing; an open one only where no other is. */
export function hitInDrawing(columns: Columns, index: SpatialIndex, x: number, y: number): PointerHit {
  let box = -1;
  // Children come after their parents, and closed boxes do not overlap but for marks, which lie on top.
  index.search({ left: x, top: y, right: x, bottom: y }, k => {
    if (box < 0 || (isOpen(columns, box) && (!isOpen(columns, k) || k > box))) box = k;
    else if (!isOpen(columns, k) && k > box) box = k;
  });
  if (box < 0) return NO_HIT;
  const inGrip = x >= columns.x[box] + columns.w[box] - GRIP && y <= columns.y[box] + Math.min(GRIP, columns.h[box]);
  return { box, grip: inGrip && (columns.flags[box] & FLAGS.expandable) !== 0 };
}

/**
 * By elements. Edges take the pointer for their labels only: where `through` is set, a press is for the box below.
 * `boxOf` gives the number of a box by its id.
 */
export function hitInElements(
  event: MouseEvent,
  root: Node,
  through: boolean,
  boxOf: (id: string) => number
): PointerHit {
  const target = through ? below(event, root) : event.target;
  if (!(target instanceof Element)) return NO_HIT;
  const id = target.closest('.jv-box[data-id]')?.getAttribute('data-id');
  return { box: id === null || id === undefined ? -1 : boxOf(id), grip: target.classList.contains('toggle-grip') };
}

function below(event: MouseEvent, root: Node): EventTarget | null {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('.jv-edge') === null) return target;
  if (!(root instanceof ShadowRoot || root instanceof Document)) return target;
  return root.elementsFromPoint(event.clientX, event.clientY).find(one => one.closest('.jv-box') !== null) ?? target;
}
