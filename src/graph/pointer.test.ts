// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPointer } from './pointer';

describe('the wheel', () => {
  const closing = new AbortController();
  const element = document.createElement('div');
  const pan = vi.fn(() => true);
  let now = 1000;

  /** Turns the wheel over `target`; whether the page may scroll. */
  const turn = (target: Element, after: number): boolean => {
    now += after;
    const event = new WheelEvent('wheel', { deltaY: 10, bubbles: true, composed: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    target.dispatchEvent(event);
    return !event.defaultPrevented;
  };

  beforeEach(() => {
    pan.mockClear();
    document.body.append(element);
    const nothing = (): void => undefined;
    const events = { hover: nothing, choose: nothing, toggle: nothing, ground: nothing, key: nothing };
    connectPointer({
      element,
      signal: closing.signal,
      events,
      hit: () => ({ box: -1, grip: false }),
      pan,
      drag: nothing,
      zoom: nothing
    });
  });
  afterEach(() => closing.abort());

  it('moves the drawing, but a movement that began on the page goes on there', () => {
    expect(turn(element, 0)).toBe(false);
    expect(turn(document.body, 1000)).toBe(true);
    expect(turn(element, 100)).toBe(true);
    expect(turn(element, 150)).toBe(true);
    expect(pan).toHaveBeenCalledTimes(1);
    expect(turn(element, 250)).toBe(false);
    expect(turn(element, 20)).toBe(false);
    expect(pan).toHaveBeenCalledTimes(3);
  });
});
