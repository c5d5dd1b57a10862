/** Keeps the mental map when a scene takes the place of another: where boxes were, and how they come to where they are. */
import type { Scene } from '../layout/scene';
import { settle, type Camera, type Size } from './camera';
import { glide, type Move, type Spot } from './glide';
import type { Painter } from './painter';
import { indexOfId } from './scene-access';

/** With more boxes nothing glides: it would stutter. */
const GLIDE_MOST = 400;

/** Where on the screen the boxes of a scene are, by id. Of a large scene only the one that is asked for. */
export function spotsOf(scene: Scene | null, { x, y, zoom }: Camera, only: string | null): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  if (scene === null) return spots;
  const add = (index: number): void => {
    const box = scene.boxes[index];
    spots.set(box.id, { x: box.x * zoom + x, y: box.y * zoom + y });
  };
  if (scene.boxes.length <= GLIDE_MOST) scene.boxes.forEach((_box, index) => add(index));
  else if (only !== null && indexOfId(scene, only) >= 0) add(indexOfId(scene, only));
  return spots;
}

/** The camera that shows box `index` of a new scene where it was, as far as it can be seen there. */
export function anchored(scene: Scene, index: number, spot: Spot, zoom: number, view: Size): Camera {
  const box = scene.boxes[index];
  const camera = { x: spot.x - box.x * zoom, y: spot.y - box.y * zoom, zoom };
  return view.width === 0 ? camera : settle(camera, box, scene, view);
}

/** Lets what is drawn glide from where it was; new boxes and the edges fade in. */
export function glideFrom(before: ReadonlyMap<string, Spot>, scene: Scene, camera: Camera, painter: Painter): void {
  if (scene.boxes.length > GLIDE_MOST) return;
  const moves = scene.boxes.flatMap((box, index): Move[] => {
    const elements = painter.elementsOf(index);
    const old = before.get(box.id);
    if (old === undefined) return elements.map(element => ({ element, from: null }));
    const from = { x: (old.x - camera.x) / camera.zoom - box.x, y: (old.y - camera.y) / camera.zoom - box.y };
    return Math.abs(from.x) + Math.abs(from.y) < 0.5 ? [] : elements.map(element => ({ element, from }));
  });
  glide([...moves, { element: painter.edgeLayer, from: null }]);
}
