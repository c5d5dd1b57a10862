/** Damaged and crafted reports: each opens, or says in one message what is wrong; none hangs or fails elsewhere. */
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Engine } from '../layout/engine';
import { sample } from '../testing/samples';
import { USUAL } from '../testing/request';
import { EquationReader } from '../views/equation';
import { SourceIndex } from '../views/source/source-index';
import { Dataflow } from '../report/dataflow';
import { readReport, ReportError } from '../report/decode';
import { inflate } from '../report/inflate';
import { pathOf } from '../report/paths';
import type { ReportTables } from '../report/tables';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Far above what one small report takes, also on a busy machine. */
const HANG = 5000;

const plain = (): { [name: string]: Json } => JSON.parse(JSON.stringify(sample().document)) as { [name: string]: Json };

/** Every place in a document: the way to it. */
function* places(value: Json, way: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    const next = [...way, Array.isArray(value) ? Number(name) : name];
    yield next;
    yield* places(item, next);
  }
}

const PLACES = [...places(plain())];

function holderOf(document: Json, way: readonly (string | number)[]): { [name: string]: Json } {
  let at = document;
  for (const step of way.slice(0, -1)) at = (at as { [name: string]: Json })[step];
  return at as { [name: string]: Json };
}

/** All that views ask of a report, for every equation. */
function walk(report: ReportTables): void {
  const engine = new Engine();
  engine.use(report);
  report.programs.forEach((one, program) =>
    one.stages.forEach((stage, row) => {
      for (const grouping of ['calls', 'scopes', 'phase', 'regions'] as const) {
        const request = { ...USUAL, program, stage: row, grouping, plumbing: true };
        const scene = engine.scene(request);
        expect(scene.boxes.every(box => Number.isFinite(box.x + box.y + box.width + box.height))).toBe(true);
        if (grouping === 'calls') expect(engine.svg(request, 'light') + engine.dot(request)).toMatch(/^<svg/);
      }
      const reader = new EquationReader(report, stage);
      const index = new SourceIndex(report, stage);
      const dataflow = new Dataflow(stage);
      for (let at = 0; at < stage.count; at++) {
        pathOf(report, stage, at);
        reader.sourceText(at);
        reader.lines(at);
        reader.inputs(at);
        reader.outputs(at);
        reader.callStack(at);
        index.frameOfRow(at);
        dataflow.producers(at);
        dataflow.consumers(at);
      }
    })
  );
}

/** Opens a text; false where it was refused with a message for people. */
function opens(text: string): boolean {
  const start = performance.now();
  try {
    walk(readReport(text));
    return true;
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    expect(error.message).toMatch(/^(This|The content of this) .*(report|viewer)/);
    expect(error.message).not.toMatch(/undefined|null \(|is not a function|iterable/);
    return false;
  } finally {
    expect(performance.now() - start).toBeLessThan(HANG);
  }
}

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    '',
    'x',
    [],
    {},
    -1,
    0,
    1,
    2,
    1.5,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    1e300,
    [[]],
    [null]
  ),
  fc.integer({ min: -3, max: 40 }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.array(fc.integer({ min: -2, max: 14 }), { maxLength: 20 })
);

describe('a damaged report', { timeout: 60_000 }, () => {
  it('opens as it is', () => expect(opens(JSON.stringify(plain()))).toBe(true));

  it('is refused for a wrong type in any field', () => {
    let refused = 0;
    for (const way of PLACES) {
      for (const wrong of [{ odd: 1 }, 0.5] as Json[]) {
        const document = plain();
        holderOf(document, way)[way[way.length - 1]] = wrong;
        if (!opens(JSON.stringify(document))) refused += 1;
      }
    }
    // Numbers with a fraction are right in seconds alone.
    expect(refused).toBeGreaterThan(2 * PLACES.length - 10);
  });

  it('is refused where a region takes what its equation has not', () => {
    const document = plain();
    const regions = holderOf(document, ['programs', 0, 'stages', 0, 'regions', 'operand']);
    const column = regions.operand as number[];
    column[column.length - 1] = 11;
    expect(opens(JSON.stringify(document))).toBe(false);
  });

  it('opens or says what is wrong, whatever stands in one of its places', () => {
    let opened = 0;
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), anything, (way, value) => {
        const document = plain();
        holderOf(document, way)[way[way.length - 1]] = value;
        if (opens(JSON.stringify(document))) opened += 1;
      }),
      { numRuns: 300 }
    );
    expect(opened).toBeGreaterThan(0);
  });

  it('opens or says what is wrong when places are left out, or rows exchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...PLACES), fc.nat()), { minLength: 1, maxLength: 4 }), changes => {
        const document = plain();
        for (const [way, other] of changes) {
          const last = way[way.length - 1];
          try {
            const holder = holderOf(document, way);
            if (!Array.isArray(holder)) Reflect.deleteProperty(holder, last);
            else if (other % 2 === 0) holder.splice(last as number, 1);
            else
              [holder[last as number], holder[other % holder.length]] = [
                holder[other % holder.length],
                holder[last as number]
              ];
          } catch {
            // An earlier change took the place away.
          }
        }
        opens(JSON.stringify(document));
      }),
      { numRuns: 200 }
    );
  });

  it('opens or says what is wrong wherever its text is cut or changed', () => {
    const text = JSON.stringify(plain());
    fc.assert(
      fc.property(fc.nat({ max: text.length }), fc.string({ maxLength: 3 }), (at, wrong) => {
        expect(opens(text.slice(0, at))).toBe(at === text.length);
        opens(text.slice(0, at) + wrong + text.slice(at + wrong.length));
      }),
      { numRuns: 200 }
    );
  });

  it('with a frame of two thousand million lines is refused at once', () => {
    const document = sample().document;
    document.sources.frames.end_line[0] = 2 ** 31 - 1;
    expect(opens(JSON.stringify(document))).toBe(false);
  });

  it('nested deeper than any parser likes is refused', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(opens(`{"version":"1.0","id":"a","strings":[""],"sources":{},"programs":${deep}}`)).toBe(false);
  });
});

describe('a damaged envelope', { timeout: 60_000 }, () => {
  const packed = gzipSync(JSON.stringify(plain())).toString('base64');

  it('opens as it is', async () => expect(opens(await inflate(packed))).toBe(true));

  it('says so when it is cut or changed anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: packed.length - 1 }), fc.boolean(), async (at, cut) => {
        const other = packed[at] === 'A' ? 'B' : 'A';
        const damaged = cut ? packed.slice(0, at) : packed.slice(0, at) + other + packed.slice(at + 1);
        const text = await inflate(damaged).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ReportError);
          return null;
        });
        // The head of a gzip file holds a time and a system that nobody reads.
        if (text !== null) opens(text);
      }),
      { numRuns: 200 }
    );
  });

  it.each(['', '!', 'AAAA', '%%%%', packed.slice(4), btoa('no gzip')])('refuses %j', async text => {
    await expect(inflate(text.slice(0, 2000))).rejects.toThrow(ReportError);
  });

  it('stops unpacking where no report ends', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' ')).toString('base64');
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    await expect(inflate(bomb, 2 ** 20)).rejects.toThrow(/more than 1 MiB/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
  });
});
