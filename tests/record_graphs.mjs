// Graphs of real programs for the layout's tests: src/layout/layered/testing/real-graphs.json.
// Input: one line for each program, {name, report: <document>}; tests/record_graphs.py makes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const FILE = 'src/layout/layered/testing/real-graphs.json';
const entry = `
  export { readReport } from './src/report/decode';
  export { crossingsOfElk, largestJaxpr, scopesScene } from './src/layout/layered/testing/real-graphs';
`;
const bundled = await build({
  stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/');" },
  external: ['web-worker'],
  write: false,
  logLevel: 'warning'
});
const code = Buffer.from(bundled.outputFiles[0].contents).toString('base64');
const { readReport, crossingsOfElk, largestJaxpr, scopesScene } = await import(`data:text/javascript;base64,${code}`);

const graphs = [];
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const { name, report } = JSON.parse(line);
  const tables = readReport(JSON.stringify(report));
  for (const [kind, plan] of [
    ['jaxpr', largestJaxpr(tables)],
    ['scopes', scopesScene(tables)]
  ]) {
    if (plan === null) continue;
    const columns = Object.fromEntries(Object.entries(plan).map(([key, column]) => [key, Array.from(column)]));
    graphs.push({ name: `${name}, ${kind}`, elk: await crossingsOfElk(plan), plan: columns });
    console.log(graphs.at(-1).name, plan.parent.length, plan.edges.length / 2, graphs.at(-1).elk);
  }
}
writeFileSync(FILE, `[\n${graphs.map(graph => JSON.stringify(graph)).join(',\n')}\n]\n`);
