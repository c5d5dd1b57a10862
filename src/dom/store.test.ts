import { describe, expect, it, vi } from 'vitest';
import { Store } from './store';

describe('Store', () => {
  it('announces changes, not equal values', () => {
    const store = new Store(1);
    const seen = vi.fn();
    store.watch(seen, new AbortController().signal);
    store.set(1);
    store.set(2);
    expect(seen.mock.calls).toEqual([[2, 1]]);
  });

  it('stops when the signal aborts', () => {
    const store = new Store('a');
    const abort = new AbortController();
    const seen = vi.fn();
    store.watch(seen, abort.signal, true);
    abort.abort();
    store.set('b');
    expect(seen).toHaveBeenCalledTimes(1);
    store.watch(seen, abort.signal, true);
    expect(seen).toHaveBeenCalledTimes(1);
  });
});
