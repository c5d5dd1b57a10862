/** Small programs that several tests look at. */
import type { FrameWords } from './document';
import { ReportBuilder } from './document';
import type { ReportTables } from '../report/tables';

const UPDATE: FrameWords = { function: 'update', line: 6 };
const PREDICT: FrameWords = { function: 'predict', line: 2 };

/**
 * `predict` called by `update`, forward and backward, then one scan with a carry and a const, then a `cond`:
 *
 * | row | | |
 * |---|---|---|
 * | 0–3 | `dot_general` `add` `broadcast_in_dim` `max` | predict, forward |
 * | 4–5 | `mul` `neg` | predict, backward |
 * | 6 | `scan` ×7 | holds 7 `add`, 8 `sin` |
 * | 9 | `cond` | holds 10 `mul` in `branches.1`; `branches.0` is empty |
 * | 11 | `sub` | update |
 */
export function sample(): ReportBuilder {
  const report = new ReportBuilder().source(
    'def predict(w, x):',
    '    return jnp.maximum(w @ x + 1, 0)  # relu',
    '',
    'def update(w, x):',
    '    # a comment',
    '    y = predict(w, x)',
    '    return w - y'
  );
  const forward = { stack: [UPDATE, PREDICT], phase: 1 };
  const backward = { stack: [UPDATE, PREDICT], phase: 2 };
  const after = { stack: [{ ...UPDATE, line: 7 }] };
  report.stage().top([{ name: "w['a']", aval: 'f32[4,4]' }, { name: 'x' }], 2, (top, [w, x]) => {
    const dot = top.add('dot_general', [w, x], forward);
    const sum = top.add('add', [dot, top.literal('1.0')], forward);
    const zero = top.add('broadcast_in_dim', [top.literal('0.0')], forward);
    const max = top.add('max', [sum, zero], forward);
    const mul = top.add('mul', [max, x], backward);
    const neg = top.add('neg', [mul], backward);
    const [carry] = top.addMany(
      'scan',
      [w, neg],
      {
        ...after,
        nested: [
          {
            parameter: 'jaxpr',
            label: 'body',
            trips: 7,
            inputs: [
              { operand: 0, role: 'const' },
              { operand: 1, role: 'carry' }
            ],
            outputs: [{ result: 0, role: 'carry' }],
            fill: (body, [constant, value]) => [body.add('sin', [body.add('add', [constant, value], after)], after)]
          }
        ]
      },
      ['f32[4]']
    );
    const branch = { inputs: [{ operand: 1, role: 'operand' }], outputs: [{ result: 0, role: 'result' }] };
    const [chosen] = top.addMany(
      'cond',
      [top.literal('1'), carry],
      {
        ...after,
        nested: [
          { parameter: 'branches', index: 0, label: 'false branch', ...branch, fill: (_, inputs) => inputs },
          {
            parameter: 'branches',
            index: 1,
            label: 'true branch',
            ...branch,
            fill: (region, [value]) => [region.add('mul', [value, value], after)]
          }
        ]
      },
      ['f32[4]']
    );
    return [top.add('sub', [x, chosen], after), carry];
  });
  return report;
}

export function sampleTables(): ReportTables {
  return sample().tables();
}
