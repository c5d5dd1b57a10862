/**
 * One line of code as elements. It is cut once, at every border of a token and of a frame; marking is then only
 * classes on the pieces.
 */
import { html } from '../../dom/elements';
import { hasRightToLeft, visible } from '../../report/visible';
import type { Token } from './python-tokens';
import type { Span } from './source-index';

/** The widest bar, in pixels. */
const BAR = 32;

/** `calls`: chosen are equations that the calls made here lead to. */
export type MarkKind = 'preview' | 'chosen' | 'calls';

export interface LineParts {
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly spans: readonly Span[];
  readonly count: number;
  /** Count of the line with the most equations. */
  readonly most: number;
  readonly label: string;
  readonly title: string;
}

export interface LineRow {
  readonly element: HTMLElement;
  readonly line: number;
  /** Whether equations stand behind it. */
  readonly linked: boolean;
  /** Column of the keyboard's cursor, null for the whole line. */
  readonly column: number | null;
  mark(kind: MarkKind, start: number, end: number): void;
  clear(): void;
  /** Moves the cursor to the next or previous border of a frame. */
  step(by: 1 | -1): void;
  cursor(column: number | null): void;
}

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: Token['kind'];
}

/** Cuts a line of `length` characters at all borders. */
export function cut(length: number, tokens: readonly Token[], spans: readonly Span[]): Piece[] {
  const borders = new Set<number>([0, length]);
  for (const { start, end } of [...tokens, ...spans]) {
    borders.add(Math.min(start, length));
    borders.add(Math.min(end, length));
  }
  const sorted = [...borders].sort((a, b) => a - b);
  let token = 0;
  return sorted.slice(0, -1).map((start, k) => {
    while (token < tokens.length && tokens[token].end <= start) token += 1;
    const inside = token < tokens.length && tokens[token].start <= start;
    return { start, end: sorted[k + 1], kind: inside ? tokens[token].kind : 'plain' };
  });
}

/**
 * Python counts columns in characters, JavaScript strings in UTF-16 units. Returns the unit at which each
 * character starts, or null where the two are the same.
 */
export function characterOffsets(text: string): number[] | null {
  if (!/[\ud800-\udbff]/.test(text)) return null;
  const offsets: number[] = [];
  let unit = 0;
  for (const character of text) {
    offsets.push(unit);
    unit += character.length;
  }
  offsets.push(unit);
  return offsets;
}

export function lineRow(parts: LineParts): LineRow {
  const offsets = characterOffsets(parts.text);
  const unit = (column: number): number =>
    offsets === null
      ? Math.min(column, parts.text.length)
      : (offsets[Math.min(column, offsets.length - 1)] ?? parts.text.length);
  const character = (at: number): number => (offsets === null ? at : offsets.indexOf(at));
  const indent = parts.text.length - parts.text.trimStart().length;
  // A span that starts at column 0 of a later line starts at its first letter.
  const from = (start: number): number => Math.max(unit(start), indent);
  const spans = parts.spans.map(span => ({ ...span, start: from(span.start), end: unit(span.end) }));
  const linked = spans.length > 0;
  const mixed = hasRightToLeft(parts.text);
  // Pieces of token borders may fall inside a surrogate pair only if a token does; tokens never split letters.
  const all = cut(parts.text.length, parts.tokens, spans).map(piece => {
    const text = visible(parts.text.slice(piece.start, piece.end));
    // Where no equation comes from there is nothing to mark; letters of two directions stand in pieces of their own.
    if (!linked && !mixed && piece.kind === 'plain') return { ...piece, node: text };
    const kind = piece.kind === 'plain' ? null : `tok-${piece.kind}`;
    return { ...piece, node: html('span', { class: kind, 'data-column': character(piece.start) }, text) };
  });
  const pieces = all.flatMap(({ node, ...piece }) => (typeof node === 'string' ? [] : [{ ...piece, node }]));
  const covered = (at: number): boolean => spans.some(span => span.start <= at && at < span.end);
  for (const { start, node } of pieces) if (covered(start)) node.classList.add('linked');
  const stops = [...new Set(spans.map(span => span.start))].sort((a, b) => a - b);
  const width = parts.count === 0 ? 0 : Math.max(3, Math.round((BAR * parts.count) / parts.most));
  const element = html(
    'div',
    {
      class: linked ? 'line has-equations' : 'line',
      role: 'option',
      'aria-selected': 'false',
      'aria-label': parts.label,
      'data-line': parts.line,
      tabindex: -1
    },
    html('span', { class: 'line-number', 'aria-hidden': 'true' }, String(parts.line)),
    // What does not fit goes on below, further in than the line starts.
    html(
      'code',
      { class: mixed && 'right-to-left', style: indent > 0 && `--indent:${indent}` },
      ...all.map(piece => piece.node)
    ),
    parts.count > 0 ? html('i', { class: 'line-count', title: parts.title, style: `width:${width}px` }) : null
  );
  let column: number | null = null;
  return {
    element,
    line: parts.line,
    linked,
    get column() {
      return column;
    },
    mark(kind, start, end) {
      element.classList.add(kind);
      if (kind !== 'preview') element.setAttribute('aria-selected', 'true');
      const low = from(start);
      const high = unit(end);
      for (const piece of pieces) if (piece.start >= low && piece.end <= high) piece.node.classList.add(kind);
    },
    clear() {
      element.classList.remove('preview', 'chosen', 'calls');
      element.setAttribute('aria-selected', 'false');
      for (const piece of pieces) piece.node.classList.remove('preview', 'chosen', 'calls');
    },
    step(by) {
      if (stops.length === 0) return;
      const at = column === null ? -1 : stops.indexOf(unit(column));
      const next = column === null && by < 0 ? stops.length - 1 : at + by;
      this.cursor(next < 0 || next >= stops.length ? null : character(stops[next]));
    },
    cursor(to) {
      column = to;
      for (const piece of pieces) piece.node.classList.toggle('cursor', to !== null && piece.start === unit(to));
    }
  };
}
