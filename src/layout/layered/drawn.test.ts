import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { place, type Placement, type Plan } from '../place';
import { countCrossings, drawnLines, edgesUnderBoxes, type Line } from './testing/drawn';
import { PlanBuilder, programPlan } from './testing/plans';

interface RealGraph {
  name: string;
  /** How often edges cross in elk's drawing: `tests/record_graphs.py`. */
  elk: number;
  plan: Plan;
}

const GRAPHS = (
  JSON.parse(readFileSync('src/layout/layered/testing/real-graphs.json', 'utf8')) as {
    name: string;
    elk: number;
    plan: { [column in keyof Plan]: number[] };
  }[]
).map(({ name, elk, plan }): RealGraph => {
  const { parent, width, height, header, pin, edges } = plan;
  return {
    name,
    elk,
    plan: {
      parent: Int32Array.from(parent),
      width: Float64Array.from(width),
      height: Float64Array.from(height),
      header: Float64Array.from(header),
      pin: Uint8Array.from(pin),
      edges: Int32Array.from(edges)
    }
  };
});

const line = (...numbers: number[]): Line => Float64Array.from(numbers);

describe('countCrossings', () => {
  it('counts each point where two edges cross', () => {
    expect(countCrossings([line(0, 0, 10, 10), line(10, 0, 0, 10), line(0, 2, 10, 3)])).toBe(3);
    expect(countCrossings([line(0, 0, 4, 10, 8, 0), line(0, 5, 10, 6)])).toBe(2);
  });

  it('counts no crossing where edges share a way or an end', () => {
    expect(countCrossings([line(0, 0, 0, 5, 5, 10), line(0, 0, 0, 5, -5, 10), line(0, 0, 0, 20)])).toBe(0);
    expect(countCrossings([line(0, 0, 5, 10), line(10, 0, 5, 10)])).toBe(0);
  });
});

describe('edgesUnderBoxes', () => {
  it('finds an edge that runs under a box, not one beside it', () => {
    const builder = new PlanBuilder();
    const [a, between, b] = [builder.box(), builder.box(), builder.box()];
    const plan = builder.edge(a, b).plan();
    const placement: Placement = {
      x: Float64Array.of(0, 0, 0),
      y: Float64Array.of(0, 60, 120),
      width: plan.width,
      height: plan.height,
      pointOffsets: Int32Array.of(0, 4),
      points: Float32Array.of(60, 36, 60, 64, 60, 92, 60, 120),
      totalWidth: 120,
      totalHeight: 156
    };
    expect(edgesUnderBoxes(plan, placement)).toEqual([{ edge: 0, box: between }]);
    placement.x[between] = 61;
    expect(edgesUnderBoxes(plan, placement)).toEqual([]);
  });
});

describe('real graphs', () => {
  it('are at least ten of 50 to 300 boxes', () => {
    expect(GRAPHS.length).toBeGreaterThanOrEqual(10);
    for (const { plan } of GRAPHS) {
      expect(plan.parent.length).toBeGreaterThanOrEqual(50);
      expect(plan.parent.length).toBeLessThanOrEqual(300);
    }
  });

  it.each(GRAPHS)('$name: nothing runs under a box', ({ plan }) => {
    expect(edgesUnderBoxes(plan, place(plan))).toEqual([]);
  });

  it.each(GRAPHS)('$name: crosses at most 1.1 times as often as elk', ({ plan, elk }) => {
    expect(countCrossings(drawnLines(place(plan)))).toBeLessThanOrEqual(1.1 * elk);
  });
});

describe('flat programs', () => {
  it.each([
    ['usual', {}],
    ['with many far uses', { far: 0.15 }],
    ['wide', { lag: 60, sources: 0.1 }],
    ['deep', { lag: 1.5, far: 0.01 }]
  ])('of 1,000 boxes, %s: nothing runs under a box', (_, shape) => {
    const plan = programPlan(1000, shape);
    expect(edgesUnderBoxes(plan, place(plan))).toEqual([]);
  });
});
