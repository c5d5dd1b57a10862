/**
 * Widths of text without a DOM: the worker and QuickJS measure nothing. The table is DejaVu Sans', one of
 * the widest common interface fonts, so that text set in another font is narrower than its box, not wider.
 */

export type Font = 'sans' | 'bold' | 'mono';

/** Advance widths of the printable ASCII characters, in thousandths of the font size. */
const SANS = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
  748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
  615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
  337, 636, 838
];
/** Bold letters are about this much wider; digits and signs as well. */
const BOLD = 1.13;
const MONO = 602;
/** Characters outside ASCII that labels use. */
const OTHERS: { [character: string]: number } = { '·': 318, '×': 838, '…': 1000, '→': 838, '›': 400, '≈': 838 };
const LETTER = 640;
const IDEOGRAPH = 1000;

/** The width of `text` in pixels at `size` pixels. */
export function textWidth(text: string, size: number, font: Font = 'sans'): number {
  let thousandths = 0;
  for (const character of text) thousandths += font === 'mono' ? monoAdvance(character) : advance(character);
  return (thousandths * size * (font === 'bold' ? BOLD : 1)) / 1000;
}

/** `text`, cut with an ellipsis where it is wider than `width`. */
export function fitText(text: string, width: number, size: number, font: Font = 'sans'): string {
  if (textWidth(text, size, font) <= width) return text;
  const characters = Array.from(text);
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(characters.slice(0, middle).join('') + '…', size, font) <= width) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join('').trimEnd() + '…';
}

function advance(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 32 && code < 127) return SANS[code - 32];
  return OTHERS[character] ?? (code >= 0x1100 ? IDEOGRAPH : LETTER);
}

function monoAdvance(character: string): number {
  return (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 * MONO : MONO;
}
