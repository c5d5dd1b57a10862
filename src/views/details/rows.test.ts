// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { facts, list } from './rows';

const rows = (count: number): string[][] => Array.from({ length: count }, (_, k) => [`argument ${k}`, 'f32[4]']);

describe('list', () => {
  const make = (
    count: number,
    signal = new AbortController().signal
  ): { count(): number; more(): HTMLElement | null } => {
    const holder = document.createElement('div');
    holder.append(...list('Arguments', ['', ''], rows(count), rest => `${rest} more`, signal));
    return {
      count: () => holder.querySelectorAll('tbody tr').length,
      more: () => holder.querySelector('button')
    };
  };

  it('makes few rows at once, and the others while the page answers', async () => {
    const made = make(593);
    expect(made.count()).toBeLessThan(40);
    await vi.waitFor(() => expect(made.count()).toBe(100));
    expect(made.more()?.textContent).toBe('493 more');
    made.more()?.click();
    expect(made.more()).toBeNull();
    await vi.waitFor(() => expect(made.count()).toBe(593));
  });

  it('says when a row is too long for one line', () => {
    const classOf = (...cells: string[]): string =>
      list('Arguments', ['', '', ''], [cells], String, new AbortController().signal)[1].className;
    expect(classOf('params[0][0]', 'f32[784,512]', '1.61 MB')).toBe('list values short');
    expect(classOf("state[0].mu['layer']['kernel']", 'f32[784,512]', '1.61 MB')).toBe('list values');
    // Two columns share the width as they are.
    expect(classOf('broadcast_in_dim_and_more_of_it', '1604')).toBe('list');
  });

  it('folds names of thousands of characters', () => {
    const long = 'n'.repeat(5000);
    const parts = [
      facts([[long, long]]),
      ...list('Arguments', [''], [[long]], rest => `${rest} more`, new AbortController().signal)
    ];
    const holder = document.createElement('div');
    holder.append(...parts);
    const folds = [...holder.querySelectorAll('details')];
    expect(folds.map(fold => fold.open)).toEqual([false, false, false]);
    for (const { firstElementChild, lastElementChild } of folds) {
      expect(firstElementChild?.textContent?.length).toBeLessThan(200);
      expect(lastElementChild?.textContent).toBe(long);
    }
  });

  it('keeps the order when more is asked for before the first are there', async () => {
    const made = make(200);
    made.more()?.click();
    await vi.waitFor(() => expect(made.count()).toBe(200));
  });

  it('has short lists at once, and makes no more when the pane shows something else', async () => {
    expect(make(8).count()).toBe(8);
    const abort = new AbortController();
    const made = make(80, abort.signal);
    const first = made.count();
    abort.abort();
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    expect(made.count()).toBe(first);
  });
});
