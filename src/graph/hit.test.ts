import { describe, expect, it } from 'vitest';
import { wholeScene } from '../testing/request';
import { smallReport } from '../testing/view-context';
import { GRIP, hitInDrawing } from './hit';
import { boxHulls, columnsOf, isOpen } from './scene-access';
import { SpatialIndex } from './spatial-index';

const scene = wholeScene(smallReport());
const columns = columnsOf(scene);
const hulls = new Float64Array(4 * columns.boxes);
const index = new SpatialIndex(hulls, columns);
for (const steps of [boxHulls(columns, hulls), index.build()]) while (steps.next().done !== true);

describe('hitInDrawing', () => {
  it('finds every closed box at its middle, and no grip there', () => {
    scene.boxes.forEach((box, k) => {
      if (box.open) return;
      const hit = hitInDrawing(columns, index, box.x + box.width / 2, box.y + box.height / 2);
      expect(hit.box, box.id).toBe(k);
    });
  });

  it('finds an open box where nothing else is, and its grip in its upper right corner', () => {
    scene.boxes.forEach((box, k) => {
      if (!isOpen(columns, k)) return;
      expect(hitInDrawing(columns, index, box.x + 2, box.y + 2), box.id).toEqual({ box: k, grip: false });
      const corner = hitInDrawing(columns, index, box.x + box.width - GRIP / 2, box.y + 4);
      expect(corner, box.id).toEqual({ box: k, grip: box.expandable });
    });
  });

  it('finds nothing beside the drawing', () =>
    expect(hitInDrawing(columns, index, -40, -40)).toEqual({ box: -1, grip: false }));
});
