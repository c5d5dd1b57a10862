/**
 * Heights of rows, and the components of a level side by side or, where nothing ties their rows together, on shelves.
 */
import type { Part } from './layout-level';
import { Band, type Level } from './level';
import { COMPONENT_GAP, CORNER, MAX_ROW_GAP, PADDING, ROW_GAP } from './spacing';

/** Upper and lower ends of a part's rows, from the level's frame; row 0 is the part's first layer. */
export interface Rows {
  top: Float64Array;
  bottom: Float64Array;
}

export interface Packing {
  width: number;
  height: number;
  /** Of each part. */
  left: number[];
  rows: Rows[];
}

export function packParts(level: Level, parts: readonly Part[]): Packing {
  const tied = level.band.some(band => band !== Band.free);
  const packing = tied ? packTied(level, parts) : packShelves(level, parts);
  const { frame } = level;
  const width = Math.max(frame.minWidth, packing.width + 2 * frame.padding);
  const shift = Math.round((width - packing.width) / 2);
  return { ...packing, width, left: packing.left.map(x => x + shift) };
}

/** With ports, inputs or outputs, all components share their rows. */
function packTied(level: Level, parts: readonly Part[]): Packing {
  const { frame } = level;
  const common = measureRows(level, parts);
  const last = common.top.length - 1;
  const hasPortsAbove = level.band.some(band => band === Band.portsAbove);
  const hasPortsBelow = level.band.some(band => band === Band.portsBelow);
  // Without ports above, row 0 starts below the title; with them it is the title.
  const shift = hasPortsAbove ? frame.header : frame.header + frame.padding;
  for (let r = 0; r <= last; r++) {
    common.top[r] += shift;
    common.bottom[r] += shift;
  }
  if (hasPortsAbove) common.top[0] = 0;
  const height = Math.max(frame.minHeight, common.bottom[last] + (hasPortsBelow ? 0 : frame.padding));
  if (hasPortsBelow) common.bottom[last] = height;
  const left: number[] = [];
  let x = 0;
  for (const part of parts) {
    left.push(x);
    x += part.width + COMPONENT_GAP;
  }
  const rows = parts.map(({ layers }) => ({
    top: common.top.subarray(layers.firstLayer),
    bottom: common.bottom.subarray(layers.firstLayer)
  }));
  return { width: x - COMPONENT_GAP, height, left, rows };
}

function packShelves(level: Level, parts: readonly Part[]): Packing {
  const { frame } = level;
  const rows = parts.map(part => measureRows(level, [part]));
  const heights = rows.map(({ bottom }) => bottom[bottom.length - 1]);
  let area = 0;
  let widest = 0;
  for (let p = 0; p < parts.length; p++) {
    area += (parts[p].width + COMPONENT_GAP) * (heights[p] + COMPONENT_GAP);
    widest = Math.max(widest, parts[p].width);
  }
  const limit = Math.max(widest, Math.sqrt(1.6 * area));
  const left: number[] = [];
  let width = 0;
  let x = 0;
  let y = frame.header + frame.padding;
  let bottom = y;
  for (let p = 0; p < parts.length; p++) {
    if (x > 0 && x + parts[p].width > limit) {
      x = 0;
      y = bottom + COMPONENT_GAP;
    }
    left.push(x);
    for (let r = 0; r < rows[p].top.length; r++) {
      rows[p].top[r] += y;
      rows[p].bottom[r] += y;
    }
    x += parts[p].width;
    width = Math.max(width, x);
    bottom = Math.max(bottom, y + heights[p]);
    x += COMPONENT_GAP;
  }
  return { width, height: Math.max(frame.minHeight, bottom + (parts.length > 0 ? frame.padding : 0)), left, rows };
}

/** Rows from 0 on: as high as their highest node, with gaps that leave room for the links between them. */
function measureRows(level: Level, parts: readonly Part[]): Rows {
  let first = Infinity;
  let end = 0;
  for (const { layers } of parts) {
    first = Math.min(first, layers.firstLayer);
    end = Math.max(end, layers.firstLayer + layers.layerCount);
  }
  const height = new Float64Array(end - first);
  const gap = new Float64Array(end - first);
  for (const part of parts) {
    const { layers } = part;
    for (let v = 0; v < layers.count; v++) {
      const row = layers.layer[v] - first;
      if (layers.node[v] >= 0) height[row] = Math.max(height[row], level.height[layers.node[v]]);
    }
    for (let k = 0; k < layers.from.length; k++) {
      const row = layers.layer[layers.from[k]] - first;
      if (gap[row] < MAX_ROW_GAP) gap[row] = Math.max(gap[row], roomFor(level, part, k));
    }
    // What leaves for a channel, or comes from one, goes sideways as far as anything can.
    for (let s = 0; s < layers.segments.length; s++) {
      if (layers.laneCount[s] >= 0) continue;
      gap[layers.layer[layers.localOf[level.from[layers.segments[s]]]] - first] = MAX_ROW_GAP;
      gap[layers.layer[layers.localOf[level.to[layers.segments[s]]]] - first - 1] = MAX_ROW_GAP;
    }
  }
  const top = new Float64Array(end - first);
  const bottom = new Float64Array(end - first);
  let y = 0;
  for (let r = 0; r < top.length; r++) {
    top[r] = y;
    bottom[r] = y + height[r];
    y = bottom[r] + (gap[r] || ROW_GAP);
  }
  return { top, bottom };
}

/** The farther a link runs sideways, the more height it needs to look like a line that goes down. */
function roomFor({ band }: Level, { layers, middle }: Part, k: number): number {
  const { node, halfWidth } = layers;
  const u = layers.from[k];
  const v = layers.to[k];
  const reach = node[v] < 0 ? 0 : Math.max(0, halfWidth[v] - CORNER);
  const aside = Math.abs(middle[v] + layers.toAt[k] - middle[u] - layers.fromAt[k]) - reach;
  if (aside >= 1) return Math.min(MAX_ROW_GAP, ROW_GAP + 0.08 * aside);
  const toPort = node[u] >= 0 && band[node[u]] === Band.portsAbove;
  const isPort = toPort || (node[v] >= 0 && band[node[v]] === Band.portsBelow);
  return isPort ? PADDING : ROW_GAP + 0.08 * Math.max(0, aside);
}
