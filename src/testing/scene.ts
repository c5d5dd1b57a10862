/** For tests: a scene from boxes and edges said in full. */
import { TextCollector } from '../report/text-table';
import { BOX_KINDS, Scene, type Box, type Edge } from '../layout/scene';
import { emptyBoxes, emptyEdges, FLAGS } from '../layout/scene-columns';

/** What is in a box follows from what the boxes in it stand for: `members` is not looked at. */
export function sceneOf(
  boxes: readonly Box[],
  edges: readonly Edge[],
  size: { width: number; height: number } = { width: 300, height: 300 }
): Scene {
  const texts = new TextCollector();
  for (const { id } of boxes) texts.add(id);
  const columns = emptyBoxes(boxes.length);
  const rows: number[] = [];
  const visit = (parent: number): void =>
    boxes.forEach((box, k) => {
      if (box.parent !== parent) return;
      for (const name of ['x', 'y', 'width', 'height', 'parent', 'phase'] as const) columns[name][k] = box[name];
      columns.kind[k] = BOX_KINDS.indexOf(box.kind);
      for (const name of ['label', 'detail', 'badge'] as const) columns[name][k] = texts.once(box[name]);
      for (const name of ['code', 'open', 'expandable', 'batched'] as const)
        columns.flags[k] |= box[name] ? FLAGS[name] : 0;
      columns.first[k] = rows.length;
      rows.push(...box.equations);
      columns.own[k] = rows.length;
      visit(k);
      columns.last[k] = rows.length;
    });
  visit(-1);
  const lines = emptyEdges(edges.length);
  lines.points = Float32Array.from(edges.flatMap(edge => [...edge.points]));
  lines.values = Int32Array.from(edges.flatMap(edge => [...edge.values]));
  edges.forEach((edge, k) => {
    lines.from[k] = edge.from;
    lines.to[k] = edge.to;
    lines.point_offsets[k + 1] = lines.point_offsets[k] + edge.points.length;
    lines.value_offsets[k + 1] = lines.value_offsets[k] + edge.values.length;
    lines.label[k] = texts.once(edge.label);
    lines.bytes[k] = edge.bytes;
  });
  return new Scene({ ...size, boxes: columns, edges: lines, rows: Int32Array.from(rows), texts: texts.table() });
}
