/** Boxes in boxes: makes a level of each open box's inside, and puts the placed levels together. */
import { bucket, itemsOf, type Buckets } from './bucket';
import { Curves } from './curve';
import { layoutLevel } from './layout-level';
import type { LevelCache } from './level-cache';
import { startsFor } from './order';
import { Band, type Level, type LevelPlacement } from './level';
import type { Nets } from './nets';
import type { Placement, Plan } from '../place';
import { END_GAP, PADDING } from './spacing';

/** How often all levels are laid out where edges cross borders: few crossings go away after the third time. */
const ROUNDS = 3;
/** In plans of so many boxes the third time is not worth its while. */
const MANY_BOXES = 2000;

export class Hierarchy {
  /** Children, segments (by parent, the top first) and ports of a box. */
  private readonly children: Buckets;
  private readonly segments: Buckets;
  private readonly ports: Buckets;
  /** Index of a box or port among the nodes of its level. */
  private readonly boxNode: Int32Array;
  private readonly portNode: Int32Array;
  /** Of ports: from the left side of their box, once that is laid out. */
  private readonly portX: Float64Array;
  /** Of ports: `Level.wish`. */
  private readonly portWish: Float64Array;
  /** Of box b at b + 1; the top at 0. */
  private readonly placements: (LevelPlacement | undefined)[];
  private readonly starts: number;

  constructor(
    private readonly plan: Plan,
    private readonly nets: Nets,
    private readonly cache: LevelCache
  ) {
    const boxes = plan.parent.length;
    const above = (parent: number): number => parent + 1;
    this.children = bucket(plan.parent.map(above), boxes + 1);
    this.segments = bucket(Int32Array.from(nets.parent, above), boxes + 1);
    this.ports = bucket(Int32Array.from(nets.portBox), boxes);
    this.boxNode = new Int32Array(boxes);
    this.portNode = new Int32Array(nets.portBox.length);
    this.portX = new Float64Array(nets.portBox.length);
    this.portWish = new Float64Array(nets.portBox.length).fill(NaN);
    this.placements = new Array<LevelPlacement | undefined>(boxes + 1);
    this.starts = startsFor(boxes + plan.edges.length / 2);
  }

  /**
   * Several times where edges cross borders: after the first, each level knows where its ports' edges come from and go
   * to.
   */
  layOut(): void {
    const { parent } = this.plan;
    const rounds = this.nets.portBox.length === 0 ? 1 : parent.length < MANY_BOXES ? ROUNDS : ROUNDS - 1;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) this.findWishes();
      this.layOutLevels();
    }
  }

  /** Innermost boxes first: those inside a box come after it in the plan. */
  private layOutLevels(): void {
    for (let box = this.plan.parent.length - 1; box >= -1; box--) {
      const children = itemsOf(this.children, box + 1);
      if (children.length === 0 && box >= 0) continue;
      const ports = box < 0 ? new Int32Array(0) : itemsOf(this.ports, box);
      const placement = this.cache.placementOf(this.makeLevel(box, children, ports), layoutLevel);
      ports.forEach(port => (this.portX[port] = placement.x[this.portNode[port]]));
      this.placements[box + 1] = placement;
    }
  }

  /** A port's wish is where its edges have their next bend outside; if several leave there, the mean. */
  private findWishes(): void {
    const { nets, portWish } = this;
    const sum = new Float64Array(portWish.length);
    const count = new Float64Array(portWish.length);
    for (let i = 0; i < this.segments.items.length; i++) {
      const segment = this.segments.items[i];
      const parent = nets.parent[segment];
      const { way, wayOffsets } = this.placements[parent + 1] as LevelPlacement;
      const s = i - this.segments.offsets[parent + 1];
      const from = nets.fromPort[segment];
      const to = nets.toPort[segment];
      if (from >= 0 && nets.fromBox[segment] >= 0) {
        sum[from] += way[2 * (wayOffsets[s] + 2)];
        count[from]++;
      }
      if (to >= 0 && nets.toBox[segment] >= 0) {
        sum[to] += way[2 * (wayOffsets[s + 1] - 3)];
        count[to]++;
      }
    }
    for (let port = 0; port < portWish.length; port++) portWish[port] = sum[port] / count[port];
  }

  private makeLevel(box: number, children: Int32Array, ports: Int32Array): Level {
    const { plan, nets } = this;
    const segments = itemsOf(this.segments, box + 1);
    const count = children.length + ports.length;
    const level: Level = {
      count,
      width: new Float64Array(count),
      height: new Float64Array(count),
      band: new Uint8Array(count).fill(Band.free),
      from: new Int32Array(segments.length),
      to: new Int32Array(segments.length),
      fromAt: new Float64Array(segments.length),
      toAt: new Float64Array(segments.length),
      net: new Int32Array(segments.length),
      load: new Int32Array(segments.length),
      wish: new Float64Array(count).fill(NaN),
      frame: {
        minWidth: box < 0 ? 0 : plan.width[box],
        minHeight: box < 0 ? 0 : plan.height[box],
        header: box < 0 ? 0 : plan.header[box],
        padding: PADDING
      },
      starts: this.starts
    };
    children.forEach((child, node) => {
      this.boxNode[child] = node;
      level.width[node] = this.placements[child + 1]?.width ?? plan.width[child];
      level.height[node] = this.placements[child + 1]?.height ?? plan.height[child];
    });
    ports.forEach((port, i) => {
      this.portNode[port] = children.length + i;
      level.wish[children.length + i] = this.portWish[port];
      level.band[children.length + i] = nets.portBelow[port] ? Band.portsBelow : Band.portsAbove;
    });
    const numbers = new Map<number, number>();
    segments.forEach((segment, s) => {
      const { fromBox, toBox, fromPort, toPort } = nets;
      let net = numbers.get(nets.net[segment]);
      if (net === undefined) numbers.set(nets.net[segment], (net = numbers.size));
      level.net[s] = net;
      level.load[s] = nets.load[segment];
      level.from[s] = fromBox[segment] < 0 ? this.portNode[fromPort[segment]] : this.boxNode[fromBox[segment]];
      level.to[s] = toBox[segment] < 0 ? this.portNode[toPort[segment]] : this.boxNode[toBox[segment]];
      level.fromAt[s] = fromPort[segment] < 0 ? NaN : fromBox[segment] < 0 ? 0 : this.portX[fromPort[segment]];
      level.toAt[s] = toPort[segment] < 0 ? NaN : toBox[segment] < 0 ? 0 : this.portX[toPort[segment]];
    });
    this.pin(level, children);
    spreadStarts(level);
    rankWishes(level.wish);
    return level;
  }

  /** Inputs and outputs get their bands, unless edges between siblings forbid it. */
  private pin(level: Level, children: Int32Array): void {
    const { pin } = this.plan;
    children.forEach((child, node) => {
      if (pin[child] === 1) level.band[node] = Band.inputs;
      if (pin[child] === 2) level.band[node] = Band.outputs;
    });
    for (let s = 0; s < level.from.length; s++) {
      const { from, to, band } = level;
      if (from[s] >= children.length || to[s] >= children.length) continue;
      if (band[to[s]] === Band.inputs) band[to[s]] = Band.free;
      if (band[from[s]] === Band.outputs) band[from[s]] = Band.free;
    }
  }

  /** All boxes and edges in absolute coordinates. */
  assemble(): Placement {
    const { plan } = this;
    const boxes = plan.parent.length;
    const root = this.placements[0] as LevelPlacement;
    const placement: Placement = {
      x: new Float64Array(boxes),
      y: new Float64Array(boxes),
      width: plan.width.slice(),
      height: plan.height.slice(),
      pointOffsets: new Int32Array(plan.edges.length / 2 + 1),
      points: new Float32Array(0),
      totalWidth: root.width,
      totalHeight: root.height
    };
    const { x, y, width, height } = placement;
    for (let box = 0; box < boxes; box++) {
      const parent = plan.parent[box];
      const around = this.placements[parent + 1] as LevelPlacement;
      x[box] = (parent < 0 ? 0 : x[parent]) + around.x[this.boxNode[box]];
      y[box] = (parent < 0 ? 0 : y[parent]) + around.y[this.boxNode[box]];
      const inside = this.placements[box + 1];
      if (inside) {
        width[box] = inside.width;
        height[box] = inside.height;
      }
    }
    this.drawEdges(placement);
    return placement;
  }

  private drawEdges(placement: Placement): void {
    const { nets, plan } = this;
    const { x, y, width, height, pointOffsets } = placement;
    const nodeOfSegment = new Int32Array(nets.parent.length);
    for (let i = 0; i < this.segments.items.length; i++) {
      const segment = this.segments.items[i];
      nodeOfSegment[segment] = i - this.segments.offsets[nets.parent[segment] + 1];
    }
    const curves = new Curves();
    let way = new Float64Array(256);
    for (let k = 0; k + 1 < pointOffsets.length; k++) {
      let length = 0;
      for (let c = nets.chainOffsets[k]; c < nets.chainOffsets[k + 1]; c++) {
        const segment = nets.chain[c];
        const parent = nets.parent[segment];
        const level = this.placements[parent + 1] as LevelPlacement;
        const left = parent < 0 ? 0 : x[parent];
        const top = parent < 0 ? 0 : y[parent];
        const s = nodeOfSegment[segment];
        const end = 2 * level.wayOffsets[s + 1];
        const start = 2 * level.wayOffsets[s];
        if (length + end - start > way.length) way = grown(way, length + end - start);
        for (let p = start; p < end; p += 2) {
          way[length++] = left + level.way[p];
          way[length++] = top + level.way[p + 1];
        }
      }
      if (length === 0) {
        // From a box to itself or to one around it: nothing to draw, but a point to have.
        const from = plan.edges[2 * k];
        way[length++] = x[from] + width[from] / 2;
        way[length++] = y[from] + height[from];
      }
      curves.append(way, length, nets.reversed[k] === 1);
      pointOffsets[k + 1] = curves.pointCount;
    }
    placement.points = curves.take();
  }
}

function grown(array: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * least);
  larger.set(array);
  return larger;
}

/** The wishes' places from the left, equal for equal ones: only their order matters to the layout. */
function rankWishes(wish: Float64Array): void {
  const sorted = Array.from(new Set(wish.filter(x => !Number.isNaN(x)))).sort((a, b) => a - b);
  const rank = new Map(sorted.map((x, k) => [x, k]));
  for (let v = 0; v < wish.length; v++) if (!Number.isNaN(wish[v])) wish[v] = rank.get(wish[v]) as number;
}

/** Where segments that start at a box itself leave it: each net at its own point, together in the middle. */
function spreadStarts(level: Level): void {
  const starts = bucket(
    level.from.map((v, s) => (Number.isNaN(level.fromAt[s]) ? v : -1)),
    level.count
  );
  const { net, width, fromAt } = level;
  // The place of each net among those that start at the node at hand.
  const place = new Map<number, number>();
  for (let v = 0; v < level.count; v++) {
    const first = starts.offsets[v];
    const end = starts.offsets[v + 1];
    if (first === end) continue;
    if (end === first + 1) {
      fromAt[starts.items[first]] = width[v] / 2;
      continue;
    }
    place.clear();
    for (let k = first; k < end; k++) {
      const own = net[starts.items[k]];
      if (!place.has(own)) place.set(own, place.size);
    }
    const gap = Math.min(END_GAP, width[v] / (place.size + 1));
    for (let k = first; k < end; k++) {
      const s = starts.items[k];
      fromAt[s] = width[v] / 2 + ((place.get(net[s]) ?? 0) - (place.size - 1) / 2) * gap;
    }
  }
}
