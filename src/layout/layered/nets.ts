/**
 * A plan's edges divided among the levels. An edge from deep in one box to deep in another becomes a chain of segments:
 * out of each enclosing box, across the level where its ends are siblings, into each enclosing box. Where it passes a
 * border there is a *port*; all edges of one *net* (same start, no two with the same end) share their ports, hence
 * their segments.
 */
import { bucket, type Buckets } from './bucket';
import type { Plan } from '../place';

export interface Nets {
  /** Segments of edge k, from its upper end down: `chain[chainOffsets[k]] …`. */
  chain: Int32Array;
  chainOffsets: Int32Array;
  /** Edges whose chain runs from `to` to `from`, since they would close a cycle. */
  reversed: Uint8Array;
  /** Of each segment: the enclosing box, -1 at the top. */
  parent: number[];
  net: number[];
  /** How many edges run in it. */
  load: Int32Array;
  /** Ends of each segment: a box of its level, or -1 where it starts (ends) at a port of the enclosing box. */
  fromBox: number[];
  toBox: number[];
  /** The port at each end, or -1 where it starts (ends) at the box itself. */
  fromPort: number[];
  toPort: number[];
  /** Of each port: its box, and whether it is at the lower border. */
  portBox: number[];
  portBelow: boolean[];
  netCount: number;
}

export function divideEdges(plan: Plan): Nets {
  const siblings = findSiblings(plan);
  const reversed = breakCycles(plan, siblings);
  const { net, netCount } = numberNets(plan, reversed);
  const edgeCount = plan.edges.length / 2;
  const result: Nets = {
    chain: new Int32Array(0),
    chainOffsets: new Int32Array(edgeCount + 1),
    reversed,
    parent: [],
    net: [],
    load: new Int32Array(0),
    fromBox: [],
    toBox: [],
    fromPort: [],
    toPort: [],
    portBox: [],
    portBelow: [],
    netCount
  };
  for (let k = 0; k < edgeCount; k++)
    result.chainOffsets[k + 1] = result.chainOffsets[k] + chainLength(plan, siblings, k);
  result.chain = new Int32Array(result.chainOffsets[edgeCount]);
  // What the net at hand has already made, by the box whose border it passes.
  const boxes = plan.parent.length;
  const left: Passages = {
    net: new Int32Array(boxes).fill(-1),
    segment: new Int32Array(boxes),
    port: new Int32Array(boxes)
  };
  const entered: Passages = {
    net: new Int32Array(boxes).fill(-1),
    segment: new Int32Array(boxes),
    port: new Int32Array(boxes)
  };
  const byNet = bucket(net, netCount);
  for (let i = 0; i < byNet.items.length; i++) {
    const k = byNet.items[i];
    if (siblings.from[k] >= 0) layChain(plan, siblings, result, k, net[k], left, entered);
  }
  result.load = new Int32Array(result.parent.length);
  for (let c = 0; c < result.chain.length; c++) result.load[result.chain[c]]++;
  return result;
}

interface Siblings {
  /** Of each edge: the boxes around its ends that share a parent; -1 if an end encloses the other. */
  from: Int32Array;
  to: Int32Array;
  depth: Int32Array;
}

interface Passages {
  net: Int32Array;
  segment: Int32Array;
  port: Int32Array;
}

function findSiblings({ parent, edges }: Plan): Siblings {
  const depth = new Int32Array(parent.length);
  for (let b = 0; b < parent.length; b++) depth[b] = parent[b] < 0 ? 0 : depth[parent[b]] + 1;
  const count = edges.length / 2;
  const from = new Int32Array(count).fill(-1);
  const to = new Int32Array(count).fill(-1);
  for (let k = 0; k < count; k++) {
    let a = edges[2 * k];
    let b = edges[2 * k + 1];
    while (depth[a] > depth[b]) a = parent[a];
    while (depth[b] > depth[a]) b = parent[b];
    if (a === b) continue;
    while (parent[a] !== parent[b]) {
      a = parent[a];
      b = parent[b];
    }
    from[k] = a;
    to[k] = b;
  }
  return { from, to, depth };
}

/** Marks the edges that lead back to a box from which a depth-first walk in input order has come. */
function breakCycles(plan: Plan, siblings: Siblings): Uint8Array {
  const boxes = plan.parent.length;
  const outs: Buckets = bucket(siblings.from, boxes);
  const reversed = new Uint8Array(plan.edges.length / 2);
  const next = outs.offsets.slice();
  /** 0: not met; 1: on the way; 2: done. */
  const state = new Uint8Array(boxes);
  const stack: number[] = [];
  for (let root = 0; root < boxes; root++) {
    if (state[root] !== 0) continue;
    stack.push(root);
    state[root] = 1;
    while (stack.length > 0) {
      const box = stack[stack.length - 1];
      if (next[box] === outs.offsets[box + 1]) {
        state[box] = 2;
        stack.pop();
        continue;
      }
      const k = outs.items[next[box]++];
      const target = siblings.to[k];
      if (state[target] === 1) reversed[k] = 1;
      else if (state[target] === 0) {
        state[target] = 1;
        stack.push(target);
      }
    }
  }
  return reversed;
}

/**
 * Edges with the same start form one net; edges with the same start and end, and reversed ones, go to different ones.
 */
function numberNets({ parent, edges }: Plan, reversed: Uint8Array): { net: Int32Array; netCount: number } {
  const count = edges.length / 2;
  const net = new Int32Array(count);
  let netCount = 0;
  for (let direction = 0; direction < 2; direction++) {
    const start = new Int32Array(count).fill(-1);
    for (let k = 0; k < count; k++) if (reversed[k] === direction) start[k] = edges[2 * k + direction];
    const byStart = bucket(start, parent.length);
    // How many edges the start at hand already has to a box.
    const seenFor = new Int32Array(parent.length).fill(-1);
    const seen = new Int32Array(parent.length);
    for (let box = 0; box < parent.length; box++) {
      let most = 0;
      for (let i = byStart.offsets[box]; i < byStart.offsets[box + 1]; i++) {
        const k = byStart.items[i];
        const target = edges[2 * k + 1 - direction];
        if (seenFor[target] !== box) {
          seenFor[target] = box;
          seen[target] = 0;
        }
        net[k] = netCount + seen[target]++;
        most = Math.max(most, seen[target]);
      }
      netCount += most;
    }
  }
  return { net, netCount };
}

function chainLength({ edges }: Plan, { from, depth }: Siblings, k: number): number {
  if (from[k] < 0) return 0;
  return depth[edges[2 * k]] + depth[edges[2 * k + 1]] - 2 * depth[from[k]] + 1;
}

function layChain(
  plan: Plan,
  siblings: Siblings,
  nets: Nets,
  k: number,
  net: number,
  left: Passages,
  entered: Passages
): void {
  const { parent, edges } = plan;
  const flip = nets.reversed[k];
  const start = edges[2 * k + flip];
  const end = edges[2 * k + 1 - flip];
  const top = flip ? siblings.to[k] : siblings.from[k];
  const bottom = flip ? siblings.from[k] : siblings.to[k];
  let filled = nets.chainOffsets[k];
  let port = -1;
  let box = start;
  while (box !== top) {
    const border = parent[box];
    if (left.net[border] !== net) {
      left.net[border] = net;
      left.port[border] = addPort(nets, border, true);
      left.segment[border] = addSegment(nets, border, net, box, port, -1, left.port[border]);
    }
    nets.chain[filled++] = left.segment[border];
    port = left.port[border];
    box = border;
  }
  // The rest is laid from below, since parents are known and children are not.
  let position = nets.chainOffsets[k + 1] - 1;
  let inner = end;
  let innerPort = -1;
  for (;;) {
    const outside = parent[inner];
    const isCrossing = inner === bottom;
    const known = innerPort >= 0 && entered.net[inner] === net && entered.segment[inner] >= 0;
    let segment: number;
    let outsidePort = -1;
    if (!isCrossing) {
      if (entered.net[outside] !== net) {
        entered.net[outside] = net;
        entered.segment[outside] = -1;
        entered.port[outside] = addPort(nets, outside, false);
      }
      outsidePort = entered.port[outside];
    }
    if (known) segment = entered.segment[inner];
    else {
      segment = isCrossing
        ? addSegment(nets, outside, net, top, port, inner, innerPort)
        : addSegment(nets, outside, net, -1, outsidePort, inner, innerPort);
      if (innerPort >= 0) entered.segment[inner] = segment;
    }
    nets.chain[position--] = segment;
    if (isCrossing) return;
    inner = outside;
    innerPort = outsidePort;
  }
}

function addPort(nets: Nets, box: number, below: boolean): number {
  nets.portBelow.push(below);
  return nets.portBox.push(box) - 1;
}

function addSegment(
  nets: Nets,
  parent: number,
  net: number,
  fromBox: number,
  fromPort: number,
  toBox: number,
  toPort: number
): number {
  nets.net.push(net);
  nets.fromBox.push(fromBox);
  nets.fromPort.push(fromPort);
  nets.toBox.push(toBox);
  nets.toPort.push(toPort);
  return nets.parent.push(parent) - 1;
}
