/**
 * Orders to start from: nodes as a depth-first walk meets them, which follows the input, so that similar plans get
 * similar pictures.
 */
import type { Order } from './order';
import { nodesByLayer, type Layers } from './layers';

/**
 * Start 0 walks from the top, 1 from the bottom, 2 and 3 the same with the last links first; the others take links in
 * shuffled order.
 */
export const PLAIN_STARTS = 4;

export function startOrder(layers: Layers, kind: number): Order {
  const { offsets } = nodesByLayer(layers);
  const fromTop = kind % 2 === 0;
  const mirrored = kind >= 2;
  const shuffled = kind >= PLAIN_STARTS;
  const shuffle = makeShuffle(kind);
  const links = fromTop ? layers.below : layers.above;
  const ends = fromTop ? layers.to : layers.from;
  const back = fromTop ? layers.above : layers.below;
  const next = offsets.slice();
  const order = new Int32Array(layers.count);
  const seen = new Uint8Array(layers.count);
  const stack: number[] = [];
  const enter = (root: number): void => {
    stack.push(root);
    seen[root] = 1;
    while (stack.length > 0) {
      const v = stack.pop() as number;
      order[next[layers.layer[v] - layers.firstLayer]++] = v;
      const start = links.offsets[v];
      const length = links.offsets[v + 1] - start;
      if (length === 1) {
        push(ends[links.items[start]]);
        continue;
      }
      const sequence: number[] = [];
      for (let k = 0; k < length; k++) sequence.push(ends[links.items[start + k]]);
      if (length > 4) centreLanes(layers, sequence);
      if (shuffled) shuffle(sequence);
      // A stack turns the order round: what is to come first is pushed last.
      if (mirrored && !shuffled) for (let k = 0; k < length; k++) push(sequence[k]);
      else for (let k = length - 1; k >= 0; k--) push(sequence[k]);
    }
  };
  const push = (w: number): void => {
    if (seen[w]) return;
    seen[w] = 1;
    stack.push(w);
  };
  // In the plan's order, whatever row they stand in.
  for (let v = 0; v < layers.count; v++) if (!seen[v] && back.offsets[v] === back.offsets[v + 1]) enter(v);
  for (let v = 0; v < layers.count; v++) if (!seen[v]) enter(v);
  return { offsets, items: order };
}

/** Where a node has a row of boxes below it and goes on to more, it does so through the middle of the row. */
function centreLanes({ node }: Layers, neighbours: number[]): void {
  const boxes = neighbours.filter(w => node[w] >= 0);
  if (boxes.length < 4 || boxes.length === neighbours.length) return;
  const lanes = neighbours.filter(w => node[w] < 0);
  const half = boxes.length >> 1;
  neighbours.splice(0, neighbours.length, ...boxes.slice(0, half), ...lanes, ...boxes.slice(half));
}

/** Always the same for the same seed. */
function makeShuffle(seed: number): (items: number[]) => void {
  let state = seed;
  return items => {
    for (let i = items.length - 1; i > 0; i--) {
      // The generator of Numerical Recipes.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const j = Math.floor((state / 4294967296) * (i + 1));
      [items[i], items[j]] = [items[j], items[i]];
    }
  };
}
