/** Random programs for property tests: every kind of nesting, tangled call stacks, plumbing, dead code. */
import type { EquationWords, FrameWords, NestedWords, RegionBuilder } from './document';
import { ReportBuilder } from './document';
import type { ReportTables } from '../report/tables';

/** A small generator of numbers in [0, 1) (mulberry32): the same seed gives the same program everywhere. */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORK = ['sin', 'mul', 'add', 'dot_general', 'reduce_sum', 'iota', 'max'];
const PLUMBING = ['reshape', 'broadcast_in_dim', 'convert_element_type', 'squeeze'];
const DEEPEST = 3;

/** A report with one program of about `size` equations a region. */
export function randomReport(seed: number, size: number): ReportTables {
  const random = generator(seed);
  const report = new ReportBuilder().source(
    'a = f(x)',
    'b = g(a) + a',
    'for _ in range(3):',
    '    b = h(b)',
    'return b'
  );
  const library = report.library('lib/nn.py');
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)];
  const functions = ['f', 'g', 'h', 'Block.__call__', '<lambda>'];

  const stack = (base: readonly FrameWords[]): FrameWords[] => {
    const frames = base.slice();
    for (let depth = below(4); depth > 0; depth--) {
      frames.push({
        function: pick(functions),
        line: 1 + below(5),
        column: below(3),
        file: random() < 0.3 ? library : 0
      });
    }
    return frames;
  };

  const fill = (
    region: RegionBuilder,
    inputs: readonly number[],
    depth: number,
    base: readonly FrameWords[]
  ): number[] => {
    const values = inputs.slice();
    const operand = (): number =>
      values.length === 0 || random() < 0.15 ? region.literal('1.0') : pick(values.slice(-12));
    let words: EquationWords = { stack: stack(base) };
    const count = below((size >> depth) + 2);
    for (let k = 0; k < count; k++) {
      if (random() < 0.5) {
        words = {
          stack: random() < 0.1 ? [] : stack(base),
          phase: below(4),
          scopes: pick(['', 'a', 'a/b', 'c']),
          via: pick(['', '', 'jnp.mean', 'jax.nn.relu']),
          batched: random() < 0.3
        };
      }
      if (depth < DEEPEST && random() < 0.12) values.push(...nest(region, operand, words, depth));
      else if (random() < 0.35) values.push(region.add(pick(PLUMBING), [operand()], words));
      else values.push(region.add(pick(WORK), Array.from({ length: below(3) }, operand), words));
    }
    return values;
  };

  const nest = (region: RegionBuilder, operand: () => number, words: EquationWords, depth: number): number[] => {
    const operands = Array.from({ length: 1 + below(4) }, operand);
    const results = 1 + below(3);
    const kind = pick(['jit', 'scan', 'while', 'cond', 'odd']);
    const inside =
      (count: number) =>
      (nested: RegionBuilder, inputs: readonly number[]): number[] => {
        const values = fill(nested, inputs, depth + 1, words.stack ?? []);
        return Array.from({ length: count }, () => (values.length === 0 ? nested.literal('0.0') : pick(values)));
      };
    const straight = (skip: number): NestedWords['inputs'] =>
      operands.slice(skip).map((_, k) => ({ operand: k + skip, role: 'operand' }));
    const all = (role: string): NestedWords['outputs'] =>
      Array.from({ length: results }, (_, result) => ({ result, role }));
    const regions: NestedWords[] = [];
    if (kind === 'jit') {
      const inputs = [{ operand: -1, role: 'captured' }, ...straight(0)].slice(below(2));
      regions.push({ parameter: 'jaxpr', definition: below(3), inputs, outputs: all('result'), fill: inside(results) });
    } else if (kind === 'scan') {
      const inputs = operands.map((_, k) => ({ operand: k, role: pick(['const', 'carry', 'x']) }));
      regions.push({
        parameter: 'jaxpr',
        label: 'body',
        trips: 7,
        inputs,
        outputs: all('carry'),
        fill: inside(results)
      });
    } else if (kind === 'while') {
      const inputs = operands.map((_, k) => ({ operand: k, role: 'carry' }));
      const condition: NestedWords['outputs'] = [{ result: -1, role: 'continue' }];
      regions.push({ parameter: 'cond_jaxpr', label: 'condition', inputs, outputs: condition, fill: inside(1) });
      regions.push({ parameter: 'body_jaxpr', label: 'body', inputs, outputs: all('carry'), fill: inside(results) });
    } else if (kind === 'cond') {
      for (let index = 0; index < 2 + below(2); index++) {
        const label = `branch ${index}`;
        regions.push({
          parameter: 'branches',
          index,
          label,
          inputs: straight(1),
          outputs: all('result'),
          fill: inside(results)
        });
      }
    } else {
      // A call whose wiring is not known.
      const inputs = operands.map(() => ({ operand: -1, role: 'operand' }));
      const outputs = all('result').map(end => ({ ...end, result: -1 }));
      regions.push({ parameter: 'jaxpr', inputs, outputs, fill: inside(results) });
    }
    const name = kind === 'jit' ? 'relu' : '';
    return region.addMany(kind, operands, { ...words, name, nested: regions }, Array<string>(results).fill('f32[4]'));
  };

  const names = Array.from({ length: 1 + below(20) }, (_, k) => ({ name: `p['${pick(['a', 'b'])}'][${k}]` }));
  const results = 1 + below(4);
  report.stage().top(names, results, (region, inputs) => {
    const values = fill(region, inputs, 0, [{ function: 'f', line: 1 }]);
    return Array.from({ length: results }, () => pick(values));
  });
  return report.tables();
}
