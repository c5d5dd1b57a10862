import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMIT, matching, SlowSearchError, WORKER } from './regex-matches';

const LONG = `${'W'.repeat(5000)}!`;
const signal = new AbortController().signal;

type Answer = (event: { data: unknown }) => void;

/** Workers that run their text here, or never answer. */
class Fake {
  static made: Fake[] = [];
  static answers = true;
  onmessage: Answer = () => undefined;
  onerror: (event: { preventDefault(): void }) => void = () => undefined;
  terminated = false;
  private readonly scope: { onmessage?: Answer; postMessage: (data: unknown) => void };

  constructor() {
    Fake.made.push(this);
    this.scope = { postMessage: data => queueMicrotask(() => this.onmessage({ data })) };
    runInNewContext(WORKER, this.scope);
  }
  postMessage(data: unknown): void {
    if (Fake.answers) this.scope.onmessage?.({ data });
  }
  terminate(): void {
    this.terminated = true;
  }
}

describe('matching', () => {
  beforeEach(() => {
    Fake.made = [];
    Fake.answers = true;
    vi.stubGlobal('Worker', Fake);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('finds in a worker, however many texts there are, and ends it', async () => {
    const texts = Array.from({ length: 4500 }, (_, k) => `t${k}`);
    expect([...(await matching(/^T44(99|00)$/iu, texts, signal))]).toEqual(['t4400', 't4499']);
    expect(Fake.made.map(one => one.terminated)).toEqual([true]);
  });

  it('ends a worker that does not answer in time', async () => {
    vi.useFakeTimers();
    Fake.answers = false;
    const found = expect(matching(/(W+)+X/u, [LONG], signal)).rejects.toThrow(SlowSearchError);
    await vi.advanceTimersByTimeAsync(LIMIT - 1);
    expect(Fake.made[0].terminated).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await found;
    expect(Fake.made[0].terminated).toBe(true);
  });

  it('ends it when nobody waits any more', async () => {
    Fake.answers = false;
    const abort = new AbortController();
    const found = expect(matching(/a/u, ['a'], abort.signal)).rejects.toThrow(/abort/i);
    abort.abort();
    await found;
    expect(Fake.made[0].terminated).toBe(true);
  });

  describe('without a worker', () => {
    beforeEach(() => vi.stubGlobal('Worker', undefined));

    it.each([/(W+)+X/u, /(?:W|WW)*X/u, /W*W*W*X/u, /(W*)\1X/u, /(?<a>W*)\k<a>X/u])('refuses %s', async regex => {
      await expect(matching(regex, [LONG], signal)).rejects.toThrow(SlowSearchError);
    });

    it.each([/^dot_\w+$/u, /a\(b\)\+/u, /[(+*]/u, /(a|d)ot/u])('allows %s', async regex => {
      await expect(matching(regex, ['dot_general', 'a(b)+'], signal)).resolves.toHaveProperty('size');
    });

    it('matches the start of a long text', async () => {
      expect([...(await matching(/^W+/u, [LONG], signal))]).toEqual([LONG]);
      expect((await matching(/!/u, [LONG], signal)).size).toBe(0);
    });
  });
});
