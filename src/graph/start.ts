/** Where a wide drawing is looked at first: at the first thing that is done. */
import type { Scene } from '../layout/scene';
import { isTerminal } from '../layout/sizes';
import type { Start } from './camera';

export function startOf(scene: Scene): Start {
  const whole = scene.boxes.filter(box => !box.open);
  let first = scene.boxes.find(box => box.parent < 0);
  for (const box of scene.boxes) {
    if (box.parent >= 0 || isTerminal(box.kind) || box.kind === 'mark') continue;
    if (first === undefined || isTerminal(first.kind) || box.y < first.y) first = box;
  }
  return { focus: first === undefined ? scene.width / 2 : first.x + first.width / 2, whole };
}
