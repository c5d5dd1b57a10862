import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomReport } from '../../testing/random-program';
import { sampleTables } from '../../testing/samples';
import { smallReport } from '../../testing/view-context';
import { EquationReader } from '../../views/equation';
import { fieldsOf, matches, parseQuery, TEXT_FIELDS } from './query';
import { fieldsFound, findRows } from './search';
import { searchable } from './searchable';

const never = new AbortController().signal;
const reports = [
  sampleTables(),
  smallReport().tables(),
  ...Array.from({ length: 8 }, (_, seed) => randomReport(seed, 20))
];
const readers = reports.map(report => new EquationReader(report, report.programs[0].stages[0]));

/** All that stands in an equation, to cut words from that are really there. */
const said = (reader: EquationReader, row: number): string[] =>
  TEXT_FIELDS.map(field => searchable(reader, row).text(field)).filter(text => text !== '');

const words = fc
  .tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), fc.constantFrom('', ...TEXT_FIELDS))
  .map(([which, row, text, start, length, field]) => {
    const reader = readers[which % readers.length];
    const texts = said(reader, row % reader.stage.count);
    const one = texts[text % texts.length];
    const from = start % one.length;
    return { reader, query: `${field === '' ? '' : `${field}:`}"${one.slice(from, from + length).replace(/"/g, '')}"` };
  });

describe('findRows', () => {
  it('finds what looking into each equation finds', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(words, async ({ reader, query }) => {
        const terms = parseQuery(query);
        const slow = Array.from({ length: reader.stage.count }, (_, row) => row).filter(row =>
          matches(terms, searchable(reader, row))
        );
        hits += slow.length;
        expect(await findRows(terms, reader, never)).toEqual(slow);
      }),
      { numRuns: 600 }
    );
    expect(hits).toBeGreaterThan(600);
  });

  it.each(['bytes>10', 'bytes:16', 'bytes<=64', 'line:2-3', 'line>4', 'line:2-3 sin bytes>1'])(
    'finds numbers: %s',
    async query => {
      const terms = parseQuery(query);
      for (const reader of readers) {
        const all = Array.from({ length: reader.stage.count }, (_, row) => row);
        const slow = all.filter(row => matches(terms, searchable(reader, row)));
        expect(await findRows(terms, reader, never)).toEqual(slow);
      }
    }
  );

  it('says in which field a word was found first', async () => {
    for (const word of ['sin', 'f32', 'x', 'predict', '0']) {
      for (const reader of readers) {
        const terms = parseQuery(word);
        const rows = await findRows(terms, reader, never);
        const first = rows.map(row =>
          fieldsOf({ field: null }).find(field => searchable(reader, row).text(field).toLowerCase().includes(word))
        );
        const counts = await fieldsFound(terms, rows, reader, never);
        expect(counts).toEqual(counts.map(([field]) => [field, first.filter(one => one === field).length]));
        expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(rows.length);
      }
    }
    expect(await fieldsFound(parseQuery('prim:sin'), [0], readers[0], never)).toEqual([]);
  });

  it('stops when a newer search has begun', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await findRows(parseQuery('sin'), readers[0], abort.signal)).toEqual([]);
  });
});
