// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { splitter } from './splitter';

describe('splitter', () => {
  const holder = document.createElement('div');
  const make = (side: 'start' | 'end'): HTMLElement =>
    splitter(holder, 'Source', '--width', side, 30, new AbortController().signal);
  const press = (target: HTMLElement, key: string): boolean =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));

  it('moves with the arrows, in the direction that they show', () => {
    const start = make('start');
    press(start, 'ArrowRight');
    expect(holder.style.getPropertyValue('--width')).toBe('32%');
    expect(start.getAttribute('aria-valuenow')).toBe('32');
    const end = make('end');
    press(end, 'ArrowRight');
    expect(holder.style.getPropertyValue('--width')).toBe('28%');
  });

  it('leaves room for the other panes', () => {
    const start = make('start');
    for (let k = 0; k < 50; k += 1) press(start, 'ArrowRight');
    expect(start.getAttribute('aria-valuenow')).toBe('60');
    for (let k = 0; k < 50; k += 1) press(start, 'ArrowLeft');
    expect(start.getAttribute('aria-valuenow')).toBe('12');
  });
});
