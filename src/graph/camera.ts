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

/** Below this the small type of a box cannot be read: the first view scrolls instead. */
export const LEGIBLE = 0.6;
export const LEAST = 0.02;
export const MOST = 4;
/** Free space around the drawing, in screen pixels. */
export const MARGIN = 16;

/** Shows everything, never larger than life. */
export function fitCamera(world: Size, view: Size): Camera {
  const zoom = Math.min(1, fitZoom(world.width, view.width), fitZoom(world.height, view.height));
  return centred(world, view, Math.max(LEAST, zoom));
}

/** The first view: as much as can be read, from the top. `focus` is the x that matters where not all fits. */
export function firstCamera(world: Size, view: Size, focus = world.width / 2): Camera {
  const fit = fitCamera(world, view);
  if (fit.zoom >= LEGIBLE) return fit;
  const zoom = Math.min(1, Math.max(LEGIBLE, fitZoom(world.width, view.width)));
  const camera = centred(world, view, zoom);
  return keepInside({ x: view.width / 2 - focus * zoom, y: Math.max(MARGIN, camera.y), zoom }, world, view);
}

/** Zooms by `factor`; the world point below screen point (x, y) stays there. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = Math.min(MOST, Math.max(LEAST, camera.zoom * factor));
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
    y: Math.max(MARGIN, Math.min((view.height - world.height * zoom) / 2, 3 * MARGIN)),
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

function shift(start: number, length: number, window: number): number {
  if (start >= MARGIN && start + length + MARGIN <= window) return 0;
  const around = Math.max(MARGIN, Math.min(window / 4, (window - length) / 2));
  if (start < MARGIN) return around - start;
  return Math.max(window - around - start - length, around - start);
}
