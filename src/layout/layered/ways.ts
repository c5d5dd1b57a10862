/** The last step of a level: corners of its nodes, and the way of each segment along its lanes. */
import { bucket, itemsOf } from './bucket';
import { spreadEnds } from './ends';
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
  parts.forEach(({ layers, middle }, p) => {
    const rows = packing.rows[p];
    for (let v = 0; v < layers.count; v++) {
      const node = layers.node[v];
      if (node < 0) continue;
      const row = layers.layer[v] - layers.firstLayer;
      x[node] = packing.left[p] + middle[v] - layers.halfWidth[v];
      const spare = rows.bottom[row] - rows.top[row] - level.height[node];
      const band = level.band[node];
      if (band === Band.portsAbove) y[node] = rows.top[row];
      else if (band === Band.portsBelow) y[node] = rows.bottom[row];
      else y[node] = rows.top[row] + (spare <= SMALL_DIFFERENCE ? spare / 2 : isTarget[node] ? 0 : spare);
    }
    layers.segments.forEach((segment, i) => {
      const lanes = layers.laneCount[i];
      wish[segment] =
        lanes > 0
          ? packing.left[p] + middle[layers.firstLane[i] + lanes - 1]
          : x[level.from[segment]] + level.fromAt[segment];
    });
  });
  const free = bucket(
    level.to.map((v, s) => (Number.isNaN(level.toAt[s]) ? v : -1)),
    level.count
  );
  for (let s = 0; s < segmentCount; s++) end[s] = x[level.to[s]] + level.toAt[s];
  for (let v = 0; v < level.count; v++) {
    const segments = itemsOf(free, v);
    if (segments.length > 0) spreadEnds(segments, wish, x[v], x[v] + level.width[v], end);
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
    layers.segments.forEach((segment, i) => (wayOffsets[segment + 1] = 4 + 2 * Math.max(0, layers.laneCount[i])));
  }
  for (let s = 0; s < level.from.length; s++) wayOffsets[s + 1] += wayOffsets[s];
  const way = new Float64Array(2 * wayOffsets[level.from.length]);
  parts.forEach(({ layers, middle }, p) => {
    const { top, bottom } = packing.rows[p];
    const rowOf = (v: number): number => layers.layer[v] - layers.firstLayer;
    layers.segments.forEach((segment, i) => {
      let next = 2 * wayOffsets[segment];
      const put = (px: number, py: number): void => {
        way[next++] = px;
        way[next++] = py;
      };
      const u = level.from[segment];
      const v = level.to[segment];
      const start = x[u] + level.fromAt[segment];
      put(start, y[u] + level.height[u]);
      put(start, bottom[rank[u] - layers.firstLayer]);
      for (let k = 0; k < layers.laneCount[i]; k++) {
        const lane = layers.firstLane[i] + k;
        put(packing.left[p] + middle[lane], top[rowOf(lane)]);
        put(packing.left[p] + middle[lane], bottom[rowOf(lane)]);
      }
      put(end[segment], top[rank[v] - layers.firstLayer]);
      put(end[segment], y[v]);
    });
  });
  return { wayOffsets, way };
}
