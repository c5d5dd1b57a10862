import { describe, expect, it } from 'vitest';
import { divideEdges } from './nets';
import { PlanBuilder } from './testing/plans';

describe('divideEdges', () => {
  it('cuts an edge at every border, and shares what edges of one box have in common', () => {
    const b = new PlanBuilder();
    const left = b.group();
    const source = b.box(b.group(left));
    const right = b.group();
    const inner = b.group(right);
    const [near, far] = [b.box(right), b.box(inner)];
    b.edge(source, near).edge(source, far);
    const nets = divideEdges(b.plan());
    const chain = (k: number): number[] =>
      Array.from(nets.chain.subarray(nets.chainOffsets[k], nets.chainOffsets[k + 1]));
    expect(chain(0).map(s => nets.parent[s])).toEqual([1, left, -1, right]);
    expect(chain(1).map(s => nets.parent[s])).toEqual([1, left, -1, right, inner]);
    expect(chain(1).slice(0, 3)).toEqual(chain(0).slice(0, 3));
    expect(nets.portBox.filter(box => box === right)).toHaveLength(1);
  });

  it('turns round the edge that closes a cycle between boxes, not one more', () => {
    const b = new PlanBuilder();
    const [p, q] = [b.group(), b.group()];
    const [p1, p2, q1] = [b.box(p), b.box(p), b.box(q)];
    b.edge(p1, q1).edge(q1, p2).edge(p1, p2);
    expect(Array.from(divideEdges(b.plan()).reversed)).toEqual([0, 1, 0]);
  });

  it('gives edges with the same ends nets of their own', () => {
    const b = new PlanBuilder();
    const [source, a, c] = [b.box(), b.box(), b.box()];
    b.edge(source, a).edge(source, a).edge(source, c);
    const nets = divideEdges(b.plan());
    expect(nets.net).toHaveLength(3);
    expect(nets.netCount).toBe(2);
  });
});
