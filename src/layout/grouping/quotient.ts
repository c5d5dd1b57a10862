/**
 * Groups the items of a directed acyclic graph by key so that the graph of the groups has no cycle either:
 * only then can all edges between groups point down.
 *
 * Items come in a topological order. Each joins the newest group of its key unless a path from that group
 * leads to it through other groups; then it starts a new group. The order of groups is kept topological all
 * the time, so that the search for such a path looks only at groups between the two (Pearce and Kelly).
 */

const NONE: readonly number[] = [];

/**
 * The items of each group, in a topological order of the groups. Items with a key below 0 stay alone.
 * `predecessors(i, visit)` visits the items directly before item i, one perhaps more than once.
 */
export function groupAcyclic(
  keys: ArrayLike<number>,
  predecessors: (item: number, visit: (other: number) => void) => void
): number[][] {
  const count = keys.length;
  const members: number[][] = [];
  const before: Set<number>[] = [];
  const position: number[] = [];
  const order: number[] = [];
  const groupOf = new Int32Array(count);
  const newest = new Map<number, number>();
  /** The last item that each group was found to be before. */
  const lastReader = new Int32Array(count).fill(-1);

  for (let item = 0; item < count; item++) {
    const from: number[] = [];
    predecessors(item, other => {
      const group = groupOf[other];
      if (lastReader[group] === item) return;
      lastReader[group] = item;
      from.push(group);
    });
    const key = keys[item];
    const candidate = key < 0 ? undefined : newest.get(key);
    if (candidate !== undefined) {
      const ancestors = ancestorsAfter(candidate, from);
      if (ancestors !== null) {
        if (ancestors.length > 0) moveBefore(candidate, ancestors);
        for (const group of from) if (group !== candidate) before[candidate].add(group);
        members[candidate].push(item);
        groupOf[item] = candidate;
        continue;
      }
    }
    const group = members.length;
    members.push([item]);
    before.push(new Set(from));
    position.push(order.length);
    order.push(group);
    groupOf[item] = group;
    if (key >= 0) newest.set(key, group);
  }
  return order.map(group => members[group]);

  /** Ancestors of `from` that stand after `target`, or null when one of them is reached from `target`. */
  function ancestorsAfter(target: number, from: readonly number[]): readonly number[] | null {
    const limit = position[target];
    const seen = new Set<number>();
    const stack: number[] = [];
    for (const group of from) if (position[group] > limit) stack.push(group);
    if (stack.length === 0) return NONE;
    for (let group = stack.pop(); group !== undefined; group = stack.pop()) {
      if (seen.has(group)) continue;
      seen.add(group);
      for (const earlier of before[group]) {
        if (earlier === target) return null;
        if (position[earlier] > limit) stack.push(earlier);
      }
    }
    return Array.from(seen);
  }

  /** Puts `moved`, which do not depend on `target`, just before it, in the order they have. */
  function moveBefore(target: number, moved: readonly number[]): void {
    const isMoved = new Set(moved);
    const first = position[target];
    const last = Math.max(...moved.map(group => position[group]));
    const stay: number[] = [];
    let at = first;
    for (let k = first; k <= last; k++) {
      const group = order[k];
      if (isMoved.has(group)) order[at++] = group;
      else stay.push(group);
    }
    for (const group of stay) order[at++] = group;
    for (let k = first; k <= last; k++) position[order[k]] = k;
  }
}
