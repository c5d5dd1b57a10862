/** A scene in Graphviz' language: open boxes as clusters, the others as nodes. Graphviz places them anew. */
import type { Box, Scene } from './scene';
import { isTerminal } from './sizes';

/** `name` is the graph's title. */
export function writeDot(scene: Scene, name: string): string {
  const children = new Map<number, number[]>();
  scene.boxes.forEach(({ parent }, index) => {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [index]);
    else known.push(index);
  });
  const ends = new Set(scene.edges.flatMap(({ from, to }) => [from, to]));
  const lines: string[] = [];
  const add = (index: number, indent: string): void => {
    const box = scene.boxes[index];
    if (!box.open) {
      lines.push(`${indent}${quoted(box.id)} [label=${label(box)}${shapeOf(box)}];`);
      return;
    }
    // Graphviz takes a subgraph for a cluster by its name.
    lines.push(`${indent}subgraph ${quoted(`cluster_${box.id}`)} {`, `${indent}  label=${label(box)};`);
    // An edge needs a node: what flows into the equation itself, not into what is in it, ends at a point.
    if (ends.has(index)) lines.push(`${indent}  ${quoted(box.id)} [shape=point];`);
    for (const child of children.get(index) ?? []) add(child, `${indent}  `);
    lines.push(`${indent}}`);
  };
  for (const index of children.get(-1) ?? []) add(index, '  ');
  for (const { from, to, label: value } of scene.edges) {
    lines.push(`  ${quoted(scene.boxes[from].id)} -> ${quoted(scene.boxes[to].id)} [label=${quoted(value)}];`);
  }
  return [`digraph ${quoted(name)} {`, '  node [shape=box];', ...lines, '}', ''].join('\n');
}

function label(box: Box): string {
  const first = box.badge === '' ? box.label : `${box.label} ${box.badge}`;
  return quoted([first, box.detail].filter(line => line !== '').join('\n'));
}

function shapeOf({ kind }: Box): string {
  if (kind === 'mark') return ', shape=circle';
  return isTerminal(kind) ? ', style=rounded' : '';
}

/**
 * A quoted string: quotes are escaped, and so is the backslash, by which labels say places (`\\N` is the node's name)
 * and line ends.
 */
function quoted(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\r?\n/g, '\\n')}"`;
}
