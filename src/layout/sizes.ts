/**
 * Sizes of boxes in pixels at zoom 1. The layout reserves what the drawing then fills. Few fonts, and those of the panes
 * beside it: a browser asks its system for each, and waits.
 */
import type { BoxKind } from './scene';
import type { Font } from './text';
import { textWidth } from './text';

export const LABEL_SIZE = 12;
export const DETAIL_SIZE = 10;
export const CODE_SIZE = 11;
export const STRIPE_WIDTH = 4;
export const PADDING = 10;
export const BADGE_GAP = 8;
/** Room of the sign that a box can be opened. */
export const TOGGLE_WIDTH = 14;
/** Title row of an open box. */
export const HEADER_HEIGHT = 26;

const LINE_HEIGHTS = { one: 26, two: 38 };
const MARK_HEIGHT = 15;
const WIDEST = 270;
/** Source lines are longer than names. */
const WIDEST_CODE = 300;
const NARROWEST = 56;

/** What decides how large a box is. */
export interface Wording {
  kind: BoxKind;
  label: string;
  code: boolean;
  detail: string;
  badge: string;
  expandable: boolean;
}

/** Size of a closed box. */
export function closedSize(box: Wording): { width: number; height: number } {
  if (box.kind === 'mark') {
    return {
      width: Math.max(MARK_HEIGHT, Math.ceil(textWidth(box.label, DETAIL_SIZE, 'mono')) + 9),
      height: MARK_HEIGHT
    };
  }
  const first =
    labelWidth(box, box.label) +
    (box.badge === '' ? 0 : BADGE_GAP + badgeWidth(box.badge)) +
    (box.expandable ? TOGGLE_WIDTH : 0);
  const text = Math.max(first, textWidth(box.detail, DETAIL_SIZE, 'mono'));
  const padding = isTerminal(box.kind) ? 2 * PADDING : 2 * PADDING + STRIPE_WIDTH;
  return {
    width: Math.ceil(Math.min(box.code ? WIDEST_CODE : WIDEST, Math.max(NARROWEST, text + padding))),
    height: box.detail === '' ? LINE_HEIGHTS.one : LINE_HEIGHTS.two
  };
}

/** Least width of an open box, so that its title fits. */
export function openWidth(box: Wording): number {
  const detail = box.detail === '' ? 0 : BADGE_GAP + textWidth(box.detail, DETAIL_SIZE, 'mono');
  const badge = box.badge === '' ? 0 : BADGE_GAP + badgeWidth(box.badge);
  return Math.ceil(
    Math.min(
      2 * WIDEST,
      2 * PADDING + STRIPE_WIDTH + labelWidth({ ...box, open: true }, box.label) + detail + badge + TOGGLE_WIDTH
    )
  );
}

/** Inputs, outputs and constants: ends of the program, not work. */
export function isTerminal(kind: BoxKind): boolean {
  return kind === 'input' || kind === 'output' || kind === 'constant';
}

/** Font of a box's label: source as code, groups and open boxes bold. */
export function labelFont(box: { kind: BoxKind; code: boolean; open?: boolean }): { font: Font; size: number } {
  if (box.code) return { font: 'mono', size: CODE_SIZE };
  const strong = box.open === true || box.kind === 'group' || box.kind === 'region';
  return { font: strong ? 'bold' : 'sans', size: LABEL_SIZE };
}

export function labelWidth(box: { kind: BoxKind; code: boolean; open?: boolean }, text: string): number {
  const { font, size } = labelFont(box);
  return textWidth(text, size, font);
}

export function badgeWidth(badge: string): number {
  return textWidth(badge, DETAIL_SIZE, 'mono');
}
