import { describe, expect, it } from 'vitest';
import { Engine } from '../layout/engine';
import { EVERYTHING } from '../layout/grouping/opening';
import { smallReport } from '../testing/view-context';
import { edgeHulls } from './scene-access';

const engine = new Engine();
engine.open(JSON.stringify(smallReport().document));
const scene = engine.scene({
  program: 0,
  stage: 0,
  grouping: 'calls',
  plumbing: true,
  opened: [],
  closed: [],
  budget: EVERYTHING
});

describe('edgeHulls', () => {
  it('holds the points of each edge, closely', () => {
    const hulls = new Float64Array(4 * scene.edges.length);
    for (const steps = edgeHulls(scene, hulls); steps.next().done !== true;);
    expect(scene.edges.length).toBeGreaterThan(3);
    scene.edges.forEach(({ points }, k) => {
      const x = points.filter((_, i) => i % 2 === 0);
      const y = points.filter((_, i) => i % 2 === 1);
      const hull = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
      expect(Array.from(hulls.subarray(4 * k, 4 * k + 4)), `edge ${k}`).toEqual(hull);
    });
  });
});
