import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestor, areaOf, children, levelFor, overviewLevel, TILE, tilesInSight } from './tiles';

const camera = fc.record({
  x: fc.integer({ min: -20_000, max: 500 }),
  y: fc.integer({ min: -20_000, max: 500 }),
  zoom: fc.double({ min: 0.02, max: 4, noNaN: true })
});
const VIEW = { width: 600, height: 400 };
const WORLD = { width: 9000, height: 7000 };

describe('tiles', () => {
  it('are never shown larger than sharp, nor made much larger than shown', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 4, noNaN: true }), fc.constantFrom(1, 1.5, 2), (zoom, dots) => {
        const shown = (zoom * dots) / 2 ** levelFor(zoom, dots);
        if (levelFor(zoom, dots) < 2) expect(shown).toBeLessThan(1.08);
        expect(shown).toBeGreaterThan(0.5);
      })
    );
  });

  it('cover what is in sight of the drawing, the middle first', () => {
    fc.assert(
      fc.property(camera, at => {
        const level = levelFor(at.zoom, 1);
        const tiles = tilesInSight(at, VIEW, WORLD, level);
        for (const part of [0, 0.37, 0.81, 1]) {
          const x = (part * VIEW.width - at.x) / at.zoom;
          const y = (part * VIEW.height - at.y) / at.zoom;
          if (x < 0 || y < 0 || x >= WORLD.width || y >= WORLD.height) continue;
          const covered = tiles.some(tile => {
            const { left, top, right, bottom } = areaOf(tile);
            return left <= x && x <= right && top <= y && y <= bottom;
          });
          expect(covered, `${x} ${y}`).toBe(true);
        }
      })
    );
    const [first] = tilesInSight({ x: 0, y: 0, zoom: 1 }, { width: 5 * TILE, height: 5 * TILE }, WORLD, 0);
    expect([first.column, first.row]).toEqual([2, 2]);
  });

  it('are in the tiles above them', () => {
    for (const child of children({ level: -3, column: 5, row: 2 }))
      expect(ancestor(child, -3)).toEqual({ level: -3, column: 5, row: 2 });
  });

  it('show the whole in one, from afar enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9e6 }), fc.integer({ min: 1, max: 9e6 }), (width, height) => {
        const level = overviewLevel({ width, height });
        const { right, bottom } = areaOf({ level, column: 0, row: 0 });
        expect(right).toBeGreaterThanOrEqual(width);
        expect(bottom).toBeGreaterThanOrEqual(height);
        if (level < 0) expect(TILE / 2 ** (level + 1)).toBeLessThan(Math.max(width, height));
      })
    );
  });
});
