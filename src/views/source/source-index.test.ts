import { describe, expect, it } from 'vitest';
import { ReportBuilder } from '../../testing/document';
import { smallReport } from '../../testing/view-context';
import { SourceIndex } from './source-index';

function indexOf(builder: ReportBuilder): SourceIndex {
  const report = builder.tables();
  return new SourceIndex(report, report.programs[0].stages[0]);
}

describe('SourceIndex', () => {
  const index = indexOf(smallReport());

  it('gives a line the equations that are shown at it', () => {
    expect([...index.rowsOfLine(0, 2)]).toEqual([0, 1, 2]);
    expect([...index.rowsOfLine(0, 3)]).toEqual([3, 4, 5]);
    expect(index.countOfLine(0, 2)).toBe(3);
  });

  it('gives a line that is only passed through what passes it, but counts nothing there', () => {
    expect([...index.rowsOfLine(0, 1)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(index.countOfLine(0, 1)).toBe(0);
  });

  it('counts what comes from inside the calls of a line', () => {
    expect([1, 2, 3].map(line => index.wordsOfLine(0, line).calls)).toEqual([6, 0, 0]);
  });

  it('takes a call as chosen when all it leads to is', () => {
    const places = (rows: number[]): number[] =>
      index.callsWithin(new Set(rows)).map(frame => index.spansOfFrame(frame)[0].line);
    expect(places([0, 1, 2, 3, 4, 5])).toEqual([1]);
    expect(places([0, 1, 2, 3, 4])).toEqual([]);
    expect(places([])).toEqual([]);
  });

  it('counts a recursive call once', () => {
    const report = new ReportBuilder().source('f(x)', '  f(sin(x))');
    const deeper = { function: 'f', line: 2, column: 2 };
    report
      .stage()
      .top([{ name: 'x' }], 1, (region, [x]) => [
        region.add('sin', [x], { stack: [{ function: '<module>', line: 1, column: 0 }, deeper, deeper] })
      ]);
    const recursive = indexOf(report);
    expect([1, 2].map(line => recursive.countOfLine(0, line))).toEqual([0, 1]);
    expect([1, 2].map(line => recursive.wordsOfLine(0, line).calls)).toEqual([1, 0]);
  });

  it('finds the equations behind a column', () => {
    expect([...index.rowsOfFrame(index.innermost(0, 2, 18))]).toEqual([0]);
    expect([...index.rowsOfFrame(index.innermost(0, 2, 29))]).toEqual([1]);
    expect(index.innermost(0, 2, 40)).toBe(-1);
    expect(index.innermost(0, 9, 0)).toBe(-1);
  });

  it('prefers the smaller of two columns around a place', () => {
    const report = new ReportBuilder().source('relu(dot(w, a) + b)');
    report.stage().top([{ name: 'x' }], 1, (region, [x]) => {
      const inner = region.add('dot_general', [x], { stack: [{ function: 'f', line: 1, column: 5 }] });
      return [region.add('max', [inner], { stack: [{ function: 'f', line: 1, column: 0 }] })];
    });
    report.document.sources.frames.end_column = [14, 19];
    const nested = indexOf(report);
    expect([...nested.rowsOfFrame(nested.innermost(0, 1, 6))]).toEqual([0]);
    expect([...nested.rowsOfFrame(nested.innermost(0, 1, 1))]).toEqual([1]);
  });

  it('covers every line of a long expression', () => {
    const report = new ReportBuilder().source('f(', '  a,', ')');
    report
      .stage()
      .top([{ name: 'x' }], 1, (region, [x]) => [
        region.add('sin', [x], { stack: [{ function: 'g', line: 1, column: 0 }] })
      ]);
    report.document.sources.frames.end_line = [3];
    report.document.sources.frames.end_column = [1];
    const long = indexOf(report);
    expect([1, 2, 3].map(line => [...long.rowsOfLine(0, line)])).toEqual([[0], [0], [0]]);
    expect([1, 2, 3].map(line => long.countOfLine(0, line))).toEqual([1, 0, 0]);
    expect([1, 2].map(line => long.wordsOfLine(0, line))).toEqual([
      { own: 1, calls: 0, continued: false },
      { own: 1, calls: 0, continued: true }
    ]);
    expect(long.spansOfFrame(0).map(({ line, start, end }) => [line, start, end])).toEqual([
      [1, 0, Infinity],
      [2, 0, Infinity],
      [3, 0, 1]
    ]);
  });

  it('shows an equation of a library at the line that called it', () => {
    const report = new ReportBuilder().source('y = layer(x)');
    const library = report.library('nn.py');
    report.stage().top([{ name: 'x' }], 1, (region, [x]) => [
      region.add('sin', [x], {
        stack: [
          { function: 'f', line: 1, column: 4 },
          { function: 'layer', line: 70, file: library }
        ]
      })
    ]);
    const shown = indexOf(report);
    expect([...shown.rowsOfLine(0, 1)]).toEqual([0]);
    expect(shown.frameOfRow(0)).toBe(0);
    expect(shown.mainFile()).toBe(0);
  });

  it('has no file to show where the user has none', () => {
    const report = new ReportBuilder();
    report.document.sources.files = [
      { name: 'nn.py', kind: 'library', execution_count: null, cell_id: null, excerpts: [] }
    ];
    report.stage().top([{ name: 'x' }], 1, (region, [x]) => [region.add('sin', [x])]);
    expect(indexOf(report).mainFile()).toBe(-1);
  });
});
