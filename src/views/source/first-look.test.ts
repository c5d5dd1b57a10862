// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { html } from '../../dom/elements';
import { scrollToLinked } from './first-look';

/** A list of lines so many pixels high each, in a window of `height`. */
function list(heights: readonly number[], height: number): { element: HTMLElement; lines: HTMLElement[] } {
  let top = 0;
  const lines = heights.map(offsetHeight => {
    const line = html('div');
    Object.defineProperties(line, { offsetTop: { value: top }, offsetHeight: { value: offsetHeight } });
    top += offsetHeight;
    return line;
  });
  const element = html('div', {}, ...lines);
  Object.defineProperty(element, 'clientHeight', { value: height });
  return { element, lines };
}

describe('scrollToLinked', () => {
  it('starts two lines above the first with equations, however high they are', () => {
    const { element, lines } = list([20, 40, 20, 60, 60, 20], 100);
    scrollToLinked(element, lines.slice(4));
    expect(element.scrollTop).toBe(60);
    scrollToLinked(element, lines.slice(1));
    expect(element.scrollTop).toBe(0);
  });

  it('leaves the list alone where all of them are in sight, or none is there', () => {
    const { element, lines } = list([20, 20, 20], 100);
    element.scrollTop = 7;
    scrollToLinked(element, lines.slice(1));
    scrollToLinked(element, []);
    expect(element.scrollTop).toBe(7);
  });
});
