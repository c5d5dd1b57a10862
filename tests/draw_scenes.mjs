// Scenes by the viewer's own worker file, in Node: QuickJS, which Python uses, takes minutes for thousands of boxes.
// Input: {report: <document>, requests: [...]}; a request with `everything: true` opens all that can be opened.
// Output: for each request what its boxes and edges are, one JSON array.
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

runInThisContext(readFileSync('jax_viz/static/worker.js', 'utf8'));
const { report, requests } = JSON.parse(readFileSync(0, 'utf8'));
const scene = request => JSON.parse(globalThis.jaxViz.scene(JSON.stringify(request)));
const closedIn = drawn => drawn.boxes.filter(box => box.expandable && !box.open).map(box => box.id);

globalThis.jaxViz.open(JSON.stringify(report));
const scenes = requests.map(({ everything, ...request }) => {
  let drawn = scene(request);
  const opened = new Set(request.opened);
  for (let closed = closedIn(drawn); everything && closed.length > 0; closed = closedIn(drawn)) {
    const before = opened.size;
    closed.forEach(id => opened.add(id));
    if (opened.size === before) break; // asked for already, and still closed
    drawn = scene({ ...request, opened: [...opened] });
  }
  return {
    drawn: drawn.drawn,
    boxes: drawn.boxes.map(({ id, kind, open, expandable, equations }) => ({ id, kind, open, expandable, equations })),
    edges: drawn.edges.map(({ from, to }) => [from, to])
  };
});
console.log(JSON.stringify(scenes));
