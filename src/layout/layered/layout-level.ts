/**
 * Lays out one level: ranks, then for each connected component layers, order and coordinates, then all side by side.
 */
import { assignRows, stackTiers } from './bands';
import { bucket, itemsOf } from './bucket';
import { assignChannels } from './channels';
import { findComponents, type Components } from './components';
import { assignCoordinates } from './coordinates';
import { buildLayers, type Layers } from './layers';
import { Band, type Level, type LevelPlacement } from './level';
import { orderLayers } from './order';
import { packParts } from './pack';
import { partNets } from './partings';
import { assignRanks } from './rank';
import { traceWays } from './ways';

/** A component: its layers, and the middles of its nodes from its own left border. */
export interface Part {
  layers: Layers;
  middle: Float64Array;
  width: number;
  /** Where each segment that has no lanes runs; null where all have. */
  channel: Float64Array | null;
}

export function layoutLevel(level: Level): LevelPlacement {
  const rank = assignRanks(level);
  const connected = findComponents(level);
  const isTied = level.band.some(band => band !== Band.free);
  const component = isTied ? stackTiers(level, rank, connected) : connected;
  const row = assignRows(level, rank, component.nodes);
  const segments = bucket(
    level.from.map(v => component.of[v]),
    component.count
  );
  const local = new Int32Array(level.count);
  const parts: Part[] = [];
  for (const c of inOrderOutside(level, component)) {
    const build = (net: Int32Array): Layers =>
      buildLayers({ ...level, net }, row, itemsOf(component.nodes, c), itemsOf(segments, c), local);
    const shared = build(level.net);
    const { layers, order } = partNets(level, { layers: shared, order: orderLayers(shared, level.starts) }, build);
    const middle = assignCoordinates(layers, order);
    const channel = assignChannels(level, layers, middle);
    parts.push({ layers, middle, width: widthOf(layers, middle, channel), channel });
  }
  return traceWays(level, row, parts, packParts(level, parts));
}

function widthOf({ count, halfWidth }: Layers, middle: Float64Array, channel: Float64Array | null): number {
  let width = 0;
  for (let v = 0; v < count; v++) width = Math.max(width, middle[v] + halfWidth[v]);
  if (channel !== null) for (const x of channel) if (x > width) width = x;
  return width;
}

/** Components by where their ports' edges come from and go to; those without in the order of the plan, at the end. */
function inOrderOutside({ wish }: Level, { count, nodes }: Components): number[] {
  const mean = Array.from({ length: count }, (_, c) => {
    const wishes = Array.from(itemsOf(nodes, c), v => wish[v]).filter(x => !Number.isNaN(x));
    return wishes.length > 0 ? wishes.reduce((sum, x) => sum + x, 0) / wishes.length : Infinity;
  });
  const order = Array.from({ length: count }, (_, c) => c);
  return order.sort((a, b) => (mean[a] === mean[b] ? a - b : mean[a] - mean[b]));
}
