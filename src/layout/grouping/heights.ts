/**
 * How high a picture will be, without placing anything: the longest chain of boxes at each level. The
 * default opening is bounded by it, because a program that is one long chain needs few boxes to be a tower.
 */
import { closedSize, HEADER_HEIGHT } from '../sizes';
import type { Node, Outline } from './outline';

/** About what the layout leaves between two rows, and around the contents of an open box. */
const ROW_GAP = 28;
const PADDING = 28;

export class Heights {
  private readonly chains = new Map<string, Level>();
  /** Number of each row's node in the level at work, -1 for rows elsewhere. */
  private readonly nodeOfRow: Int32Array;

  constructor(
    private readonly outline: Outline,
    private readonly opened: ReadonlySet<string>
  ) {
    this.nodeOfRow = new Int32Array(outline.stage.count).fill(-1);
  }

  /** The height of the whole picture with what is in `opened` now. */
  total(): number {
    return this.levelHeight('', this.outline.roots());
  }

  private heightOf(node: Node): number {
    if (!this.opened.has(node.id)) return closedSize(node).height;
    return HEADER_HEIGHT + PADDING + this.levelHeight(node.id, this.outline.children(node));
  }

  private levelHeight(id: string, nodes: readonly Node[]): number {
    let level = this.chains.get(id);
    if (level === undefined) this.chains.set(id, (level = makeLevel(this.outline, nodes, this.nodeOfRow)));
    const { order, before } = level;
    const bottom = new Float64Array(nodes.length);
    let inputs = 0;
    let inner = 0;
    let outputs = 0;
    for (const k of order) {
      const own = this.heightOf(nodes[k]);
      if (nodes[k].kind === 'input' || nodes[k].kind === 'constant') inputs = own + ROW_GAP;
      else if (nodes[k].kind === 'output') outputs = own + ROW_GAP;
      else {
        let top = 0;
        for (const other of before[k]) top = Math.max(top, bottom[other] + ROW_GAP);
        bottom[k] = top + own;
        inner = Math.max(inner, bottom[k]);
      }
    }
    return inputs + inner + outputs;
  }
}

/** Nodes of one level: which come directly before which, and an order that respects it. */
interface Level {
  order: number[];
  before: number[][];
}

function makeLevel(outline: Outline, nodes: readonly Node[], nodeOfRow: Int32Array): Level {
  const { equations, producer } = outline.stage;
  nodes.forEach((node, k) => node.rows.forEach(row => (nodeOfRow[row] = k)));
  const before = nodes.map((node, k) => {
    const found = new Set<number>();
    for (const row of node.rows) {
      for (let j = equations.input_offsets[row]; j < equations.input_offsets[row + 1]; j++) {
        const value = equations.inputs[j];
        const maker = value < 0 ? -1 : producer[value];
        const other = maker < 0 ? -1 : nodeOfRow[maker];
        if (other >= 0 && other !== k) found.add(other);
      }
    }
    return Array.from(found);
  });
  for (const node of nodes) for (const row of node.rows) nodeOfRow[row] = -1;
  return { order: topologicalOrder(before), before };
}

function topologicalOrder(before: readonly number[][]): number[] {
  const after: number[][] = before.map(() => []);
  const waiting = before.map((others, k) => {
    for (const other of others) after[other].push(k);
    return others.length;
  });
  const order: number[] = [];
  waiting.forEach((count, k) => {
    if (count === 0) order.push(k);
  });
  for (let next = 0; next < order.length; next++) {
    for (const k of after[order[next]]) if (--waiting[k] === 0) order.push(k);
  }
  return order;
}
