import { describe, expect, it, vi } from 'vitest';
import { ask, type Model } from './kernel-line';

type Hear = (message: unknown, buffers?: readonly BufferSource[]) => void;

/** A model whose kernel answers when the test says so. */
function model(): Model & { hear: Set<Hear>; tell: Hear; sent: { id: string; type: string; protocol: number }[] } {
  const hear = new Set<Hear>();
  const sent: { id: string; type: string; protocol: number }[] = [];
  return {
    hear,
    sent,
    tell: (message, buffers) => hear.forEach(one => one(message, buffers)),
    get: () => undefined,
    on: (_event, callback) => void hear.add(callback),
    off: (_event, callback) => void hear.delete(callback),
    send: message => void sent.push(message as { id: string; type: string; protocol: number })
  };
}

const signal = (): AbortSignal => new AbortController().signal;

describe('ask', () => {
  it('takes the answer to its own question and leaves the others', async () => {
    const kernel = model();
    const first = ask(kernel, { type: 'get' }, signal());
    const second = ask(kernel, { type: 'compile', report: 'r' }, signal());
    const [a, b] = kernel.sent;
    expect(b).toMatchObject({ type: 'compile', report: 'r', protocol: 1 });
    expect(a.id).not.toBe(b.id);
    const bytes = new Uint8Array([1]);
    kernel.tell({ id: b.id, protocol: 1, done: true });
    kernel.tell({ id: a.id, protocol: 1 }, [bytes]);
    expect((await first).buffers).toEqual([bytes]);
    expect((await second).answer.done).toBe(true);
    expect(kernel.hear.size).toBe(0);
  });

  it('rejects with what the kernel says', async () => {
    const kernel = model();
    const asked = ask(kernel, { type: 'measure' }, signal());
    kernel.tell({ id: kernel.sent[0].id, error: 'another profile runs' });
    await expect(asked).rejects.toThrow('another profile runs');
  });

  it.each([[null], ['text'], [{}], [{ id: 3 }]])('ignores %o', message => {
    const kernel = model();
    const settled = vi.fn();
    ask(kernel, { type: 'get' }, signal()).then(settled, settled);
    kernel.tell(message);
    expect(kernel.hear.size).toBe(1);
    expect(settled).not.toHaveBeenCalled();
  });

  it('stops to listen with its signal', () => {
    const kernel = model();
    const closing = new AbortController();
    void ask(kernel, { type: 'get' }, closing.signal);
    closing.abort();
    expect(kernel.hear.size).toBe(0);
  });

  it('waits for ever where there is no kernel', () => {
    const kernel = model();
    delete kernel.send;
    expect(() => void ask(kernel, { type: 'get' }, signal())).not.toThrow();
  });
});
