/** What hangs together in a level. */
import { bucket, type Buckets } from './bucket';
import type { Level } from './level';

export interface Components {
  count: number;
  /** Number of each node's component, in the order of their first nodes. */
  of: Int32Array;
  nodes: Buckets;
}

export function findComponents(level: Level): Components {
  const leader = new Int32Array(level.count);
  for (let v = 0; v < level.count; v++) leader[v] = v;
  const find = (v: number): number => {
    while (leader[v] !== v) v = leader[v] = leader[leader[v]];
    return v;
  };
  for (let s = 0; s < level.from.length; s++) {
    const a = find(level.from[s]);
    const b = find(level.to[s]);
    if (a < b) leader[b] = a;
    else leader[a] = b;
  }
  const of = new Int32Array(level.count);
  let count = 0;
  // A leader is the smallest of its component, so its number is known before the others need it.
  for (let v = 0; v < level.count; v++) {
    const first = find(v);
    of[v] = first === v ? count++ : of[first];
  }
  return numberComponents(of);
}

export function numberComponents(of: Int32Array): Components {
  const count = of.reduce((most, c) => Math.max(most, c + 1), 0);
  return { count, of, nodes: bucket(of, count) };
}
