// Scenes by the viewer's own worker file, in Node: QuickJS, which Python uses, takes minutes for thousands of boxes.
// Input: {report: <document>, requests: [...]}. Output: for each request what its boxes are, one JSON array.
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

runInThisContext(readFileSync('jax_viz/static/worker.js', 'utf8'));
const { report, requests } = JSON.parse(readFileSync(0, 'utf8'));
globalThis.jaxViz.open(JSON.stringify(report));
const scenes = requests.map(request => {
  const started = performance.now();
  const scene = JSON.parse(globalThis.jaxViz.scene(JSON.stringify(request)));
  const boxes = scene.boxes.map(({ id, kind, parent, open, expandable, equations, badge }) => ({
    id,
    kind,
    parent,
    open,
    expandable,
    equations,
    badge
  }));
  const edges = scene.edges.map(({ from, to }) => [from, to]);
  return { drawn: scene.drawn, boxes, edges, seconds: (performance.now() - started) / 1000 };
});
console.log(JSON.stringify(scenes));
