/** Puts the drawing behind its window: the elements' side of a camera. */
import { hiddenSides, SIDES, type Camera, type Size } from './camera';

/** From this zoom on there is room for what flows along the edges. */
const CLOSE = 1.3;

export interface Window {
  readonly picture: Element;
  readonly world: Element;
  /** Signs at the sides beyond which there is more, in the order of `SIDES`. */
  readonly more: readonly HTMLElement[];
}

/** `drawing` is how large everything is; null where nothing is drawn. */
export function place({ picture, world, more }: Window, camera: Camera, drawing: Size | null, view: Size): void {
  const { x, y, zoom } = camera;
  picture.classList.toggle('close', zoom >= CLOSE);
  const hidden = drawing === null ? [] : hiddenSides(camera, drawing, view);
  SIDES.forEach((side, k) => (more[k].hidden = !hidden.includes(side)));
  world.setAttribute('transform', `translate(${round(x)} ${round(y)}) scale(${round(zoom, zoom < 0.1 ? 1e8 : 1e4)})`);
}

function round(value: number, scale = 100): number {
  return Math.round(value * scale) / scale;
}
