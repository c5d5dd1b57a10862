import type { PictureTexts } from './texts';

export const en: PictureTexts = {
  equations: count => (count === 0 ? 'no eqns' : count === 1 ? '1 eqn' : `${count} eqns`),
  line: line => `line ${line}`,
  lines: (first, last) => `lines ${first}–${last}`,
  round: number => `round ${number}`,
  part: number => `part ${number}`,
  call: (number, count) => `call ${number} of ${count}`,
  values: count => `${count} values`,
  batched: 'batched',
  title: (program, equations) => `${program}: ${equations} equations`,
  noProgram: 'No program was traced.',
  branch: index => `branch ${index}`,
  names: {
    argument: 'argument',
    body: 'body',
    condition: 'condition',
    constant: 'constant',
    continue: 'continue',
    'false branch': 'false branch',
    'input ref': 'input ref',
    kernel: 'kernel',
    operand: 'operand',
    'output ref': 'output ref',
    result: 'result',
    scratch: 'scratch',
    'true branch': 'true branch'
  }
};
