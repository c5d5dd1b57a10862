/** Whether a cell still holds the text that a report was made from, and where its lines stand now. Pure. */

/** What to add to a report's line and column to get the cell's. */
export interface Alignment {
  readonly lines: number;
  readonly columns: number;
}

/**
 * How a cell's text holds the lines of a report; null where it does not.
 *
 * IPython drops blank lines above the code and the indentation of a whole cell, and rewrites lines with magics.
 */
export function align(cell: string, reported: readonly string[]): Alignment | null {
  const typed = withoutEnd(cell.split(/\r\n|\r|\n/));
  const kept = withoutEnd(reported);
  const lines = blankAbove(typed) - blankAbove(kept);
  if (lines < 0 || typed.length - lines !== kept.length) return null;
  const first = kept.findIndex(line => line.trim() !== '');
  if (first < 0) return null;
  const columns = indent(typed[first + lines]) - indent(kept[first]);
  if (columns < 0) return null;
  const same = kept.every((line, at) => isSame(typed[at + lines], line, columns));
  return same ? { lines, columns } : null;
}

function isSame(typed: string, kept: string, columns: number): boolean {
  if (kept.includes('get_ipython()') && /^\s*([%!?]|.*[%!?])/.test(typed)) return true;
  if (kept.trim() === '' || typed.trim() === '') return kept.trim() === typed.trim();
  return typed.slice(columns).trimEnd() === kept.trimEnd() && typed.slice(0, columns).trim() === '';
}

function withoutEnd(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1].trim() === '') end -= 1;
  return lines.slice(0, end);
}

function blankAbove(lines: readonly string[]): number {
  const first = lines.findIndex(line => line.trim() !== '');
  return first < 0 ? 0 : first;
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

/** A column of characters, as Python counts, in an editor's units. */
export function toEditorColumn(line: string, column: number): number {
  if (!Number.isFinite(column)) return line.length;
  let at = 0;
  for (let k = 0; k < column && at < line.length; k += 1) at += (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** An editor's column in characters. */
export function toCharacters(line: string, column: number): number {
  return [...line.slice(0, column)].length;
}
