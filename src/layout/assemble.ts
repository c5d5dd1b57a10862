/** What is visible and where it lies → a scene's columns. */
import { TextCollector } from '../report/text-table';
import type { VisibleBox, VisibleGraph } from './grouping';
import type { Node, Outline } from './grouping';
import type { Placement } from './place';
import { BOX_KINDS } from './scene';
import type { BoxColumns, EdgeColumns, SceneColumns } from './scene-columns';
import { emptyBoxes, emptyEdges, FLAGS } from './scene-columns';

export function assemble(outline: Outline, { boxes, flows }: VisibleGraph, placement: Placement): SceneColumns {
  const texts = new TextCollector();
  // Ids come first and in the boxes' order: so no column has to say which text is whose.
  for (const { node } of boxes) texts.add(node.id);
  const columns = boxColumns(boxes, placement, texts);
  const rows = arrangeRows(outline, boxes, columns);
  const edges = edgeColumns(outline, flows, placement, texts);
  const { totalWidth: width, totalHeight: height } = placement;
  return { width, height, boxes: columns, edges, rows, texts: texts.table() };
}

function boxColumns(boxes: readonly VisibleBox[], placement: Placement, texts: TextCollector): BoxColumns {
  // Copies: whoever hands a scene over must not take what the layout may keep.
  const columns: BoxColumns = {
    ...emptyBoxes(boxes.length),
    x: placement.x.slice(),
    y: placement.y.slice(),
    width: placement.width.slice(),
    height: placement.height.slice()
  };
  boxes.forEach(({ node, parent, open }, k) => {
    columns.kind[k] = BOX_KINDS.indexOf(node.kind);
    columns.parent[k] = parent;
    columns.label[k] = texts.once(node.label);
    columns.detail[k] = texts.once(node.detail);
    columns.badge[k] = texts.once(node.badge);
    columns.flags[k] =
      (node.code ? FLAGS.code : 0) |
      (open ? FLAGS.open : 0) |
      (node.expandable ? FLAGS.expandable : 0) |
      (node.batched ? FLAGS.batched : 0);
    columns.phase[k] = node.phase;
  });
  return columns;
}

/** Puts each equation where the box that stands for it comes, so that whatever is in a box lies together. */
function arrangeRows(outline: Outline, boxes: readonly VisibleBox[], columns: BoxColumns): Int32Array {
  const children: number[][] = boxes.map(() => []);
  const roots: number[] = [];
  let total = 0;
  boxes.forEach(({ node, parent, open }, k) => {
    (parent < 0 ? roots : children[parent]).push(k);
    total += open ? Number(node.equation >= 0) : node.size;
  });
  const rows = new Int32Array(total);
  let at = 0;
  const visitAll = (indices: number[]): void => {
    // What comes first in the program is what a box is chosen by.
    const first = new Map(indices.map(index => [index, firstRow(outline, boxes[index].node)]));
    indices.sort((one, other) => first.get(one)! - first.get(other)!);
    indices.forEach(visit);
  };
  const visit = (index: number): void => {
    const { node, open } = boxes[index];
    columns.first[index] = at;
    if (!open) {
      const members = outline.members(node);
      rows.set(members, at);
      at += members.length;
    } else if (node.equation >= 0) rows[at++] = node.equation;
    columns.own[index] = at;
    visitAll(children[index]);
    columns.last[index] = at;
  };
  visitAll(roots);
  return rows;
}

function firstRow(outline: Outline, node: Node): number {
  return (node.region >= 0 ? outline.regionRows(node.region)[0] : node.rows[0]) ?? -1;
}

function edgeColumns(
  { report, stage, texts: words }: Outline,
  flows: VisibleGraph['flows'],
  placement: Placement,
  texts: TextCollector
): EdgeColumns {
  const columns: EdgeColumns = {
    ...emptyEdges(flows.length),
    points: placement.points.slice(),
    point_offsets: placement.pointOffsets.map(offset => 2 * offset),
    values: Int32Array.from(flows.flatMap(flow => flow.values))
  };
  flows.forEach(({ from, to, values }, k) => {
    columns.from[k] = from;
    columns.to[k] = to;
    columns.value_offsets[k + 1] = columns.value_offsets[k] + values.length;
    columns.label[k] = texts.once(
      values.length === 1 ? report.strings[stage.avals.text[stage.values.aval[values[0]]]] : words.values(values.length)
    );
    for (const value of values) columns.bytes[k] += stage.avals.bytes[stage.values.aval[value]];
  });
  return columns;
}
