import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapSize, shareInSight } from './minimap';

const WORLD = { width: 1000, height: 4000 };

describe('the small map', () => {
  it('tells the share of the drawing that is in the window', () => {
    expect(shareInSight({ x: 0, y: 0, width: 500, height: 1000 }, WORLD)).toBeCloseTo(1 / 8);
    expect(shareInSight({ x: -500, y: -500, width: 1000, height: 1000 }, WORLD)).toBeCloseTo(1 / 16);
    expect(shareInSight({ x: -9, y: -9, width: 9000, height: 9000 }, WORLD)).toBe(1);
    expect(shareInSight({ x: 2000, y: 0, width: 100, height: 100 }, WORLD)).toBe(0);
  });

  it('is never too thin to be hit, nor larger than a corner', () => {
    const side = fc.integer({ min: 1, max: 9e6 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = mapSize({ width, height });
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(34);
        expect(Math.max(size.width, size.height)).toBe(150);
      })
    );
  });
});
