/**
 * Ranks inside the free band: which row a node stands in. Every segment points from a smaller rank to a larger one.
 *
 * Longest paths from the top (Eades & Sugiyama, "How to draw a directed graph", 1990), then whatever hangs lower than
 * it must is pulled down: nodes joined by *tight* edges (between neighbouring rows) move as one while more edges leave
 * them than enter. That is the move of the network simplex of Gansner et al. ("A technique for drawing directed
 * graphs", 1993) without its search for the best tree.
 */
import { bucket, type Buckets } from './bucket';
import { Band, type Level } from './level';

/** The rank of every node, from 0; 0 for those of other bands. */
export function assignRanks(level: Level): Int32Array {
  const rank = longestPaths(level);
  pullDown(level, rank);
  return rank;
}

/** Nodes, sources first. What a cycle keeps back (there should be none) follows in input order. */
function topologicalOrder(level: Level, ins: Buckets): Int32Array {
  const outs = bucket(level.from, level.count);
  const order = new Int32Array(level.count);
  const waiting = new Int32Array(level.count);
  let filled = 0;
  for (let v = 0; v < level.count; v++) {
    waiting[v] = ins.offsets[v + 1] - ins.offsets[v];
    if (waiting[v] === 0) order[filled++] = v;
  }
  for (let next = 0; next < filled; next++) {
    const v = order[next];
    for (let i = outs.offsets[v]; i < outs.offsets[v + 1]; i++) {
      const w = level.to[outs.items[i]];
      if (--waiting[w] === 0) order[filled++] = w;
    }
  }
  for (let v = 0; v < level.count && filled < level.count; v++) if (waiting[v] > 0) order[filled++] = v;
  return order;
}

function longestPaths(level: Level): Int32Array {
  const ins = bucket(level.to, level.count);
  const order = topologicalOrder(level, ins);
  const rank = new Int32Array(level.count);
  for (let i = 0; i < order.length; i++) {
    const v = order[i];
    if (level.band[v] !== Band.free) continue;
    for (let k = ins.offsets[v]; k < ins.offsets[v + 1]; k++) {
      const u = level.from[ins.items[k]];
      if (level.band[u] === Band.free && rank[u] >= rank[v]) rank[v] = rank[u] + 1;
    }
  }
  return rank;
}

/** Bounds the work on odd graphs; each pass shortens some edges, a few passes are usual. */
const PULL_PASSES = 40;

function pullDown(level: Level, rank: Int32Array): void {
  const { count, from, to, band } = level;
  let last = 0;
  for (let v = 0; v < count; v++) last = Math.max(last, rank[v]);
  const leader = new Int32Array(count);
  const find = (v: number): number => {
    while (leader[v] !== v) v = leader[v] = leader[leader[v]];
    return v;
  };
  const balance = new Int32Array(count);
  const room = new Int32Array(count);
  for (let pass = 0; pass < PULL_PASSES; pass++) {
    for (let v = 0; v < count; v++) leader[v] = v;
    for (let s = 0; s < from.length; s++) {
      if (band[from[s]] === Band.free && band[to[s]] === Band.free && rank[to[s]] === rank[from[s]] + 1)
        leader[find(from[s])] = find(to[s]);
    }
    balance.fill(0);
    room.fill(last);
    for (let v = 0; v < count; v++) {
      const unit = find(v);
      room[unit] = Math.min(room[unit], last - rank[v]);
    }
    for (let s = 0; s < from.length; s++) {
      const u = find(from[s]);
      const v = find(to[s]);
      if (u === v) continue;
      balance[u]++;
      balance[v]--;
      if (band[from[s]] === Band.free && band[to[s]] === Band.free)
        room[u] = Math.min(room[u], rank[to[s]] - rank[from[s]] - 1);
    }
    let moved = false;
    for (let v = 0; v < count; v++) {
      const unit = find(v);
      if (band[v] !== Band.free || balance[unit] <= 0 || room[unit] === 0) continue;
      rank[v] += room[unit];
      moved = true;
    }
    if (!moved) return;
  }
}
