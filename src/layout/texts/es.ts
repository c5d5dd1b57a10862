import type { PictureTexts } from './texts';

export const es: PictureTexts = {
  equations: count => (count === 0 ? 'sin ecs.' : count === 1 ? '1 ec.' : `${count} ecs.`),
  line: line => `línea ${line}`,
  lines: (first, last) => `líneas ${first}–${last}`,
  round: number => `vuelta ${number}`,
  part: number => `parte ${number}`,
  call: (number, count) => `llamada ${number} de ${count}`,
  values: count => `${count} valores`,
  batched: 'en lote',
  title: (program, equations) => `${program}: ${equations} ecuaciones`,
  noProgram: 'No se trazó ningún programa.',
  branch: index => `rama ${index}`,
  names: {
    argument: 'argumento',
    body: 'cuerpo',
    condition: 'condición',
    constant: 'constante',
    continue: 'continuar',
    'false branch': 'rama falsa',
    'input ref': 'ref. de entrada',
    kernel: 'kernel',
    operand: 'operando',
    'output ref': 'ref. de salida',
    result: 'resultado',
    scratch: 'memoria auxiliar',
    'true branch': 'rama verdadera'
  }
};
