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
  settle,
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

  it('leaves an opened box where it is when it can be seen there', () => {
    const at: Camera = { x: 16, y: 48, zoom: 1 };
    expect(settle(at, { x: 100, y: 60, width: 300, height: 200 }, { width: 500, height: 900 }, window)).toEqual(at);
  });

  it('moves for an opened box no further than it needs, its upper left corner first', () => {
    const world = { width: 2000, height: 2000 };
    const at: Camera = { x: -200, y: -300, zoom: 1 };
    // 100 pixels of it are beyond the right edge, 50 below the lower one.
    const near = settle(at, { x: 500, y: 500, width: 400, height: 250 }, world, window);
    expect(near).toEqual({ x: -300 - MARGIN, y: -350 - MARGIN, zoom: 1 });
    const large = settle(at, { x: 500, y: 500, width: 900, height: 900 }, world, window);
    expect(large).toEqual({ x: -500 + MARGIN, y: -500 + MARGIN, zoom: 1 });
  });

  it('shows an opened box, or its corner, and no ground where there could be drawing', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(camera, size, part, part, part, part, (before, world, left, top, across, down) => {
        const box = {
          x: left * world.width,
          y: top * world.height,
          width: across * (1 - left) * world.width,
          height: down * (1 - top) * world.height
        };
        const { x, y, zoom } = settle(before, box, world, window);
        expect(zoom).toBe(before.zoom);
        for (const [offset, start, length, all, view, ground] of [
          [x, box.x, box.width, world.width, window.width, MARGIN],
          [y, box.y, box.height, world.height, window.height, 3 * MARGIN]
        ]) {
          const [first, last] = [offset + start * zoom, offset + (start + length) * zoom];
          expect(first).toBeGreaterThanOrEqual(MARGIN - 1e-6);
          if (length * zoom + 2 * MARGIN <= view) expect(last).toBeLessThanOrEqual(view - MARGIN + 1e-6);
          else expect(first).toBeCloseTo(MARGIN, 6);
          if (all * zoom < view) continue;
          expect(offset).toBeLessThanOrEqual(ground + 1e-6);
          expect(offset + all * zoom).toBeGreaterThanOrEqual(view - MARGIN - 1e-6);
        }
      })
    );
  });
});
