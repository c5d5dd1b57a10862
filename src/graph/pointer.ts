/** Mouse, wheel and touch on a graph. */
import { listen } from '../dom/elements';
import type { GraphEvents } from './graph';

export interface PointerHit {
  /** -1 where there is none. */
  readonly box: number;
  /** The place that opens and closes it. */
  readonly grip: boolean;
}

export interface PointerTarget {
  readonly element: HTMLElement;
  readonly signal: AbortSignal;
  readonly events: GraphEvents;
  /** What is at the pointer; `press`: what a press there is for, not only what is seen. */
  hit(event: MouseEvent, press: boolean): PointerHit;
  pan(dx: number, dy: number): boolean;
  drag(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
}

/** Further than this a press is a drag, not a click. */
const DRAG = 4;
const LINE = 16;
/** Turns of the wheel that follow each other within so many milliseconds are one movement. */
const ONE_MOVEMENT = 200;

export function connectPointer(target: PointerTarget): void {
  const { element, signal, events } = target;
  const pressed = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let dragging = false;
  let spread = 0;
  /** When the wheel was last turned for something else. */
  let elsewhere = -Infinity;

  window.addEventListener(
    'wheel',
    event => {
      if (!event.composedPath().includes(element)) elsewhere = event.timeStamp;
    },
    { signal, passive: true, capture: true }
  );
  const local = (event: MouseEvent): { x: number; y: number } => {
    const rect = element.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  };

  listen(
    element,
    'wheel',
    event => {
      const scale = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? element.clientHeight : 1;
      if (event.ctrlKey || event.metaKey) {
        const { x, y } = local(event);
        target.zoom(Math.exp(-event.deltaY * scale * 0.0025), x, y);
        event.preventDefault();
        return;
      }
      // As with any other scrolled thing: a movement that began on the page is the page's, also where it comes by here.
      if (event.timeStamp - elsewhere < ONE_MOVEMENT) {
        elsewhere = event.timeStamp;
        return;
      }
      const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      // At the drawing's end the page below scrolls on.
      if (target.pan(-dx * scale, -dy * scale)) event.preventDefault();
    },
    signal,
    { passive: false }
  );

  listen(
    element,
    'pointerdown',
    event => {
      if (event.button > 1) return;
      pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start = { x: event.clientX, y: event.clientY };
      dragging = pressed.size > 1;
      spread = distance(pressed);
    },
    signal
  );

  listen(
    element,
    'pointermove',
    event => {
      const before = pressed.get(event.pointerId);
      if (before === undefined) {
        events.hover(target.hit(event, false).box);
        return;
      }
      pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pressed.size === 2) {
        const now = distance(pressed);
        const middle = centre(pressed);
        const rect = element.getBoundingClientRect();
        if (spread > 0 && now > 0) target.zoom(now / spread, middle.x - rect.left, middle.y - rect.top);
        spread = now;
        return;
      }
      if (!dragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG) {
        dragging = true;
        element.setPointerCapture(event.pointerId);
        element.classList.add('dragging');
      }
      if (dragging) target.drag(event.clientX - before.x, event.clientY - before.y);
    },
    signal
  );

  const release = (event: PointerEvent): void => {
    pressed.delete(event.pointerId);
    element.classList.remove('dragging');
    spread = 0;
  };
  listen(element, 'pointerup', release, signal);
  listen(element, 'pointercancel', release, signal);

  listen(element, 'pointerleave', () => events.hover(-1), signal);

  listen(
    element,
    'click',
    event => {
      if (dragging) {
        dragging = false;
        return;
      }
      const { box, grip } = target.hit(event, true);
      if (box < 0) events.ground();
      else if (grip) events.toggle(box);
      else events.choose(box, event.shiftKey);
    },
    signal
  );

  listen(
    element,
    'dblclick',
    event => {
      const { box, grip } = target.hit(event, true);
      if (box >= 0 && !grip) events.toggle(box);
    },
    signal
  );
}

function distance(points: ReadonlyMap<number, { x: number; y: number }>): number {
  const [one, other] = [...points.values()];
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}

function centre(points: ReadonlyMap<number, { x: number; y: number }>): { x: number; y: number } {
  const [one, other] = [...points.values()];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
