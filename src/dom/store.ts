/** One value that others watch. Equal values (by `Object.is`) are not announced. */
export class Store<T> {
  private current: T;
  private readonly watchers = new Set<(value: T, before: T) => void>();

  constructor(initial: T) {
    this.current = initial;
  }

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    const before = this.current;
    this.current = value;
    for (const watcher of [...this.watchers]) watcher(value, before);
  }

  /** Calls back on each change, until the signal aborts; `now` calls it once at once. */
  watch(callback: (value: T, before: T) => void, signal: AbortSignal, now = false): void {
    if (signal.aborted) return;
    this.watchers.add(callback);
    signal.addEventListener('abort', () => this.watchers.delete(callback), { once: true });
    if (now) callback(this.current, this.current);
  }
}
