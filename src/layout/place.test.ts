import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgesNotDown, problems } from './layered/testing/checks';
import { PlanBuilder, programPlan } from './layered/testing/plans';
import { place, type Plan } from './place';

/** Boxes in preorder: a parent is the box before or one around it, so that boxes in one take up a range of numbers. */
const trees = fc.array(
  fc.record({
    climb: fc.nat(4),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 90 }),
    header: fc.integer({ min: 0, max: 30 }),
    pin: fc.constantFrom(0, 0, 0, 1, 2)
  }),
  { maxLength: 40 }
);
const ends = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 70 });

/**
 * With `acyclic`, edges lead to boxes of larger numbers and never to one that encloses their start: then no level has a
 * cycle.
 */
function makePlan(
  tree: readonly { climb: number; width: number; height: number; header: number; pin: number }[],
  pairs: readonly [number, number][],
  acyclic: boolean
): Plan {
  const builder = new PlanBuilder();
  const parent: number[] = [];
  tree.forEach((box, i) => {
    let around = i - 1;
    for (let k = 0; k < box.climb && around >= 0; k++) around = parent[around];
    parent.push(around);
    builder.box(around, box);
  });
  const encloses = (outer: number, inner: number): boolean => {
    for (let b = inner; b >= 0; b = parent[b]) if (b === outer) return true;
    return false;
  };
  for (const [a, b] of pairs) {
    if (tree.length === 0) break;
    let from = a % tree.length;
    let to = b % tree.length;
    if (acyclic && from > to) [from, to] = [to, from];
    if (acyclic && (encloses(from, to) || encloses(to, from))) continue;
    builder.edge(from, to);
  }
  return builder.plan();
}

describe('place', () => {
  it('keeps every promise for plans without cycles', () => {
    fc.assert(
      fc.property(trees, ends, (tree, pairs) => {
        const plan = makePlan(tree, pairs, true);
        const placement = place(plan);
        expect(problems(plan, placement)).toEqual([]);
        expect(edgesNotDown(plan, placement)).toEqual([]);
      }),
      { numRuns: 150 }
    );
  });

  it('turns edges round where there are cycles, and keeps the rest', () => {
    fc.assert(
      fc.property(trees, ends, (tree, pairs) => {
        const plan = makePlan(tree, pairs, false);
        expect(problems(plan, place(plan))).toEqual([]);
      }),
      { numRuns: 100 }
    );
  });

  it('gives equal placements for equal plans and leaves the plan alone', () => {
    const plan = programPlan(80, { seed: 3 });
    const copy = structuredClone(plan);
    expect(place(plan)).toEqual(place(copy));
    expect(plan).toEqual(copy);
  });

  it('places a part the same whatever else is there', () => {
    const alone = new PlanBuilder();
    const [a, b, c, d] = [alone.box(), alone.box(), alone.box(), alone.box()];
    alone.path(a, b, d).path(a, c, d);
    const first = place(alone.plan());
    const other = alone.box();
    alone.path(other, alone.box());
    const both = place(alone.plan());
    expect(Array.from(both.x.subarray(0, 4))).toEqual(Array.from(first.x));
    expect(Array.from(both.y.subarray(0, 4))).toEqual(Array.from(first.y));
  });

  it('places nothing and one box', () => {
    expect(problems(new PlanBuilder().plan(), place(new PlanBuilder().plan()))).toEqual([]);
    const one = new PlanBuilder();
    one.box();
    expect(problems(one.plan(), place(one.plan()))).toEqual([]);
  });

  it('draws a chain as one straight line, however long', () => {
    const builder = new PlanBuilder();
    builder.path(...Array.from({ length: 5000 }, (_, i) => builder.box(-1, { width: 60 + ((i * 37) % 90) })));
    const plan = builder.plan();
    const { x, width, points, pointOffsets } = place(plan);
    const middle = x[0] + width[0] / 2;
    expect(x.every((left, b) => left + width[b] / 2 === middle)).toBe(true);
    expect(pointOffsets[1]).toBe(4);
    expect(points.every((value, i) => i % 2 === 1 || value === middle)).toBe(true);
  });

  it('nests deeply without recursion', () => {
    const builder = new PlanBuilder();
    const outside = builder.box();
    let inner = builder.group();
    for (let i = 0; i < 300; i++) inner = builder.group(inner);
    builder.edge(outside, builder.box(inner));
    const plan = builder.plan();
    expect(edgesNotDown(plan, place(plan))).toEqual([]);
  });

  it('puts inputs above and outputs below everything else', () => {
    const builder = new PlanBuilder();
    const inputs = [1, 2, 3].map(() => builder.box(-1, { pin: 1 }));
    const chain = Array.from({ length: 6 }, () => builder.box());
    const outputs = [1, 2].map(() => builder.box(-1, { pin: 2 }));
    const constant = builder.box();
    builder
      .path(inputs[0], ...chain, outputs[0])
      .edge(inputs[1], chain[4])
      .edge(chain[1], outputs[1])
      .edge(constant, chain[4]);
    const { y, height } = place(builder.plan());
    const others = [...chain, constant];
    for (const box of inputs) expect(y[box]).toBeLessThan(Math.min(...others.map(b => y[b])));
    for (const box of outputs) expect(y[box]).toBeGreaterThan(Math.max(...others.map(b => y[b] + height[b])));
    // A source that is no input comes right above its use.
    expect(y[constant]).toBe(y[chain[3]]);
  });

  it('stands a box between its two halves, and its only neighbour right above it', () => {
    const builder = new PlanBuilder();
    const [top, left, right, bottom] = [builder.box(), builder.box(), builder.box(), builder.box()];
    builder.path(top, left, bottom).path(top, right, bottom);
    const { x } = place(builder.plan());
    expect(x[top]).toBe((x[left] + x[right]) / 2);
    expect(x[bottom]).toBe(x[top]);
  });

  it('shares one port where a value enters a box, and separates parallel edges', () => {
    const builder = new PlanBuilder();
    const source = builder.box();
    const group = builder.group();
    const [a, b] = [builder.box(group), builder.box(group)];
    const target = builder.box();
    builder.edge(source, a).edge(source, b).edge(a, target).edge(a, target);
    const { points, pointOffsets, y } = place(builder.plan());
    const outside = (edge: number): number[] => {
      const all = Array.from({ length: pointOffsets[edge + 1] - pointOffsets[edge] }, (_, i) => pointOffsets[edge] + i);
      return [...new Set(all.filter(p => points[2 * p + 1] <= y[group]).map(p => points[2 * p]))];
    };
    expect(outside(0)).toEqual(outside(1));
    const start = (edge: number): number => points[2 * pointOffsets[edge]];
    expect(start(2)).not.toBe(start(3));
  });

  it('does not put many unconnected boxes into one endless row', () => {
    const builder = new PlanBuilder();
    for (let i = 0; i < 100; i++) builder.box();
    const { totalWidth, totalHeight } = place(builder.plan());
    expect(totalWidth / totalHeight).toBeLessThan(4);
    expect(totalWidth / totalHeight).toBeGreaterThan(0.5);
  });

  it('does not put the readers of one box into one endless row', () => {
    const builder = new PlanBuilder();
    const source = builder.box();
    for (let i = 0; i < 60; i++) builder.edge(source, builder.box());
    const plan = builder.plan();
    const placement = place(plan);
    expect(placement.totalWidth / placement.totalHeight).toBeLessThan(4);
    expect(problems(plan, placement)).toEqual([]);
  });

  it('stays bounded where long edges abound', () => {
    const builder = new PlanBuilder();
    const boxes = Array.from({ length: 400 }, () => builder.box());
    builder.path(...boxes);
    for (let i = 0; i < 400; i += 2) for (let j = i + 2; j < 400; j += 40) builder.edge(boxes[i], boxes[j]);
    const plan = builder.plan();
    const placement = place(plan);
    expect(edgesNotDown(plan, placement)).toEqual([]);
    expect(placement.totalWidth).toBeLessThan(20000);
  });
});
