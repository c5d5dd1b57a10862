import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpatialIndex, type Bounds } from './spatial-index';

const WORLD = { width: 6000, height: 3000 };
const rectangle = fc.record({
  x: fc.double({ min: 0, max: WORLD.width, noNaN: true }),
  y: fc.double({ min: 0, max: WORLD.height, noNaN: true }),
  width: fc.oneof(fc.double({ min: 0, max: 200, noNaN: true }), fc.double({ min: 0, max: WORLD.width, noNaN: true })),
  height: fc.oneof(fc.double({ min: 0, max: 60, noNaN: true }), fc.double({ min: 0, max: WORLD.height, noNaN: true }))
});

function hullsOf(all: readonly { x: number; y: number; width: number; height: number }[]): Float64Array {
  return Float64Array.from(all.flatMap(({ x, y, width, height }) => [x, y, x + width, y + height]));
}

function built(hulls: Float64Array, world = WORLD): SpatialIndex {
  const index = new SpatialIndex(hulls, world);
  const steps = index.build();
  while (steps.next().done !== true) expect(index.within({ left: 0, top: 0, right: 1e9, bottom: 1e9 })).toHaveLength(0);
  return index;
}

describe('SpatialIndex', () => {
  it('finds exactly what touches an area, whatever the sizes', () => {
    fc.assert(
      fc.property(fc.array(rectangle, { maxLength: 60 }), rectangle, (all, { x, y, width, height }) => {
        const hulls = hullsOf(all);
        const area: Bounds = { left: x, top: y, right: x + width, bottom: y + height };
        const touching = all.flatMap((_, k) => {
          const [left, top, right, bottom] = hulls.subarray(4 * k, 4 * k + 4);
          return left <= area.right && right >= area.left && top <= area.bottom && bottom >= area.top ? [k] : [];
        });
        expect([...built(hulls).within(area)]).toEqual(touching);
      })
    );
  });

  it('also looks beyond the edge of the drawing', () => {
    const index = built(hullsOf([{ x: 10, y: 10, width: 20, height: 20 }]));
    expect([...index.within({ left: -5000, top: -5000, right: 11, bottom: 11 })]).toEqual([0]);
    expect([...index.within({ left: -5000, top: -5000, right: 9, bottom: 11 })]).toEqual([]);
  });

  it('takes no more memory for much ground around few boxes', () => {
    const far = { x: 9e6, y: 9e6, width: 50, height: 20 };
    const index = built(hullsOf([{ ...far, x: 0, y: 0 }, far]), { width: 1e7, height: 1e7 });
    const { grids } = index as unknown as { grids: { starts: Int32Array }[] };
    expect(grids.reduce((sum, { starts }) => sum + starts.length, 0)).toBeLessThan(10_000);
    expect([...index.within({ left: 9e6, top: 9e6, right: 9e6 + 1, bottom: 9e6 + 1 })]).toEqual([1]);
  });

  it('is built of nothing as well', () =>
    expect([...built(new Float64Array(0)).within({ left: 0, top: 0, right: 1, bottom: 1 })]).toEqual([]));
});
