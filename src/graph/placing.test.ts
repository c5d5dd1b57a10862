// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { svg } from '../dom/elements';
import { stickTitle } from './placing';

const VIEW = { width: 600, height: 400 };
/** A box of 1,000 pixels at 100, whose title ends after 200. */
const title = svg('g', { 'data-place': '100 1000 200' }, svg('g'), svg('g'));
const [said, sign] = [...title.children];

describe('titles of open boxes', () => {
  it('stay where they are in a box that is in sight', () => {
    expect(stickTitle(title, { x: 0, y: 0, zoom: 0.5 }, VIEW)).toBe(0);
    expect([said, sign].map(part => part.getAttribute('transform'))).toEqual([null, null]);
  });

  it('come along from the left, and their sign from the right', () => {
    expect(stickTitle(title, { x: -400, y: 0, zoom: 1 }, VIEW)).toBe(-116);
    expect(said.getAttribute('transform')).toBe('translate(316 0)');
    expect(sign.getAttribute('transform')).toBe('translate(-116 0)');
  });

  it('do not leave their box, nor lie on each other', () => {
    stickTitle(title, { x: -5000, y: 0, zoom: 1 }, VIEW);
    expect(said.getAttribute('transform')).toBe('translate(774 0)');
    expect(sign.getAttribute('transform')).toBeNull();
    // The window ends within the title: the sign is right of it.
    expect(stickTitle(title, { x: 400, y: 0, zoom: 1 }, VIEW)).toBe(200 + 26 - 1000);
  });
});
