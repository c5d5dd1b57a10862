/** The search language: words, /regex/ and fields, all of which must hold. */

export const TEXT_FIELDS = ['prim', 'name', 'aval', 'path', 'source', 'scope', 'via', 'phase', 'param'] as const;
export const NUMBER_FIELDS = ['line', 'bytes'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export type NumberField = (typeof NUMBER_FIELDS)[number];

export interface TextTerm {
  readonly kind: 'text';
  readonly field: TextField | null;
  /** In lower case. */
  readonly text: string;
}

export interface RangeTerm {
  readonly kind: 'range';
  readonly field: NumberField;
  readonly low: number;
  readonly high: number;
  /** The ends themselves are left out. */
  readonly open: boolean;
}

export type Term =
  TextTerm | { readonly kind: 'regex'; readonly field: TextField | null; readonly regex: RegExp } | RangeTerm;

/** A text that is not a query; the message says why. */
export class QueryError extends Error {}

// A term ends at a space, but not inside quotes or between slashes.
const TERM = /(?:(\w+)(:|>=|<=|>|<|=))?(?:"([^"]*)"?|\/((?:\\.|[^/\\])+)\/(i?)(?=\s|$)|(\S+))/g;
const PREFIX: { readonly [letter: string]: number } = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** The terms of a search text; none for an empty one. */
export function parseQuery(text: string): Term[] {
  const terms: Term[] = [];
  for (const match of text.matchAll(TERM)) {
    const [whole, field, sign, quoted, pattern, flag, word] = match;
    if (field !== undefined && sign !== undefined) {
      const name = field.toLowerCase();
      if (isNumberField(name)) {
        terms.push(range(name, sign, quoted ?? word ?? ''));
        continue;
      }
      if (isTextField(name) && (sign === ':' || sign === '=')) {
        terms.push(textTerm(name, quoted, pattern, flag, word));
        continue;
      }
      // `a:b` with an unknown field is text that someone pasted.
      terms.push({ kind: 'text', field: null, text: whole.toLowerCase() });
      continue;
    }
    terms.push(textTerm(null, quoted, pattern, flag, word));
  }
  return terms;
}

function textTerm(field: TextField | null, quoted?: string, pattern?: string, flag?: string, word?: string): Term {
  if (pattern !== undefined) {
    try {
      return { kind: 'regex', field, regex: new RegExp(pattern, flag === 'i' ? 'iu' : 'u') };
    } catch (error) {
      throw new QueryError(error instanceof Error ? error.message : String(error));
    }
  }
  return { kind: 'text', field, text: (quoted ?? word ?? '').toLowerCase() };
}

function range(field: NumberField, sign: string, text: string): Term {
  const between = /^(\d+)[-–](\d+)$/.exec(text);
  if (between !== null && (sign === ':' || sign === '=')) {
    return { kind: 'range', field, low: Number(between[1]), high: Number(between[2]), open: false };
  }
  const parts = /^([\d.]+(?:e[+-]?\d+)?)([kmgt]?)b?$/i.exec(text);
  const value = parts === null ? NaN : Number(parts[1]) * (PREFIX[parts[2].toLowerCase()] ?? 1);
  if (Number.isNaN(value)) throw new QueryError(`${field}${sign}${text}`);
  switch (sign) {
    case '>':
      return { kind: 'range', field, low: value, high: Infinity, open: true };
    case '>=':
      return { kind: 'range', field, low: value, high: Infinity, open: false };
    case '<':
      return { kind: 'range', field, low: -Infinity, high: value, open: true };
    case '<=':
      return { kind: 'range', field, low: -Infinity, high: value, open: false };
    default:
      return { kind: 'range', field, low: value, high: value, open: false };
  }
}

function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

function isNumberField(name: string): name is NumberField {
  return (NUMBER_FIELDS as readonly string[]).includes(name);
}

/** What a search sees of one equation. */
export interface Searchable {
  text(field: TextField): string;
  numbers(field: NumberField): readonly number[];
}

/** Fields that a word without a field is looked for in. */
const ANYWHERE: readonly TextField[] = ['prim', 'name', 'aval', 'path', 'source', 'scope', 'via'];

/** Fields that a term of text looks at. */
export function fieldsOf(term: { readonly field: TextField | null }): readonly TextField[] {
  return term.field === null ? ANYWHERE : [term.field];
}

/** `test` says whether an expression matches: on the page a bad one would take forever. */
export function matches(
  terms: readonly Term[],
  equation: Searchable,
  test: (regex: RegExp, text: string) => boolean = (regex, text) => regex.test(text)
): boolean {
  return terms.every(term => {
    if (term.kind === 'range') {
      return equation.numbers(term.field).some(value => within(term, value));
    }
    return fieldsOf(term).some(field =>
      term.kind === 'regex' ? test(term.regex, equation.text(field)) : holds(term, equation.text(field))
    );
  });
}

export function within({ low, high, open }: RangeTerm, value: number): boolean {
  return open ? value > low && value < high : value >= low && value <= high;
}

/** Whether a term holds for the text of a field that it looks at. */
export function holds(term: TextTerm, text: string): boolean {
  const lower = text.toLowerCase();
  // `path:3/` means the equation's inside: paths are compared from their start.
  return term.field === 'path' ? lower.startsWith(term.text) : lower.includes(term.text);
}
