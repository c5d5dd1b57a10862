import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sample } from '../testing/samples';
import { USUAL } from '../testing/request';
import type { WorkerAnswer, WorkerRequest } from './protocol';

const json = JSON.stringify(sample().document);

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe('in a worker', () => {
  /** Starts the worker; `ask` gives its answer as a page gets it, with the buffers handed over. */
  async function start(): Promise<(request: WorkerRequest) => Promise<WorkerAnswer>> {
    const waiting = new Map<number, (answer: WorkerAnswer) => void>();
    const side = {
      onmessage: null as ((event: { data: WorkerRequest }) => void) | null,
      postMessage: (answer: WorkerAnswer, transfer: ArrayBuffer[]) =>
        waiting.get(answer.number)?.(structuredClone(answer, { transfer }))
    };
    vi.stubGlobal('self', side);
    vi.stubGlobal('postMessage', side.postMessage);
    await import('./worker');
    return request =>
      new Promise(resolve => {
        waiting.set(request.number, resolve);
        side.onmessage?.({ data: request });
      });
  }

  it('answers each request under its number, in order', async () => {
    const ask = await start();
    const answers = await Promise.all([
      ask({ number: 5, type: 'open', payload: { json } }),
      ask({ number: 6, type: 'scene', request: USUAL }),
      ask({ number: 7, type: 'svg', request: USUAL, theme: 'light' })
    ]);
    expect(answers.map(({ number, type }) => [number, type])).toEqual([
      [5, 'open'],
      [6, 'scene'],
      [7, 'svg']
    ]);
  });

  it('keeps what it needs for the next scene when it hands one over', async () => {
    const ask = await start();
    await ask({ number: 1, type: 'open', payload: { json } });
    const first = await ask({ number: 2, type: 'scene', request: USUAL });
    const second = await ask({ number: 3, type: 'scene', request: USUAL });
    expect(second).toEqual({ ...first, number: 3 });
  });

  it('inflates the envelope of a notebook output', async () => {
    const ask = await start();
    const packed = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'));
    const gzip = Buffer.from(await new Response(packed).arrayBuffer()).toString('base64');
    expect(await ask({ number: 1, type: 'open', payload: { gzip } })).toMatchObject({ report: { id: 'test' } });
  });

  it('answers a fault with its message, and goes on', async () => {
    const ask = await start();
    const fault = await ask({ number: 1, type: 'open', payload: { json: '{' } });
    expect(fault).toMatchObject({
      number: 1,
      type: 'error',
      message: expect.stringContaining('not complete') as string
    });
    expect((await ask({ number: 2, type: 'open', payload: { json } })).type).toBe('open');
  });
});

describe('without a worker, as in QuickJS', () => {
  it('answers texts with texts', async () => {
    await import('./worker');
    const { jaxViz } = globalThis as unknown as {
      jaxViz: {
        open(json: string): void;
        scene(request: string): string;
        svg(request: string, theme: string): string;
        close(): void;
      };
    };
    jaxViz.open(json);
    const scene = JSON.parse(jaxViz.scene(JSON.stringify(USUAL))) as {
      drawn: number;
      boxes: { equations: number[] }[];
    };
    expect(scene.drawn).toBe(12);
    expect(scene.boxes.flatMap(({ equations }) => equations)).toHaveLength(12);
    expect(jaxViz.svg(JSON.stringify(USUAL), 'light')).toMatch(/^<svg/);
    jaxViz.close();
    expect(() => jaxViz.scene(JSON.stringify(USUAL))).toThrow('No report is open.');
  });
});
