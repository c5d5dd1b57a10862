import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sample, sampleTables } from '../testing/samples';
import { randomReport } from '../testing/random-program';
import { Dataflow } from './dataflow';
import { readReport, ReportError } from './decode';
import { inflate, inflatedSize } from './inflate';
import { packReport, unpackReport } from './packed';
import { pathOf, rowAt } from './paths';

const report = sampleTables();
const [stage] = report.programs[0].stages;
const rowsOf = (primitive: string): number[] =>
  Array.from(stage.equations.primitive, (name, row) => (report.strings[name] === primitive ? row : -1)).filter(
    row => row >= 0
  );

describe('readReport', () => {
  it('derives producers, consumers and the contents of regions', () => {
    expect(stage.count).toBe(12);
    const dot = stage.equations.outputs[0];
    expect(stage.producer[dot]).toBe(0);
    expect(Array.from(stage.consumers.subarray(stage.consumer_offsets[dot], stage.consumer_offsets[dot + 1]))).toEqual([
      1
    ]);
    const own = (region: number): number[] =>
      Array.from(
        stage.region_equations.subarray(
          stage.region_equation_offsets[region],
          stage.region_equation_offsets[region + 1]
        )
      );
    expect(own(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 9, 11]);
    expect(own(1)).toEqual([7, 8]);
    expect(own(2)).toEqual([]);
    expect(Array.from(stage.equation_regions)).toEqual([1, 2, 3]);
  });

  it('counts a reader once that reads a value twice', () => {
    const twice = stage.equations.inputs[stage.equations.input_offsets[10]];
    expect(stage.consumer_offsets[twice + 1] - stage.consumer_offsets[twice]).toBe(1);
  });

  it('reads newer minor versions and refuses newer major ones, saying what to do', () => {
    const { document } = sample();
    expect(readReport(JSON.stringify({ ...document, version: '1.9', novelty: 1 })).id).toBe('test');
    expect(() => readReport(JSON.stringify({ ...document, version: '2.0' }))).toThrow(/format 2\.0.*pip install -U/);
  });

  it.each(['', '{"version": "1.0", "id": "x", "prog', '[]', '{}', 'null', '{"version": 1, "id": "x", "programs": []}'])(
    'refuses %j with a message for people',
    text => {
      expect(() => readReport(text)).toThrow(ReportError);
    }
  );

  it('reads a document that an older minor version wrote, with fewer columns', () => {
    const { document } = sample();
    const { hint, ...older } = document.programs[0].stages[0].equations;
    expect(hint).toHaveLength(12);
    const text = JSON.stringify(document, (name, value: unknown) => (name === 'equations' ? older : value));
    expect(Array.from(readReport(text).programs[0].stages[0].equations.hint)).toEqual(Array(12).fill(0));
  });
});

describe('integrity', () => {
  /** Every list of row numbers in a document; those left out are shown, never followed. */
  function* columnsOf(value: unknown, name = ''): Generator<{ name: string; column: number[] }> {
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every(item => typeof item === 'number')) yield { name, column: value as number[] };
      else for (const item of value) yield* columnsOf(item, name);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) yield* columnsOf(item, key);
    }
  }
  const free = new Set(['shape', 'bytes', 'trips', 'index', 'definition', 'constants']);
  const numbers = new Set(['line', 'column', 'end_line', 'end_column', 'operand', 'result']);
  const names = [...columnsOf(sample().document)].map(({ name }) => name).filter(name => !free.has(name));

  it('knows the columns that it tries', () => expect(new Set(names).size).toBeGreaterThan(30));

  it.each(names.map((name, position) => [name, position] as const))('refuses a bad row in %s', (name, position) => {
    for (const bad of numbers.has(name) ? [-7] : [-7, 2 ** 30]) {
      const document = sample().document;
      const columns = [...columnsOf(document)].filter(column => !free.has(column.name));
      columns[position].column[columns[position].column.length - 1] = bad;
      expect(() => readReport(JSON.stringify(document)), `${bad}`).toThrow(ReportError);
    }
  });

  it('refuses a call stack that goes in a circle', () => {
    const document = sample().document;
    document.sources.stacks.parent[0] = 0;
    expect(() => readReport(JSON.stringify(document))).toThrow(/comes before its own parent/);
  });
});

describe('paths', () => {
  it('name equations by indices through nested jaxprs', () => {
    expect(pathOf(report, stage, 5)).toBe('5');
    expect(pathOf(report, stage, rowsOf('sin')[0])).toBe('6/jaxpr.0/1');
    expect(pathOf(report, stage, 10)).toBe('7/branches.1/0');
  });

  it('lead back to their equations, in any program', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 12 }), (seed, size) => {
        const random = randomReport(seed, size);
        const [drawn] = random.programs[0].stages;
        for (let row = 0; row < drawn.count; row++) expect(rowAt(random, drawn, pathOf(random, drawn, row))).toBe(row);
      }),
      { numRuns: 50 }
    );
  });

  it.each(['', 'x', '99', '7/branches.0/0', '7/branches.2/0', '7/branches.1', '0/jaxpr.0/0', '-1', '7//0', '1e1'])(
    'find nothing at %j',
    path => {
      expect(rowAt(report, stage, path)).toBe(-1);
    }
  );
});

describe('Dataflow', () => {
  const dataflow = new Dataflow(stage);

  it('follows operands into nested jaxprs', () => {
    expect(dataflow.producers(7)).toEqual([5]);
    expect(dataflow.consumers(5)).toEqual([6, 7]);
  });

  it('follows results out of them', () => {
    // The false branch hands its input on to the last equation.
    expect(dataflow.consumers(8)).toEqual([9, 10, 11]);
    expect(dataflow.consumers(10)).toEqual([11]);
  });
});

describe('inflate', () => {
  it('undoes gzip and base64', async () => {
    const text = 'añb '.repeat(2000);
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(await inflate(btoa(String.fromCharCode(...bytes)))).toBe(text);
  });

  it('rejects what is cut short', async () => {
    await expect(inflate('H4sIAAAAAAAAA')).rejects.toThrow();
  });

  it('tells how much it will be', () => {
    for (const length of [1, 2, 3, 300, 70_000]) {
      expect(inflatedSize(gzipSync('x'.repeat(length)).toString('base64'))).toBe(length);
    }
    expect(['', 'H4s', 'not base64!!'].map(inflatedSize)).toEqual([0, 0, 0]);
  });
});

describe('a packed report', () => {
  it('is the same report in memory of its own', () => {
    const tables = randomReport(3, 20);
    const packed = packReport(tables);
    expect(unpackReport(structuredClone(packed))).toEqual(tables);
    packed.programs[0].stages[0].equations.primitive.fill(-1);
    expect(tables.programs[0].stages[0].equations.primitive).not.toContain(-1);
  });
});
