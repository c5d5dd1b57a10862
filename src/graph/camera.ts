/** Where the drawing lies behind the window that shows it. Pure. Screen = world × zoom + (x, y). */

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Labels are 11 pixels high from this zoom on. The first view scrolls rather than be smaller. */
export const LEGIBLE = 0.88;
/** Somewhat smaller, 10 pixels, where the drawing is then as wide as the window. */
export const STILL_LEGIBLE = 0.8;
/** What comes first lies in this part of the window, from the left, where the drawing starts at its left edge. */
const FIRST_PART = 0.6;
/** The first view goes back to the left by no more than this part of the window to show a box whole. */
const BACK = 0.25;
const LEAST = 0.02;
const MOST = 4;
/** Free space around the drawing, in screen pixels. */
export const MARGIN = 16;
/** A small drawing hangs at most this far below the window's upper edge. */
const TOP = 3 * MARGIN;

/** Shows everything, never larger than life. */
export function fitCamera(world: Size, view: Size): Camera {
  const zoom = Math.min(1, fitZoom(world.width, view.width), fitZoom(world.height, view.height));
  return centred(world, view, zoom);
}

/** Where a drawing that is wider than its window is looked at first. */
export interface Start {
  /** The x that has to be in sight. */
  readonly focus: number;
  /** What is not to be cut at the left edge. */
  readonly whole: readonly Rect[];
}

/** The first view: as much as can be read, from the top. */
export function firstCamera(world: Size, view: Size, start: Start = { focus: world.width / 2, whole: [] }): Camera {
  const fit = fitCamera(world, view);
  if (fit.zoom >= STILL_LEGIBLE) return fit;
  const across = fitZoom(world.width, view.width);
  const zoom = across >= STILL_LEGIBLE ? Math.min(1, across) : LEGIBLE;
  const camera = keepInside(centred(world, view, zoom), world, view);
  if (across >= STILL_LEGIBLE) return { ...camera, y: MARGIN };
  const atLeft = MARGIN + start.focus * zoom <= FIRST_PART * view.width;
  const x = atLeft ? MARGIN : view.width / 2 - start.focus * zoom;
  return uncut({ ...keepInside({ x, y: MARGIN, zoom }, world, view), y: MARGIN }, view, start);
}

/** Goes back to the left until no box is cut there, if what comes first stays in sight. */
function uncut(camera: Camera, view: Size, { focus, whole }: Start): Camera {
  let left = -camera.x / camera.zoom;
  const seen = visibleWorld(camera, view);
  const cut = (): Rect[] =>
    whole.filter(
      box => box.x < left && left < box.x + box.width && box.y < seen.y + seen.height && seen.y < box.y + box.height
    );
  for (let some = cut(); some.length > 0; some = cut()) left = Math.min(...some.map(box => box.x));
  const x = Math.min(MARGIN, MARGIN / 2 - left * camera.zoom);
  const moved = x - camera.x;
  const inSight = x + focus * camera.zoom < view.width - 2 * MARGIN;
  return moved > 0 && moved <= BACK * view.width && inSight ? { ...camera, x } : camera;
}

/** Sides of the window beyond which there is more of the drawing. */
export function hiddenSides(camera: Camera, world: Size, view: Size): readonly Side[] {
  const right = camera.x + world.width * camera.zoom;
  const bottom = camera.y + world.height * camera.zoom;
  const hidden: Side[] = [];
  if (camera.x < -1) hidden.push('left');
  if (right > view.width + 1) hidden.push('right');
  if (camera.y < -1) hidden.push('top');
  if (bottom > view.height + 1) hidden.push('bottom');
  return hidden;
}

export type Side = (typeof SIDES)[number];
export const SIDES = ['left', 'right', 'top', 'bottom'] as const;

/** How far away one can go: until all is in sight at least. */
export function leastZoom(world: Size, view: Size): number {
  return Math.min(LEAST, fitCamera(world, view).zoom);
}

/** Zooms by `factor`, not below `least`; the world point below screen point (x, y) stays there. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number, least = LEAST): Camera {
  const zoom = Math.min(MOST, Math.max(least, camera.zoom * factor));
  const scale = zoom / camera.zoom;
  return { x: x - (x - camera.x) * scale, y: y - (y - camera.y) * scale, zoom };
}

/**
 * Keeps the drawing's edges at the window's: nothing to scroll to beyond them. A drawing smaller than the window
 * stays where it is put, but inside. `slack` is the part of the window that may be empty nevertheless.
 */
export function keepInside(camera: Camera, world: Size, view: Size, slack = 0): Camera {
  return {
    x: keepAxis(camera.x, world.width * camera.zoom, view.width, slack),
    y: keepAxis(camera.y, world.height * camera.zoom, view.height, slack),
    zoom: camera.zoom
  };
}

/**
 * Scrolls by (dx, dy) up to the drawing's edges. Where the window shows ground beyond an edge already, it does not
 * jump back, it only goes no further.
 */
export function scroll(camera: Camera, dx: number, dy: number, world: Size, view: Size): Camera {
  const inside = keepInside({ x: camera.x + dx, y: camera.y + dy, zoom: camera.zoom }, world, view);
  return { x: noFurther(camera.x, dx, inside.x), y: noFurther(camera.y, dy, inside.y), zoom: camera.zoom };
}

/** The part of the world that is in the window, `margin` windows more on each side. */
export function visibleWorld(camera: Camera, view: Size, margin = 0): Rect {
  const width = view.width / camera.zoom;
  const height = view.height / camera.zoom;
  return {
    x: -camera.x / camera.zoom - margin * width,
    y: -camera.y / camera.zoom - margin * height,
    width: width * (1 + 2 * margin),
    height: height * (1 + 2 * margin)
  };
}

/** Moves so that `rect` of the world is in the window, with some of its surroundings; its upper left corner wins. */
export function reveal(camera: Camera, rect: Rect, view: Size): Camera {
  return {
    x: camera.x + shift(rect.x * camera.zoom + camera.x, rect.width * camera.zoom, view.width),
    y: camera.y + shift(rect.y * camera.zoom + camera.y, rect.height * camera.zoom, view.height),
    zoom: camera.zoom
  };
}

/**
 * The camera after the boxes were placed anew and `rect` was kept where it was. It moves only for what would be missed:
 * `rect` where there is room for it, at least its upper left corner, and no ground where there could be drawing.
 */
export function settle(camera: Camera, rect: Rect, world: Size, view: Size): Camera {
  const { zoom } = camera;
  const near = {
    x: camera.x + shiftLeast(rect.x * zoom + camera.x, rect.width * zoom, view.width),
    y: camera.y + shiftLeast(rect.y * zoom + camera.y, rect.height * zoom, view.height),
    zoom
  };
  const inside = keepInside(near, world, view);
  // The first view leaves as much above a drawing.
  return near.y > inside.y && near.y <= TOP ? { ...inside, y: near.y } : inside;
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export function touches(one: Rect, other: Rect): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

function fitZoom(length: number, window: number): number {
  return length > 0 ? Math.max(0, window - 2 * MARGIN) / length : 1;
}

function centred(world: Size, view: Size, zoom: number): Camera {
  return {
    x: (view.width - world.width * zoom) / 2,
    // Programs are read from the top: a small one hangs there, it does not float in the middle.
    y: Math.max(MARGIN, Math.min((view.height - world.height * zoom) / 2, TOP)),
    zoom
  };
}

function keepAxis(offset: number, length: number, window: number, slack: number): number {
  const low = window - length - MARGIN;
  const more = slack * window;
  return Math.min(Math.max(offset, Math.min(low, MARGIN) - more), Math.max(low, MARGIN) + more);
}

/** The end of a move from `from` by `by` that was wanted to end at `inside`: never against its own direction. */
function noFurther(from: number, by: number, inside: number): number {
  if (by === 0) return from;
  return by > 0 ? Math.max(from, Math.min(from + by, inside)) : Math.min(from, Math.max(from + by, inside));
}

function shiftLeast(start: number, length: number, window: number): number {
  const last = Math.max(MARGIN, window - length - MARGIN);
  return Math.min(Math.max(start, MARGIN), last) - start;
}

function shift(start: number, length: number, window: number): number {
  if (start >= MARGIN && start + length + MARGIN <= window) return 0;
  const around = Math.max(MARGIN, Math.min(window / 4, (window - length) / 2));
  if (start < MARGIN) return around - start;
  return Math.max(window - around - start - length, around - start);
}
