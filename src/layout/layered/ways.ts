/** The last step of a level: corners of its nodes, and the way of each segment along its lanes. */
import { bucket, itemsOf } from './bucket';
import { besideFixed, spreadEnds } from './ends';
import type { Part } from './layout-level';
import { Band, type Level, type LevelPlacement } from './level';
import type { Packing } from './pack';

/** Nodes a little lower than their row stand in its middle, much lower ones beside what they belong to. */
const SMALL_DIFFERENCE = 24;

export function traceWays(level: Level, rank: Int32Array, parts: readonly Part[], packing: Packing): LevelPlacement {
  const x = new Float64Array(level.count);
  const y = new Float64Array(level.count);
  const segmentCount = level.from.length;
  const isTarget = new Uint8Array(level.count);
  for (let s = 0; s < segmentCount; s++) isTarget[level.to[s]] = 1;
  // Where each segment comes from when it reaches its target, and where it reaches it.
  const wish = new Float64Array(segmentCount);
  const end = new Float64Array(segmentCount);
  for (let p = 0; p < parts.length; p++) {
    const { layers, middle, channel } = parts[p];
    const { top, bottom } = packing.rows[p];
    const left = packing.left[p];
    for (let v = 0; v < layers.count; v++) {
      const node = layers.node[v];
      if (node < 0) continue;
      const row = layers.layer[v] - layers.firstLayer;
      x[node] = left + middle[v] - layers.halfWidth[v];
      const spare = bottom[row] - top[row] - level.height[node];
      const band = level.band[node];
      if (band === Band.portsAbove) y[node] = top[row];
      else if (band === Band.portsBelow) y[node] = bottom[row];
      else y[node] = top[row] + (spare <= SMALL_DIFFERENCE ? spare / 2 : isTarget[node] ? 0 : spare);
    }
    for (let i = 0; i < layers.segments.length; i++) {
      const segment = layers.segments[i];
      const lanes = layers.laneCount[i];
      if (lanes > 0) wish[segment] = left + middle[layers.firstLane[i] + lanes - 1];
      else if (lanes < 0 && channel !== null) wish[segment] = left + channel[i];
      else wish[segment] = x[level.from[segment]] + level.fromAt[segment];
    }
  }
  const isFree = (s: number): boolean => Number.isNaN(level.toAt[s]);
  const free = bucket(
    level.to.map((v, s) => (isFree(s) ? v : -1)),
    level.count
  );
  const fixed = bucket(
    level.to.map((v, s) => (isFree(s) ? -1 : v)),
    level.count
  );
  for (let s = 0; s < segmentCount; s++) end[s] = x[level.to[s]] + level.toAt[s];
  for (let v = 0; v < level.count; v++) {
    const segments = itemsOf(free, v);
    if (segments.length === 0) continue;
    const others = itemsOf(fixed, v);
    if (others.length > 0) besideFixed(segments, others, wish, level.load, end);
    spreadEnds(segments, wish, x[v], x[v] + level.width[v], end);
  }
  return {
    width: packing.width,
    height: packing.height,
    x,
    y,
    ...collectPoints(level, rank, parts, packing, x, y, end)
  };
}

function collectPoints(
  level: Level,
  rank: Int32Array,
  parts: readonly Part[],
  packing: Packing,
  x: Float64Array,
  y: Float64Array,
  end: Float64Array
): { wayOffsets: Int32Array; way: Float64Array } {
  const wayOffsets = new Int32Array(level.from.length + 1);
  for (const { layers } of parts) {
    for (let i = 0; i < layers.segments.length; i++) {
      const lanes = layers.laneCount[i];
      wayOffsets[layers.segments[i] + 1] = 4 + 2 * (lanes < 0 ? 1 : lanes);
    }
  }
  for (let s = 0; s < level.from.length; s++) wayOffsets[s + 1] += wayOffsets[s];
  const way = new Float64Array(2 * wayOffsets[level.from.length]);
  for (let p = 0; p < parts.length; p++) {
    const { layers, middle, channel } = parts[p];
    const { top, bottom } = packing.rows[p];
    const left = packing.left[p];
    for (let i = 0; i < layers.segments.length; i++) {
      const segment = layers.segments[i];
      const u = level.from[segment];
      const v = level.to[segment];
      const start = x[u] + level.fromAt[segment];
      const firstRow = rank[u] - layers.firstLayer;
      const lastRow = rank[v] - layers.firstLayer;
      let next = 2 * wayOffsets[segment];
      way[next++] = start;
      way[next++] = y[u] + level.height[u];
      way[next++] = start;
      way[next++] = bottom[firstRow];
      if (layers.laneCount[i] < 0 && channel !== null) {
        way[next++] = left + channel[i];
        way[next++] = top[firstRow + 1];
        way[next++] = left + channel[i];
        way[next++] = bottom[lastRow - 1];
      }
      for (let k = 0; k < layers.laneCount[i]; k++) {
        const px = left + middle[layers.firstLane[i] + k];
        way[next++] = px;
        way[next++] = top[firstRow + 1 + k];
        way[next++] = px;
        way[next++] = bottom[firstRow + 1 + k];
      }
      way[next++] = end[segment];
      way[next++] = top[lastRow];
      way[next++] = end[segment];
      way[next] = y[v];
    }
  }
  return { wayOffsets, way };
}
