import { describe, expect, it } from 'vitest';
import { place } from '../place';
import { PlanBuilder } from './testing/plans';

/** The numbers of the boxes in each row, from the top. */
function rows(builder: PlanBuilder): number[][] {
  const { y } = place(builder.plan());
  const tops = [...new Set(y)].sort((a, b) => a - b);
  return tops.map(top => [...y.keys()].filter(box => y[box] === top));
}

describe('ranks', () => {
  it('keep a source beside what its reader reads else', () => {
    const b = new PlanBuilder();
    const chain = [b.box(), b.box(), b.box(), b.box()];
    const source = b.box();
    b.path(...chain).edge(source, chain[3]);
    expect(rows(b)[2]).toEqual([chain[2], source]);
  });

  it('pull down everything that only hangs on a late reader', () => {
    const b = new PlanBuilder();
    const chain = [b.box(), b.box(), b.box(), b.box(), b.box(), b.box()];
    const [first, second, third] = [b.box(), b.box(), b.box()];
    // `first` has two readers, which go down with it.
    b.path(...chain)
      .path(first, second, third, chain[5])
      .edge(first, third);
    expect(rows(b).map(row => row.length)).toEqual([1, 1, 2, 2, 2, 1]);
  });

  it('leave results at their makers', () => {
    const b = new PlanBuilder();
    const chain = [b.box(), b.box(), b.box(), b.box()];
    const result = b.box();
    b.path(...chain).edge(chain[0], result);
    expect(rows(b)[1]).toEqual([chain[1], result]);
  });
});
