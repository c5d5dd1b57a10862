/** Runs a query over all equations of a stage, in slices. */
import { inSlices } from '../../dom/slices';
import type { EquationReader } from '../../views/equation';
import { fieldsOf, matches, type NumberField, type Searchable, type Term, type TextField } from './query';
import { matching } from './regex-matches';

/** Rows that the terms hold for, in program order. */
export async function findRows(terms: readonly Term[], reader: EquationReader, signal: AbortSignal): Promise<number[]> {
  const all = Array.from({ length: reader.stage.count }, (_, row) => row);
  let rows = await rowsOf(
    terms.filter(term => term.kind !== 'regex'),
    all,
    reader,
    signal
  );
  // Expressions come last and one by one: each sees only texts of rows that are left.
  for (const term of terms) {
    if (term.kind !== 'regex' || signal.aborted) continue;
    const texts = new Set<string>();
    await inSlices(
      rows.length,
      k => {
        for (const field of fieldsOf(term)) texts.add(searchable(reader, rows[k]).text(field));
      },
      signal
    );
    const found = await matching(term.regex, [...texts], signal);
    rows = await rowsOf([term], rows, reader, signal, text => found.has(text));
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
  const counts = new Map<TextField, number>();
  await inSlices(
    rows.length,
    k => {
      const equation = searchable(reader, rows[k]);
      const field = fieldsOf(term).find(one => equation.text(one).toLowerCase().includes(term.text));
      if (field !== undefined) counts.set(field, (counts.get(field) ?? 0) + 1);
    },
    signal
  );
  return [...counts].sort((one, other) => fieldsOf(term).indexOf(one[0]) - fieldsOf(term).indexOf(other[0]));
}

/** Those of `rows` that the terms hold for. */
async function rowsOf(
  terms: readonly Term[],
  rows: readonly number[],
  reader: EquationReader,
  signal: AbortSignal,
  test: (text: string) => boolean = () => false
): Promise<number[]> {
  const held: number[] = [];
  await inSlices(
    rows.length,
    k => {
      if (matches(terms, searchable(reader, rows[k]), (_, text) => test(text))) held.push(rows[k]);
    },
    signal
  );
  return held;
}

function searchable(reader: EquationReader, row: number): Searchable {
  return {
    text: (field: TextField): string => {
      switch (field) {
        case 'prim':
          return reader.primitive(row);
        case 'name':
          return reader.name(row);
        case 'aval':
          return [...reader.inputs(row), ...reader.outputs(row)].map(value => `${value.aval} ${value.name}`).join(' ');
        case 'path':
          return reader.path(row);
        case 'source':
          return reader.sourceText(row);
        case 'scope':
          return reader.scopes(row);
        case 'via':
          return reader.via(row);
        case 'phase':
          return reader.phase(row) ?? '';
        case 'param':
          return reader
            .params(row)
            .map(([name, value]) => `${name}=${value}`)
            .join(' ');
      }
    },
    numbers: (field: NumberField): readonly number[] =>
      field === 'line' ? reader.lines(row) : [reader.outputs(row).reduce((sum, value) => sum + value.bytes, 0)]
  };
}
