import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstCamera,
  fitCamera,
  hiddenSides,
  keepInside,
  LEGIBLE,
  MARGIN,
  reveal,
  scroll,
  STILL_LEGIBLE,
  zoomAt,
  type Camera,
  type Size
} from './camera';

const size = fc.record({ width: fc.integer({ min: 50, max: 5000 }), height: fc.integer({ min: 50, max: 5000 }) });
const camera = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
  zoom: fc.double({ min: 0.05, max: 4, noNaN: true })
});
const window: Size = { width: 600, height: 400 };

describe('camera', () => {
  it('shows everything when it fits', () => {
    fc.assert(
      fc.property(size, world => {
        const { x, y, zoom } = fitCamera(world, window);
        expect(zoom).toBeLessThanOrEqual(1);
        expect(x).toBeGreaterThanOrEqual(MARGIN - 1e-6);
        expect(y).toBeGreaterThanOrEqual(MARGIN - 1e-6);
        expect(x + world.width * zoom).toBeLessThanOrEqual(window.width - MARGIN + 1e-6);
      })
    );
  });

  it('never starts too small to read, and starts at the top', () => {
    fc.assert(
      fc.property(size, world => {
        const { y, zoom } = firstCamera(world, window);
        expect(zoom).toBeGreaterThanOrEqual(STILL_LEGIBLE);
        if (world.width * zoom > window.width) expect(zoom).toBe(LEGIBLE);
        expect(y).toBeGreaterThanOrEqual(0);
      })
    );
  });

  it('starts where something is done, with no box cut at the left edge', () => {
    const world = { width: 1400, height: 300 };
    const row = Array.from({ length: 12 }, (_, k) => ({ x: 110 * k, y: 0, width: 90, height: 30 }));
    for (const focus of [200, 500, 777, 1350]) {
      const { x, zoom } = firstCamera(world, window, { focus, whole: row });
      expect(x + focus * zoom).toBeGreaterThan(0);
      expect(x + focus * zoom).toBeLessThan(window.width);
      // At the end of the drawing what matters has to stay in sight.
      if (focus === 1350) continue;
      for (const box of row) {
        const [start, end] = [x + box.x * zoom, x + (box.x + box.width) * zoom];
        expect(start >= 0 || end <= 0, `focus ${focus}, box at ${box.x}`).toBe(true);
      }
    }
    expect(firstCamera(world, window, { focus: 200, whole: row }).x).toBe(MARGIN);
  });

  it('tells at which sides there is more', () => {
    const world = { width: 1000, height: 1000 };
    expect(hiddenSides({ x: 16, y: 16, zoom: 0.3 }, world, window)).toEqual([]);
    expect(hiddenSides({ x: 16, y: 16, zoom: 1 }, world, window)).toEqual(['right', 'bottom']);
    expect(hiddenSides({ x: -200, y: -700, zoom: 1 }, world, window)).toEqual(['left', 'right', 'top']);
  });

  it('keeps the point under the pointer when it zooms', () => {
    fc.assert(
      fc.property(camera, fc.double({ min: 0.5, max: 2, noNaN: true }), (before, factor) => {
        const after = zoomAt(before, factor, 120, 80);
        const world = (at: Camera): number => (120 - at.x) / at.zoom;
        expect(world(after)).toBeCloseTo(world(before), 6);
      })
    );
  });

  it('is already inside after it was kept inside', () => {
    fc.assert(
      fc.property(camera, size, (before, world) => {
        const kept = keepInside(before, world, window);
        expect(keepInside(kept, world, window)).toEqual(kept);
      })
    );
  });

  it('never scrolls against the direction that was asked for', () => {
    const step = fc.integer({ min: -300, max: 300 });
    fc.assert(
      fc.property(camera, size, step, step, (before, world, dx, dy) => {
        const after = scroll(before, dx, dy, world, window);
        expect((after.x - before.x) * dx).toBeGreaterThanOrEqual(0);
        expect((after.y - before.y) * dy).toBeGreaterThanOrEqual(0);
        expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(Math.abs(dx));
      })
    );
  });

  it('does not move for what is in sight, and brings the rest there', () => {
    const at: Camera = { x: 0, y: 0, zoom: 1 };
    expect(reveal(at, { x: 100, y: 100, width: 50, height: 30 }, window)).toEqual(at);
    const moved = reveal(at, { x: 2000, y: -500, width: 50, height: 30 }, window);
    expect(2000 + moved.x).toBeGreaterThan(0);
    expect(2050 + moved.x).toBeLessThan(window.width);
    expect(-500 + moved.y).toBeGreaterThan(0);
  });
});
