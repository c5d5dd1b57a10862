/** For tests: a context whose engine answers at once, over a small program. */
import { Engine } from '../layout/engine';
import type { SourceMark } from '../report/host';
import type { ReportTables } from '../report/tables';
import { ReportBuilder } from './document';
import { en } from '../viewer/texts/en';
import type { ViewContext } from '../views/context';
import { newState } from '../views/state';

/** `y = f(g(x))` twice in line 2, a scan in line 3; line 1 is only passed through. */
export function smallReport(): ReportBuilder {
  const report = new ReportBuilder().source(
    'out = step(x)',
    'def step(x): y = sin(x) + cos(x)',
    '    return scan(body, y)'
  );
  const outer = { function: '<module>', line: 1, column: 6 };
  const at = (line: number, column: number): { stack: { function: string; line: number; column: number }[] } => ({
    stack: [outer, { function: 'step', line, column }]
  });
  report.stage().top([{ name: 'x' }], 1, (region, [x]) => {
    const sine = region.add('sin', [x], { ...at(2, 17), phase: 1, via: 'jnp.sin' });
    const cosine = region.add('cos', [x], { ...at(2, 26), phase: 1, scopes: 'wave' });
    const sum = region.add('add', [sine, cosine], { ...at(2, 23), phase: 2, batched: true });
    return region.addMany(
      'scan',
      [sum],
      {
        ...at(3, 11),
        params: { length: '7' },
        nested: [
          {
            parameter: 'jaxpr',
            trips: 7,
            inputs: [{ operand: 0, role: 'carry' }],
            outputs: [{ result: 0, role: 'carry' }],
            fill: (body, [carry]) => [
              body.add('tanh', [body.add('mul', [carry, body.literal('2.0')], at(3, 16))], at(3, 16))
            ]
          }
        ]
      },
      ['f32[4]']
    );
  });
  return report;
}

export interface TestContext extends ViewContext {
  readonly abort: AbortController;
  readonly marks: SourceMark[][];
}

export function testContext(builder: ReportBuilder = smallReport()): TestContext {
  const abort = new AbortController();
  const engine = new Engine();
  const report: ReportTables = engine.open(JSON.stringify(builder.document));
  const marks: SourceMark[][] = [];
  return {
    report,
    abort,
    marks,
    engine: {
      settle: request => request,
      scene: request => Promise.resolve(engine.scene(request)),
      svg: (request, theme) => Promise.resolve(engine.svg(request, theme)),
      dot: request => Promise.resolve(engine.dot(request))
    },
    host: {
      theme: 'light',
      language: 'en',
      onThemeChange: () => undefined,
      request: () => Promise.reject(new Error('no kernel')),
      mark: given => marks.push([...given]),
      save: () => undefined
    },
    texts: en,
    state: newState(),
    signal: abort.signal
  };
}
