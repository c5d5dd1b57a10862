// Writes a made-up report of many equations, to time the drawing without a trace of minutes. Equal arguments give equal
// reports. Usage: node benchmarks/synthetic.mjs COUNT flat|nested FILE
import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';

const bundled = await build({
  stdin: {
    contents: `export { ReportBuilder } from './src/testing/document';`,
    resolveDir: process.cwd(),
    loader: 'ts'
  },
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'warning'
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64');
const { ReportBuilder } = await import(`data:text/javascript;base64,${code}`);

const PRIMITIVES = ['sin', 'cos', 'mul', 'add', 'dot_general', 'tanh', 'exp', 'reduce_sum'];
const ARGUMENTS = 8;
/** An operand is one of the last so many values; one in three equations has a second one, from further back. */
const NEAR = 8;
const FAR = 60;

const [count, shape, file] = [Number(process.argv[2]), process.argv[3], process.argv[4]];

let seed = 1;
/** A linear congruential generator's high bits; its low ones repeat soon. */
const random = below => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >> 12) % below;
};
const recent = (values, reach) => values[Math.max(0, values.length - 1 - random(reach))];

/** Blocks of 1,000 equations, layers of 100, operations of 10. */
function stackOf(k) {
  const [block, layer, operation] = [1_000, 100, 10].map(size => Math.floor(k / size));
  return [
    { function: '<module>', line: 1, column: 0 },
    { function: `block_${block}`, line: 2 + (block % 100), column: block },
    { function: `layer_${layer % 10}`, line: 110 + (layer % 10), column: layer },
    { function: `operation_${operation % 10}`, line: 130 + (operation % 10), column: operation }
  ];
}

const report = new ReportBuilder().source(...Array.from({ length: 160 }, (_, k) => `y = step_${k}(x)`));
report.stage().top(
  Array.from({ length: ARGUMENTS }, (_, k) => ({ name: `x${k}` })),
  1,
  (region, inputs) => {
    const values = [...inputs];
    for (let k = 0; k < count; k += 1) {
      const operands = [recent(values, NEAR)];
      if (random(3) === 0) operands.push(recent(values, FAR));
      const words = { phase: k % 4, ...(shape === 'nested' ? { stack: stackOf(k) } : {}) };
      values.push(region.add(PRIMITIVES[random(PRIMITIVES.length)], operands, words, 'f32[512,128]'));
    }
    return [values.at(-1)];
  }
);
writeFileSync(file, JSON.stringify(report.document));
