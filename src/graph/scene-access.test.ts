import { describe, expect, it } from 'vitest';
import { wholeScene } from '../testing/request';
import { smallReport } from '../testing/view-context';
import { edgeHulls } from './scene-access';

const scene = wholeScene(smallReport());

describe('edgeHulls', () => {
  it('holds the points of each edge, closely', () => {
    const hulls = new Float64Array(4 * scene.edges.length);
    Array.from(edgeHulls(scene, hulls));
    expect(scene.edges.length).toBeGreaterThan(3);
    scene.edges.forEach(({ points }, k) => {
      const x = points.filter((_, i) => i % 2 === 0);
      const y = points.filter((_, i) => i % 2 === 1);
      const hull = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
      expect(Array.from(hulls.subarray(4 * k, 4 * k + 4)), `edge ${k}`).toEqual(hull);
    });
  });
});
