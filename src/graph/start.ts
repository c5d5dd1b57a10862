/** Where a wide drawing is looked at first: at the first thing that is done. */
import type { Scene } from '../layout/scene';
import type { Rect, Start } from './camera';
import { columnsOf, isOpen, isWork } from './scene-access';

/** Only what is nearer to the upper edge can be seen first, in pixels at zoom 1. */
const FIRST_SIGHT = 3000;

export function startOf(scene: Scene): Start {
  const columns = columnsOf(scene);
  const { boxes, parent, x, y, w, h } = columns;
  const whole: Rect[] = [];
  let first = -1;
  let work = false;
  for (let k = 0; k < boxes; k += 1) {
    if (!isOpen(columns, k) && y[k] < FIRST_SIGHT) whole.push({ x: x[k], y: y[k], width: w[k], height: h[k] });
    if (parent[k] >= 0) continue;
    const works = isWork(columns, k);
    if (first < 0 || (works && (!work || y[k] < y[first]))) {
      first = k;
      work = works;
    }
  }
  return { focus: first < 0 ? scene.width / 2 : x[first] + w[first] / 2, whole };
}
