/** The boxes that a request makes visible, and where each equation and each end of a region is drawn. */
import type { Node, Outline } from './outline';

export interface VisibleBox {
  node: Node;
  /** Index of the enclosing box, -1 at the top. */
  parent: number;
  open: boolean;
}

export interface Visible {
  /** Parents before children. */
  boxes: VisibleBox[];
  /** Box that stands for an equation of an open region, by row; -1 for rows inside closed boxes. */
  boxOfRow: Int32Array;
  /** Box of a region that is shown closed, -1 otherwise. */
  closedRegion: Int32Array;
  /** Regions whose contents are shown, in order. */
  openRegions: number[];
  /** Box of an input of a region by its value; of an output by its place in `regions.outputs`; -1: none. */
  boxOfInput: Int32Array;
  boxOfOutput: Int32Array;
}

export function visibleBoxes(outline: Outline, isOpen: (node: Node) => boolean): Visible {
  const { stage } = outline;
  const { regions } = stage;
  const visible: Visible = {
    boxes: [],
    boxOfRow: new Int32Array(stage.count).fill(-1),
    closedRegion: new Int32Array(regions.equation.length).fill(-1),
    openRegions: [0],
    boxOfInput: new Int32Array(stage.values.aval.length).fill(-1),
    boxOfOutput: new Int32Array(regions.outputs.length).fill(-1)
  };
  addAll(outline.roots(), -1);
  visible.openRegions.sort((a, b) => a - b);
  return visible;

  function addAll(nodes: readonly Node[], parent: number): void {
    for (const node of nodes) add(node, parent);
  }

  function add(node: Node, parent: number): void {
    const index = visible.boxes.length;
    const open = isOpen(node);
    visible.boxes.push({ node, parent, open });
    if (!open || node.equation >= 0) for (const row of node.rows) visible.boxOfRow[row] = index;
    if (node.ends !== null && !open) placeEnds(node, index);
    if (node.region >= 0 && !open) visible.closedRegion[node.region] = index;
    if (!open) return;
    if (node.region >= 0) visible.openRegions.push(node.region);
    if (node.equation >= 0) {
      const held = outline.regionsOf(node.equation);
      if (held.length === 1) visible.openRegions.push(held[0]);
    }
    addAll(outline.children(node), index);
  }

  function placeEnds(node: Node, index: number): void {
    if (node.ends === null) return;
    const { region, side, positions } = node.ends;
    for (const position of positions) {
      if (side === 'in') visible.boxOfInput[regions.inputs[regions.input_offsets[region] + position]] = index;
      else visible.boxOfOutput[regions.output_offsets[region] + position] = index;
    }
  }
}
