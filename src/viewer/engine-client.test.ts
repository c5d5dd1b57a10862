import { describe, expect, it, vi } from 'vitest';
import type { WorkerAnswer, WorkerRequest } from '../layout/protocol';
import { carried } from '../layout/first-scene';
import { plainArrays } from '../layout/scene-json';
import { smallReport } from '../testing/view-context';
import { USUAL } from '../testing/request';
import { Engine } from '../layout/engine';
import { EngineClient } from './engine-client';

vi.mock('./worker-text', () => ({ default: '' }));

const forever = new AbortController().signal;
const json = (): string => JSON.stringify(smallReport().document);

/** A line that the test answers by hand. */
function manual(): {
  client: EngineClient;
  sent: WorkerRequest[];
  answer: (answer: WorkerAnswer) => void;
  fail: (message: string) => void;
  closed: () => boolean;
} {
  const sent: WorkerRequest[] = [];
  let answer: (answer: WorkerAnswer) => void = () => undefined;
  let fail: (message: string) => void = () => undefined;
  let closed = false;
  const client = new EngineClient((onAnswer, onFailure) => {
    answer = onAnswer;
    fail = onFailure;
    return { post: request => sent.push(request), close: () => (closed = true) };
  });
  return { client, sent, answer: one => answer(one), fail: message => fail(message), closed: () => closed };
}

describe('EngineClient', () => {
  it('matches answers to requests by number, in any order', async () => {
    const { client, sent, answer } = manual();
    const one = client.svg(USUAL, 'light', forever);
    const two = client.svg(USUAL, 'dark', forever);
    answer({ number: sent[1].number, type: 'svg', svg: 'dark' });
    answer({ number: sent[0].number, type: 'svg', svg: 'light' });
    expect(await Promise.all([one, two])).toEqual(['light', 'dark']);
  });

  it('rejects with the message of the engine', async () => {
    const { client, sent, answer } = manual();
    const scene = client.scene(USUAL, forever);
    answer({ number: sent[0].number, type: 'error', message: 'There is no stage 3.' });
    await expect(scene).rejects.toThrow('There is no stage 3.');
  });

  it('drops an aborted request and ignores its late answer', async () => {
    const { client, sent, answer } = manual();
    const abort = new AbortController();
    const svg = client.svg(USUAL, 'light', abort.signal);
    abort.abort();
    await expect(svg).rejects.toThrow(/abort/i);
    expect(() => answer({ number: sent[0].number, type: 'svg', svg: '' })).not.toThrow();
    await expect(client.svg(USUAL, 'light', abort.signal)).rejects.toThrow(/abort/i);
    expect(sent).toHaveLength(1);
  });

  it('works on the page where no worker can be made', async () => {
    const client = new EngineClient(() => {
      throw new Error('blocked by a policy');
    });
    const report = await client.open({ json: json() }, forever);
    expect(report.programs[0].stages[0].count).toBe(6);
    const scene = await client.scene(USUAL, forever);
    expect(scene.drawn).toBe(6);
    expect(await client.svg(USUAL, 'dark', forever)).toMatch(/^<svg /);
    await expect(client.open({ json: '{' }, forever)).rejects.toThrow(/not complete/);
  });

  it('works on the page where the worker fails before its first word', async () => {
    const { client, fail, closed } = manual();
    const report = client.open({ json: json() }, forever);
    fail('blocked');
    expect((await report).id).toBe('test');
    expect(closed()).toBe(true);
  });

  it('starts no worker for a scene that the page carries', async () => {
    const engine = new Engine();
    engine.open(json());
    const first = JSON.stringify(carried({ request: USUAL, scene: engine.scene(USUAL) }), plainArrays);
    const { client, sent, fail } = manual();
    await client.open({ json: json(), first }, forever);
    // The scene was made for a window of nearly the same size: what follows goes on with that window's budget.
    expect(client.settle({ ...USUAL, budget: 48 })).toEqual(USUAL);
    expect(client.settle({ ...USUAL, budget: 12 }).budget).toBe(12);
    expect((await client.scene(USUAL, forever)).drawn).toBe(6);
    expect(client.settle({ ...USUAL, budget: 48 }).budget).toBe(48);
    expect(sent).toEqual([]);
    client.wake();
    expect(sent.map(one => one.type)).toEqual(['open']);
    // Another scene is asked for before the worker could say that it is forbidden.
    const other = client.scene({ ...USUAL, grouping: 'regions' }, forever);
    fail('blocked');
    expect((await other).drawn).toBe(6);
  });

  it('rejects what waits when the worker fails later, and when it is closed', async () => {
    const { client, sent, answer, fail } = manual();
    const first = client.svg(USUAL, 'light', forever);
    answer({ number: sent[0].number, type: 'svg', svg: '' });
    await first;
    const second = client.svg(USUAL, 'light', forever);
    fail('out of memory');
    await expect(second).rejects.toThrow('out of memory');
    const third = client.svg(USUAL, 'light', forever);
    client.close();
    await expect(third).rejects.toThrow(/closed/);
  });
});
