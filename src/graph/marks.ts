/** How boxes look because of what is chosen, hovered or found: one byte a box. Pure. */

export const CHOSEN = 1;
export const PART = 2;
export const PREVIEW = 4;
export const MATCH = 8;
export const FADED = 16;
export const CURRENT = 32;

/** Class names of the bits, in their order. */
export const MARKS = ['chosen', 'part', 'preview', 'match', 'faded', 'current'] as const;
export type Mark = (typeof MARKS)[number];

/** A byte of bits for each box of a scene. */
export type Marks = Uint8Array;

const SETS: readonly (readonly Mark[])[] = Array.from({ length: 2 ** MARKS.length }, (_, bits) =>
  MARKS.filter((_mark, k) => (bits & (1 << k)) !== 0)
);

export function marksOf(bits: number): readonly Mark[] {
  return SETS[bits] ?? [];
}

/** Whether edges at a box with these marks are drawn strongly. */
export function isStrong(bits: number): boolean {
  return (bits & (CHOSEN | PREVIEW)) !== 0;
}
