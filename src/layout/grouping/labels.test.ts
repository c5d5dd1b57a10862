import { describe, expect, it } from 'vitest';
import type { FrameWords } from '../../testing/document';
import { ReportBuilder } from '../../testing/document';
import { sampleTables } from '../../testing/samples';
import { USUAL } from '../../testing/request';
import type { Grouping, SceneRequest } from '../scene';
import type { Node } from '.';
import { Outline, visibleGraph } from '.';

const EVERYTHING = 1000;

function outlineOf(report: ReportBuilder, grouping: Grouping = 'calls', plumbing = false): Outline {
  const tables = report.tables();
  return new Outline(tables, 0, tables.programs[0].stages[0], grouping, plumbing);
}

function shown(outline: Outline, wishes: Partial<SceneRequest> = {}): Node[] {
  const request = { ...USUAL, grouping: outline.grouping, plumbing: outline.showPlumbing, ...wishes };
  return visibleGraph(outline, request).boxes.map(({ node }) => node);
}

const sampleOutline = (grouping: Grouping = 'calls', plumbing = false): Outline => {
  const tables = sampleTables();
  return new Outline(tables, 0, tables.programs[0].stages[0], grouping, plumbing);
};
const labels = (nodes: readonly Node[]): string[] => nodes.map(({ label }) => label);
const find = (nodes: readonly Node[], label: string): Node => {
  const found = nodes.find(node => node.label === label);
  if (found === undefined) throw new Error(`no box ${label} in ${labels(nodes).join(', ')}`);
  return found;
};

describe('grouping by calls', () => {
  it('names a call by its function, with the line that calls it and its phase', () => {
    const predict = shown(sampleOutline(), { budget: 1 }).filter(({ label }) => label === 'predict');
    expect(predict.map(({ detail }) => detail)).toEqual(['line 6 · forward · 4 eqns', 'line 6 · backward · 2 eqns']);
    expect(predict.map(({ phase }) => phase)).toEqual([1, 2]);
  });

  it('says which cell or file a line is in where there are several', () => {
    const report = new ReportBuilder().source('def f(a): return sin(sin(a))');
    const cell = report.cell(4, 'f(a)', 'f(f(a))');
    const call = (line: number): { stack: FrameWords[] } => ({
      stack: [
        { function: 'run', line, file: cell },
        { function: 'f', line: 1 }
      ]
    });
    report
      .stage()
      .top([{ name: 'a' }], 1, (top, [a]) => [
        top.add('sin', [top.add('sin', [top.add('cos', [top.add('cos', [a], call(1))], call(1))], call(2))], call(2))
      ]);
    const details = shown(outlineOf(report), { budget: 3 }).map(({ detail }) => detail);
    expect(details.filter(detail => detail.includes('line'))).toEqual([
      expect.stringContaining('Cell [4] line 1'),
      expect.stringContaining('Cell [4] line 2')
    ]);
  });

  it('drops what all equations have in common', () => {
    expect(labels(shown(sampleOutline(), { budget: 1 }))).not.toContain('update');
  });

  it('labels several equations of a line with the line itself', () => {
    const report = new ReportBuilder().source('y = a * b + c  # why', 'z = jnp.sin(y)');
    const at = (line: number): { stack: FrameWords[] } => ({ stack: [{ function: 'f', line }] });
    report
      .stage()
      .top([{ name: 'a' }], 1, (top, [a]) => [
        top.add('sin', [top.add('add', [top.add('mul', [a, a], at(1)), a], at(1))], at(2))
      ]);
    const group = find(shown(outlineOf(report), { budget: 1 }), 'y = a * b + c');
    expect(group).toMatchObject({ code: true, detail: 'line 1 · 2 eqns', size: 2 });
  });

  it('shows a public function of JAX as a call, and what only its holder is called by not', () => {
    const report = new ReportBuilder();
    const words = { stack: [{ function: 'f', line: 1 }], via: 'jax.nn.logsumexp' };
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => {
      const y = top.add('sin', [x], { stack: words.stack });
      return [top.add('log', [top.add('exp', [y], words)], words)];
    });
    expect(find(shown(outlineOf(report), { budget: 1 }), 'logsumexp').detail).toBe('line 1 · 2 eqns');
  });

  it('makes no box for a single equation', () => {
    const report = new ReportBuilder();
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => {
      const y = top.add('sin', [x], { stack: [{ function: 'f', line: 1 }] });
      return [
        top.add('max', [y], {
          stack: [
            { function: 'f', line: 2 },
            { function: 'relu', line: 9 }
          ]
        })
      ];
    });
    expect(labels(shown(outlineOf(report), { budget: 1 }))).toEqual(['x', 'sin', 'max', 'result']);
  });

  it('splits a call where its equations do not make one convex group', () => {
    const report = new ReportBuilder();
    const inside = {
      stack: [
        { function: 'f', line: 1 },
        { function: 'g', line: 5 }
      ]
    };
    const outside = { stack: [{ function: 'f', line: 1, column: 9 }] };
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => {
      const first = top.add('sin', [top.add('cos', [x], inside)], inside);
      const between = top.add('exp', [first], outside);
      return [top.add('sin', [top.add('cos', [between], inside)], inside)];
    });
    expect(labels(shown(outlineOf(report), { budget: 1 })).filter(label => label === 'g')).toHaveLength(2);
  });
});

describe('repeats', () => {
  const loop = (
    rounds: number,
    body: (top: Parameters<Parameters<ReturnType<ReportBuilder['stage']>['top']>[2]>[0], value: number) => number
  ): ReportBuilder => {
    const report = new ReportBuilder().source('for w in ws:', '    x = jnp.sin(x)', '    x = x * w + 1', 'return x');
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => {
      let value = x;
      for (let round = 0; round < rounds; round++) value = body(top, value);
      return [top.add('neg', [value], { stack: [{ function: 'f', line: 4 }] })];
    });
    return report;
  };
  const twoLines = (
    top: Parameters<Parameters<ReturnType<ReportBuilder['stage']>['top']>[2]>[0],
    value: number
  ): number =>
    top.add('mul', [top.add('sin', [value], { stack: [{ function: 'f', line: 2 }] })], {
      stack: [{ function: 'f', line: 3 }]
    });

  it('of several lines fold into one box, which opens into rounds', () => {
    const outline = outlineOf(loop(12, twoLines));
    const group = find(shown(outline, { budget: 1 }), 'sin · mul');
    expect(group.badge).toBe('×12');
    expect(outline.children(group)).toHaveLength(12);
    expect(labels(outline.children(outline.children(group)[0]))).toEqual(['sin', 'mul']);
  });

  it('of one call are counted on the call', () => {
    const call = (line: number): { stack: FrameWords[] } => ({
      stack: [
        { function: 'f', line: 2 },
        { function: 'Block.__call__', line }
      ]
    });
    const outline = outlineOf(loop(3, (top, value) => top.add('mul', [top.add('sin', [value], call(20))], call(21))));
    expect(find(shown(outline, { budget: 1 }), 'Block')).toMatchObject({ badge: '×3', size: 6 });
  });

  it('are not claimed for equal equations of one operation', () => {
    const one = { stack: [{ function: 'f', line: 2 }] };
    const outline = outlineOf(
      loop(1, (top, value) => {
        const products = [
          top.add('mul', [value], one),
          top.add('reduce_sum', [value], one),
          top.add('mul', [value], one),
          top.add('reduce_sum', [value], one)
        ];
        return top.add('add_any', products, { stack: [{ function: 'f', line: 3 }] });
      })
    );
    expect(shown(outline, { budget: 1 }).filter(({ badge }) => badge !== '')).toEqual([]);
  });
});

describe('plumbing', () => {
  const chain = (): ReportBuilder => {
    const report = new ReportBuilder();
    report.stage().top([{ name: 'x' }], 2, (top, [x]) => {
      const wide = top.add('convert_element_type', [top.add('broadcast_in_dim', [top.add('reshape', [x])])]);
      const shared = top.add('reshape', [wide]);
      return [top.add('sin', [wide]), shared];
    });
    return report;
  };

  it('folds a chain into one mark, up to where it branches', () => {
    const marks = shown(outlineOf(chain())).filter(({ kind }) => kind === 'mark');
    expect(marks.map(({ label, detail }) => [label, detail])).toEqual([
      ['3', 'reshape, broadcast_in_dim, convert_element_type'],
      ['1', 'reshape']
    ]);
  });

  it('is drawn as boxes when asked for', () => {
    const nodes = shown(outlineOf(chain(), 'calls', true));
    expect(nodes.filter(({ kind }) => kind === 'mark')).toEqual([]);
    expect(nodes.filter(({ kind }) => kind === 'equation')).toHaveLength(5);
  });

  it('is what has only literals to work on, but not what makes random keys or numbers of its own', () => {
    const report = new ReportBuilder();
    report.stage().top([{ name: 'x' }], 1, top => {
      const one = top.literal('1.0');
      return [top.add('add', [top.add('mul', [one, one]), top.add('random_seed', [one]), top.add('iota', [])])];
    });
    const kinds = new Map(shown(outlineOf(report)).map(({ label, kind }) => [label, kind]));
    expect(Object.fromEntries(kinds)).toMatchObject({
      1: 'mark',
      random_seed: 'equation',
      iota: 'equation',
      add: 'equation'
    });
  });

  it('includes a device_put that moves nothing', () => {
    const report = new ReportBuilder();
    report
      .stage()
      .top([{ name: 'x' }], 2, (top, [x]) => [
        top.add('device_put', [x], { params: { devices: '(None,)' } }),
        top.add('device_put', [x], { params: { devices: '(CpuDevice(id=1),)' } })
      ]);
    expect(shown(outlineOf(report)).map(({ kind }) => kind)).toEqual(['input', 'equation', 'mark', 'output', 'output']);
  });
});

describe('equations with nested jaxprs', () => {
  const nodes = shown(sampleOutline(), { budget: EVERYTHING });

  it('show the ends of a loop with their roles, and how often it runs', () => {
    const scan = find(nodes, 'scan');
    expect(scan).toMatchObject({ badge: '×7', size: 3, expandable: true });
    const inside = sampleOutline().children(scan);
    expect(inside.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'input const',
      'input carry',
      'equation add',
      'equation sin',
      'output carry'
    ]);
  });

  it('show branches by their labels, an empty one as not expandable', () => {
    const inside = sampleOutline().children(find(nodes, 'cond'));
    expect(inside.map(({ label, expandable, detail }) => [label, expandable, detail])).toEqual([
      ['false branch', false, 'no eqns'],
      ['true branch', true, '1 eqn']
    ]);
  });

  it('name the called function, and say which of several calls of one definition they are', () => {
    const report = new ReportBuilder();
    const call = {
      parameter: 'jaxpr',
      definition: 5,
      inputs: [{ operand: 0, role: 'operand' }],
      outputs: [{ result: 0, role: 'result' }]
    };
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => {
      let value = x;
      for (let k = 0; k < 3; k++) {
        const fill = (region: typeof top, [input]: readonly number[]): number[] => [region.add('max', [input])];
        [value] = top.addMany('jit', [value], { name: 'relu', nested: [{ ...call, fill }] }, ['f32[4]']);
      }
      return [value];
    });
    const calls = shown(outlineOf(report), { budget: 1 }).filter(({ label }) => label === 'relu');
    expect(calls.map(({ badge, detail }) => [badge, detail])).toEqual([
      ['call 1 of 3', 'jit · f32[4]'],
      ['call 2 of 3', 'jit · f32[4]'],
      ['call 3 of 3', 'jit · f32[4]']
    ]);
  });
});

describe('inputs', () => {
  it('of a large pytree share a box, which opens into smaller ones', () => {
    const report = new ReportBuilder();
    const names = Array.from({ length: 30 }, (_, k) => ({
      name: `params['Dense_${Math.floor(k / 2)}']['${'bw'[k % 2]}']`
    }));
    report.stage().top([...names, { name: 'x' }], 1, (top, inputs) => [top.add('add', inputs)]);
    const outline = outlineOf(report);
    const [params, x] = shown(outline);
    expect([params.label, params.badge, x.label]).toEqual(['params', '×30', 'x']);
    const [first] = outline.children(params);
    expect([first.label, first.badge]).toEqual(["params['Dense_0']", '×2']);
    expect(labels(outline.children(first))).toEqual(["params['Dense_0']['b']", "params['Dense_0']['w']"]);
  });
});
