/**
 * The rows of a level: its bands above each other, and what would be too wide for a picture broken into several rows.
 */
import { itemsOf, type Buckets } from './bucket';
import { numberComponents, type Components } from './components';
import { Band, type Level } from './level';
import { BOX_GAP, ROW_GAP } from './spacing';

/** Rows from 0: ports above, inputs, the free band's ranks, outputs, ports below. Some may be empty. */
function stackBands({ count, band }: Level, rank: Int32Array): Int32Array {
  let last = 0;
  for (let v = 0; v < count; v++) last = Math.max(last, rank[v]);
  const start = [0, 1, 2, last + 3, last + 4];
  return rank.map((r, v) => start[band[v]] + (band[v] === Band.free ? r : 0));
}

/**
 * Many components that all hang between the same borders, like one update for each parameter, are put on several tiers
 * instead of one endless row; their edges pass the tiers above and below. They are one component from then on.
 */
export function stackTiers(level: Level, rank: Int32Array, component: Components): Components {
  const { count, of, nodes } = component;
  const row = stackBands(level, rank);
  let total = 0;
  let limit = widthLimit(level, nodes.items);
  for (let c = 0; c < count; c++) {
    const width = widestRow(level, row, itemsOf(nodes, c));
    total += width;
    limit = Math.max(limit, width);
  }
  const tiers = Math.round(total / limit);
  if (tiers < 2) return component;
  const height = new Int32Array(tiers);
  for (let v = 0; v < level.count; v++) height[of[v] % tiers] = Math.max(height[of[v] % tiers], rank[v] + 1);
  const first = new Int32Array(tiers);
  for (let t = 1; t < tiers; t++) first[t] = first[t - 1] + height[t - 1];
  for (let v = 0; v < level.count; v++) if (level.band[v] === Band.free) rank[v] += first[of[v] % tiers];
  return numberComponents(new Int32Array(level.count));
}

function widestRow({ width }: Level, row: Int32Array, nodes: Int32Array): number {
  const widths = new Map<number, number>();
  let widest = 0;
  for (const v of nodes) {
    const sum = (widths.get(row[v]) ?? 0) + width[v] + BOX_GAP;
    widths.set(row[v], sum);
    widest = Math.max(widest, sum);
  }
  return widest;
}

/**
 * The row of every node, by its band and rank. Rows wider than their component's area suggests are broken into several;
 * no row between the first, 0, and the last is empty.
 */
export function assignRows(level: Level, rank: Int32Array, component: Buckets): Int32Array {
  return breakWideRows(level, stackBands(level, rank), component);
}

function breakWideRows(level: Level, row: Int32Array, component: Buckets): Int32Array {
  const rows = row.reduce((most, r) => Math.max(most, r + 1), 0);
  /** Number of rows that each row becomes, and of each node the one among them. */
  const parts = new Int32Array(rows);
  const part = new Int32Array(level.count);
  for (let c = 0; c + 1 < component.offsets.length; c++) {
    const nodes = itemsOf(component, c);
    const limit = widthLimit(level, nodes);
    const byRow = nodes.slice().sort((a, b) => row[a] - row[b] || a - b);
    for (let start = 0, end = 0; start < byRow.length; start = end) {
      const first = byRow[start];
      let total = 0;
      for (; end < byRow.length && row[byRow[end]] === row[first]; end++) total += level.width[byRow[end]] + BOX_GAP;
      const isPorts = level.band[first] === Band.portsAbove || level.band[first] === Band.portsBelow;
      const count = isPorts ? 1 : Math.ceil(total / limit);
      // In turns, so that the lanes to one row find room between the boxes of the others.
      for (let i = start; i < end; i++) part[byRow[i]] = (i - start) % count;
      parts[row[first]] = Math.max(parts[row[first]], count);
    }
  }
  const first = new Int32Array(rows + 1);
  for (let r = 0; r < rows; r++) first[r + 1] = first[r] + parts[r];
  return row.map((r, v) => first[r] + part[v]);
}

function widthLimit({ width, height }: Level, nodes: Int32Array): number {
  let area = 0;
  let widest = 0;
  for (let i = 0; i < nodes.length; i++) {
    area += (width[nodes[i]] + BOX_GAP) * (height[nodes[i]] + ROW_GAP);
    widest = Math.max(widest, width[nodes[i]] + BOX_GAP);
  }
  return Math.max(900, 2 * Math.sqrt(area), widest);
}
