/** Runs a query over all equations of a stage, in slices. */
import { inSlices } from '../../dom/slices';
import type { EquationReader } from '../../views/equation';
import { fieldsOf, matches, within, type Term, type TextField } from './query';
import { matching } from './regex-matches';
import { searchable } from './searchable';
import { TextHits } from './text-hits';

/** Rows that the terms hold for, in program order. */
export async function findRows(terms: readonly Term[], reader: EquationReader, signal: AbortSignal): Promise<number[]> {
  const tests = terms.flatMap(term => testOf(term, reader) ?? []);
  let rows: number[] = [];
  await inSlices(reader.stage.count, row => tests.every(test => test(row)) && rows.push(row), signal);
  // Expressions come last and one by one: each sees only texts of rows that are left.
  for (const term of terms) {
    if (term.kind !== 'regex' || signal.aborted) continue;
    const texts = new Set<string>();
    await inSlices(
      rows.length,
      k => {
        const equation = searchable(reader, rows[k]);
        for (const field of fieldsOf(term)) texts.add(equation.text(field));
      },
      signal
    );
    const found = await matching(term.regex, [...texts], signal);
    const left: number[] = [];
    const test = (_: RegExp, text: string): boolean => found.has(text);
    await inSlices(rows.length, k => matches([term], searchable(reader, rows[k]), test) && left.push(rows[k]), signal);
    rows = left;
  }
  return rows;
}

/**
 * How many of the found rows one word alone was found in, by field; each row counts for the first. Nothing for other
 * queries: they say themselves where they look.
 */
export async function fieldsFound(
  terms: readonly Term[],
  rows: readonly number[],
  reader: EquationReader,
  signal: AbortSignal
): Promise<[TextField, number][]> {
  const [term] = terms;
  if (terms.length !== 1 || term.kind !== 'text' || term.field !== null) return [];
  const hits = new TextHits(term, reader);
  const fields = fieldsOf(term);
  const counts = new Map<TextField, number>();
  await inSlices(
    rows.length,
    k => {
      const field = fields.find(one => hits.in(one, rows[k]));
      if (field !== undefined) counts.set(field, (counts.get(field) ?? 0) + 1);
    },
    signal
  );
  return [...counts].sort((one, other) => fields.indexOf(one[0]) - fields.indexOf(other[0]));
}

/** Whether a term holds for a row; `null` for expressions, which are not tried on the page. */
function testOf(term: Term, reader: EquationReader): ((row: number) => boolean) | null {
  if (term.kind === 'regex') return null;
  // Without a list for each row: numbers are there as they are.
  if (term.kind === 'range' && term.field === 'bytes') return row => within(term, reader.outputBytes(row));
  if (term.kind === 'range') return row => matches([term], searchable(reader, row));
  const hits = new TextHits(term, reader);
  const fields = fieldsOf(term);
  return row => fields.some(field => hits.in(field, row));
}
