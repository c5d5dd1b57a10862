/**
 * The longest segments of a large component have no lanes of their own among the boxes: they run down a *channel* beside
 * all of it. They leave and come back between two rows, so they are under no box either. A channel holds several, below
 * each other.
 */
import type { Layers } from './layers';
import type { Level } from './level';
import { LANE_BOX_GAP, LANE_GAP } from './spacing';

/** Where the segments without lanes run; moves the middles of all nodes to make room on the left. */
export function assignChannels(level: Level, layers: Layers, middle: Float64Array): Float64Array | null {
  const { segments, laneCount } = layers;
  let width = 0;
  for (let v = 0; v < layers.count; v++) width = Math.max(width, middle[v] + layers.halfWidth[v]);
  const runs = findRuns(level, layers, middle, width / 2);
  if (runs.length === 0) return null;
  const left = assignColumns(runs.filter(run => run.onLeft));
  assignColumns(runs.filter(run => !run.onLeft));
  const room = left === 0 ? 0 : (left - 1) * LANE_GAP + LANE_BOX_GAP;
  for (let v = 0; v < layers.count; v++) middle[v] += room;
  const columns = new Map<number, number>();
  for (const run of runs) {
    const beside = LANE_BOX_GAP + run.column * LANE_GAP;
    columns.set(run.net, run.onLeft ? room - beside : room + width + beside);
  }
  const channel = new Float64Array(segments.length).fill(NaN);
  for (let s = 0; s < segments.length; s++)
    if (laneCount[s] < 0) channel[s] = columns.get(level.net[segments[s]]) as number;
  return channel;
}

/** Segments of one net that run together, from the first row that they pass to the last. */
interface Run {
  net: number;
  first: number;
  last: number;
  onLeft: boolean;
  column: number;
}

function findRuns(level: Level, layers: Layers, middle: Float64Array, centre: number): Run[] {
  const { segments, laneCount, layer } = layers;
  const runs = new Map<number, Run>();
  for (let s = 0; s < segments.length; s++) {
    if (laneCount[s] >= 0) continue;
    const u = layers.localOf[level.from[segments[s]]];
    const v = layers.localOf[level.to[segments[s]]];
    const net = level.net[segments[s]];
    const run = runs.get(net);
    if (run === undefined) {
      const onLeft = middle[u] + middle[v] < 2 * centre;
      runs.set(net, { net, first: layer[u] + 1, last: layer[v] - 1, onLeft, column: -1 });
    } else run.last = Math.max(run.last, layer[v] - 1);
  }
  return Array.from(runs.values());
}

/** The fewest columns in which no two runs meet; tells how many. */
function assignColumns(runs: Run[]): number {
  const ends: number[] = [];
  for (const run of runs.sort((a, b) => a.first - b.first || b.last - a.last || a.net - b.net)) {
    let column = 0;
    while (column < ends.length && ends[column] >= run.first) column++;
    ends[column] = run.last;
    run.column = column;
  }
  return ends.length;
}
