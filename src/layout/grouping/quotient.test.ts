import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupAcyclic } from './quotient';

/** A random acyclic graph in topological order, with keys; -1 is alone. */
const graphs = fc.integer({ min: 0, max: 40 }).chain(count =>
  fc.record({
    before: fc.tuple(
      ...Array.from({ length: count }, (_, k) =>
        fc.array(fc.nat({ max: Math.max(0, k - 1) }), { maxLength: k === 0 ? 0 : 3 })
      )
    ),
    keys: fc.array(fc.integer({ min: -1, max: 4 }), { minLength: count, maxLength: count })
  })
);

const grouped = (keys: readonly number[], before: readonly (readonly number[])[]): number[][] =>
  groupAcyclic(keys, (item, visit) => before[item].forEach(other => visit(other)));

describe('groupAcyclic', () => {
  it('puts each item into one group, of its own key, in an order in which all edges go forwards', () => {
    fc.assert(
      fc.property(graphs, ({ before, keys }) => {
        const groups = grouped(keys, before);
        expect(groups.flat().sort((a, b) => a - b)).toEqual(keys.map((_, item) => item));
        const groupOf = new Map(groups.flatMap((items, group) => items.map(item => [item, group] as const)));
        groups.forEach((items, group) => {
          expect(new Set(items.map(item => keys[item])).size).toBe(1);
          if (keys[items[0]] < 0) expect(items).toHaveLength(1);
          for (const item of items)
            for (const other of before[item]) expect(groupOf.get(other)).toBeLessThanOrEqual(group);
        });
      }),
      { numRuns: 300 }
    );
  });

  it('starts a new group only where the newest of its key would close a cycle', () => {
    // a → b → a': a and a' cannot be one. Beside the chain, c can join the second a.
    expect(grouped([0, 1, 0, 0], [[], [0], [1], []])).toEqual([[0], [1], [2, 3]]);
    // Without the middle one they can.
    expect(grouped([0, 1, 0], [[], [], [0]])).toEqual([[0, 2], [1]]);
  });

  it('moves what a joining item needs before the group', () => {
    // 1 stands after group {0} and is needed by 2, which joins it.
    expect(grouped([0, -1, 0], [[], [], [1]])).toEqual([[1], [0, 2]]);
  });
});
