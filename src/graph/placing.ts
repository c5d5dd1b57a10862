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

/** The part of the window that a title keeps from its sides, in pixels of the screen. */
const ASIDE = 16;
/** The sign that closes a box needs so much room, at zoom 1. */
const SIGN = 26;

/**
 * Keeps a title of an open box in the window where the box is wider than it: what it says from the left, the sign that
 * closes it from the right. Gives how far the sign is moved.
 */
export function stickTitle(title: Element, { x, zoom }: Camera, view: Size): number {
  const [left, width, end] = (title.getAttribute('data-place') ?? '0 0 0').split(' ').map(Number);
  const [first, last] = [(ASIDE - x) / zoom, (view.width - ASIDE - x) / zoom];
  // Not beyond the box itself, and the sign not over what is said.
  const said = Math.max(0, Math.min(first - left, width - end - SIGN));
  const sign = Math.min(0, Math.max(last - (left + width), said + end + SIGN - width));
  const [saidGroup, signGroup] = title.children;
  moveBy(saidGroup, said);
  moveBy(signGroup, sign);
  return sign;
}

export function moveBy(element: Element, dx: number): void {
  if (Math.abs(dx) < 0.05) element.removeAttribute('transform');
  else element.setAttribute('transform', `translate(${round(dx)} 0)`);
}

function round(value: number, scale = 100): number {
  return Math.round(value * scale) / scale;
}
