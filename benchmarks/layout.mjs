// Times the layout on programs of growing size: the first layout of a fresh process, so that nothing is warm.
// Prints one JSON object. Usage: node benchmarks/layout.mjs BOXES [SHAPE], or node benchmarks/layout.mjs crossings
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';

/** Options of `programPlan`. */
const SHAPES = {
  usual: {},
  far: { far: 0.15 },
  wide: { lag: 60, sources: 0.1 },
  deep: { lag: 1.5, far: 0.01 }
};

const entry = `
  export { place } from './src/layout/place';
  export { programPlan } from './src/layout/layered/testing/plans';
  export { countCrossings, drawnLines, edgesUnderBoxes } from './src/layout/layered/testing/drawn';
`;
const bundled = await build({
  stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'warning'
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64');
const layout = await import(`data:text/javascript;base64,${code}`);

// V8 still compiles, on other threads, what has loaded esbuild; that is not to count.
await pause(1000);

const [, , what, shape = 'usual'] = process.argv;
console.log(JSON.stringify(what === 'crossings' ? crossings() : times(Number(what), SHAPES[shape])));

/** CPU seconds of all threads, so with what V8 spends on compiling. */
function times(boxes, options) {
  const plan = layout.programPlan(boxes, options);
  const took = () => {
    const before = process.cpuUsage();
    const started = performance.now();
    layout.place(plan);
    const { user, system } = process.cpuUsage(before);
    return { cpu: (user + system) / 1e6, seconds: (performance.now() - started) / 1000 };
  };
  const first = took();
  for (let round = 0; round < 8; round++) took();
  const warm = Array.from({ length: 5 }, took).sort((a, b) => a.cpu - b.cpu)[2];
  return { boxes, edges: plan.edges.length / 2, cpu: first.cpu, seconds: first.seconds, warm: warm.cpu };
}

/** Ours beside elk's recorded ones, on real graphs. */
function crossings() {
  const types = { parent: Int32Array, edges: Int32Array, pin: Uint8Array };
  return JSON.parse(readFileSync('src/layout/layered/testing/real-graphs.json', 'utf8')).map(graph => {
    const columns = Object.entries(graph.plan).map(([key, column]) => [key, (types[key] ?? Float64Array).from(column)]);
    const plan = Object.fromEntries(columns);
    const placement = layout.place(plan);
    return {
      name: graph.name,
      boxes: plan.parent.length,
      elk: graph.elk,
      ours: layout.countCrossings(layout.drawnLines(placement)),
      under: layout.edgesUnderBoxes(plan, placement).length
    };
  });
}
