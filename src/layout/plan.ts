/** What the layout needs to know of visible boxes: their sizes, and which of them hold which. */
import type { VisibleBox } from './grouping';
import type { Plan } from './place';
import { closedSize, HEADER_HEIGHT, openWidth } from './sizes';

const PINS: { [kind: string]: number } = { input: 1, constant: 1, output: 2 };

/** `edges`: pairs from, to of box indices. */
export function planOf(visible: readonly VisibleBox[], edges: Int32Array): Plan {
  const count = visible.length;
  const plan: Plan = {
    parent: new Int32Array(count),
    width: new Float64Array(count),
    height: new Float64Array(count),
    header: new Float64Array(count),
    pin: new Uint8Array(count),
    edges
  };
  visible.forEach(({ node, parent, open }, k) => {
    const size = open ? { width: openWidth(node), height: HEADER_HEIGHT } : closedSize(node);
    plan.parent[k] = parent;
    plan.width[k] = size.width;
    plan.height[k] = size.height;
    plan.header[k] = open ? HEADER_HEIGHT : 0;
    plan.pin[k] = PINS[node.kind] ?? 0;
  });
  return plan;
}
