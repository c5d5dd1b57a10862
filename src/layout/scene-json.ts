/** A scene as JSON for Python: boxes and edges in full, typed arrays as lists of numbers. */
import type { Box, Edge, Scene } from './scene';

export function plainScene({ width, height, drawn, boxes, edges }: Scene): string {
  return JSON.stringify({ width, height, drawn, boxes: boxes.map(plainBox), edges: edges.map(plainEdge) }, plainArrays);
}

/** For `JSON.stringify`: a typed array as a list of numbers. */
export function plainArrays(_name: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

/** All fields of a box as its own properties; a box of a scene is a view over columns. */
export function plainBox(box: Box): Box {
  const { id, kind, parent, x, y, width, height, label, code, detail, badge } = box;
  const { open, expandable, equations, members, phase, batched } = box;
  return {
    ...{ id, kind, parent, x, y, width, height, label, code, detail, badge },
    ...{ open, expandable, equations, members, phase, batched }
  };
}

export function plainEdge({ from, to, points, values, label, bytes }: Edge): Edge {
  return { from, to, points, values, label, bytes };
}
