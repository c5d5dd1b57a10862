/** Just enough of Python's grammar to colour code: no parsing, never fails. */

export type TokenKind = 'plain' | 'keyword' | 'string' | 'comment' | 'number' | 'name' | 'decorator';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** The quotes of a string that goes on in the next line. */
export type OpenString = '"""' | "'''" | null;

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield match case'
  ).split(' ')
);
/** These are names everywhere but at the start of a statement. */
const SOFT = new Set(['match', 'case']);

const PIECE =
  /(?<comment>#.*)|(?<string>(?:[rRbBuUfFtT]{0,2})(?:"""|'''|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))|(?<decorator>@[\w.]+)|(?<number>\b(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)[jJ]?)|(?<word>[\p{L}_][\p{L}\p{N}_]*)/gu;

/** The coloured stretches of one line, in order, and the string that it leaves open. */
export function tokenize(line: string, open: OpenString = null): { tokens: Token[]; open: OpenString } {
  const tokens: Token[] = [];
  let from = 0;
  if (open !== null) {
    const close = line.indexOf(open);
    if (close < 0) return { tokens: [{ kind: 'string', start: 0, end: line.length }], open };
    from = close + open.length;
    tokens.push({ kind: 'string', start: 0, end: from });
  } else if (/^\s*[%!]/.test(line)) {
    return { tokens: [{ kind: 'comment', start: 0, end: line.length }], open: null };
  }
  let afterDef = false;
  PIECE.lastIndex = from;
  for (let match = PIECE.exec(line); match !== null; match = PIECE.exec(line)) {
    const start = match.index;
    let end = start + match[0].length;
    const { comment, string, decorator, number, word } = match.groups ?? {};
    if (comment !== undefined) tokens.push({ kind: 'comment', start, end });
    else if (number !== undefined) tokens.push({ kind: 'number', start, end });
    else if (decorator !== undefined) {
      // `a @ b` and `a @b` are products; a decorator stands first in its line.
      if (line.slice(0, start).trim() === '') tokens.push({ kind: 'decorator', start, end });
    } else if (string !== undefined) {
      const quotes = string.endsWith('"""') ? '"""' : string.endsWith("'''") ? "'''" : null;
      if (quotes !== null) {
        const close = line.indexOf(quotes, end);
        if (close < 0) {
          tokens.push({ kind: 'string', start, end: line.length });
          return { tokens, open: quotes };
        }
        end = close + quotes.length;
        PIECE.lastIndex = end;
      }
      tokens.push({ kind: 'string', start, end });
    } else if (word !== undefined) {
      const first = line.slice(0, start).trim() === '';
      if (KEYWORDS.has(word) && (!SOFT.has(word) || (first && line.trimEnd().endsWith(':')))) {
        tokens.push({ kind: 'keyword', start, end });
      } else if (afterDef) tokens.push({ kind: 'name', start, end });
      afterDef = word === 'def' || word === 'class';
    }
  }
  return { tokens, open: null };
}
