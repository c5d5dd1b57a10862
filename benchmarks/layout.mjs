// Times the layout on programs of growing size: the first layout of a fresh process, so that nothing is warm.
// Prints one JSON object a size. Usage: node benchmarks/layout.mjs BOXES
import { build } from 'esbuild';

const entry = `
  export { place } from './src/layout/place';
  export { programPlan } from './src/layout/layered/testing/plans';
`;
const bundled = await build({
  stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'warning'
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64');
const { place, programPlan } = await import(`data:text/javascript;base64,${code}`);

const boxes = Number(process.argv[2]);
const plan = programPlan(boxes);
const started = performance.now();
const placement = place(plan);
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ boxes, edges: plan.edges.length / 2, seconds, height: placement.totalHeight }));
