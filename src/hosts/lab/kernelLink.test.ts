// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KernelLink } from './kernelLink';
import { entry, MockKernel, MockSession } from './testing/mockKernel';
import { PanelModel } from './panelModel';

let kernel: MockKernel;
let session: MockSession;
let link: KernelLink;

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function connect(loaded = true): Promise<void> {
  kernel = new MockKernel();
  kernel.loaded = loaded;
  session = new MockSession(kernel);
  link = new KernelLink(session.asSession);
  await settle();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  link.dispose();
  vi.useRealTimers();
});

describe('KernelLink', () => {
  it('says that nothing is loaded, and connects when the kernel announces itself', async () => {
    await connect(false);
    expect(link.state).toBe('not-loaded');
    kernel.loaded = true;
    kernel.announce?.();
    await settle();
    expect(link.state).toBe('connected');
  });

  it('runs nothing unasked, and loads on request', async () => {
    await connect(false);
    expect(kernel.executed).toEqual([]);
    await link.load();
    await settle();
    expect(kernel.executed).toEqual(['%load_ext jax_viz']);
    expect(link.state).toBe('connected');
  });

  it('lists reports newest first, and what comes later before them', async () => {
    kernel = new MockKernel();
    await connect();
    kernel.say({ type: 'report', report: entry('a') });
    kernel.say({ type: 'report', report: entry('b') });
    kernel.say({ type: 'report', report: entry('a') });
    expect(link.entries.map(one => one.id)).toEqual(['a', 'b']);
  });

  it('shows characters of a name that cannot be seen', async () => {
    await connect();
    kernel.say({ type: 'report', report: { ...entry('a'), name: 'f\u202e' } });
    expect(link.entries[0].name).toBe('f[U+202E]');
  });

  it('drops what is no message of ours', async () => {
    await connect();
    for (const data of [null, 3, 'hello', [], { type: 'report' }, { type: 'section', id: 4 }, { id: {} }, { type: [] }])
      kernel.say(data);
    expect(link.state).toBe('connected');
    expect(link.entries).toEqual([]);
  });

  it('resolves answers by their number and rejects errors', async () => {
    await connect();
    const one = link.request('get', 'a');
    const two = link.request('get', 'b');
    const [first, second] = kernel.asked.slice(-2).map(request => request['id']);
    kernel.say({ id: second, report: 2 });
    kernel.say({ id: first, error: 'no such report' });
    await expect(two).resolves.toMatchObject({ report: 2 });
    await expect(one).rejects.toThrow('no such report');
  });

  it('is another life after a restart, and asks anew when the kernel is idle', async () => {
    await connect();
    kernel.say({ type: 'report', report: entry('a') });
    const asked = link.request('get', 'a');
    const refused = expect(asked).rejects.toThrow('gone');
    const { life } = link;
    kernel.loaded = false;
    session.status('restarting');
    await refused;
    expect([link.state, link.entries.length]).toEqual(['restarting', 0]);
    session.status('autorestarting');
    session.status('starting');
    expect(link.life).toBe(life + 1);
    session.status('idle');
    await settle();
    expect(link.state).toBe('not-loaded');
  });

  it('asks again where a restart swallowed the answer', async () => {
    await connect();
    session.status('restarting');
    kernel.info = new Promise(() => undefined);
    session.status('idle');
    await settle();
    expect(link.state).toBe('connecting');
    kernel.speak('python');
    await vi.advanceTimersByTimeAsync(3_100);
    expect(link.state).toBe('connected');
  });

  it('waits as long as a busy kernel takes', async () => {
    kernel = new MockKernel();
    kernel.loaded = true;
    kernel.status = 'unknown';
    let answer: (info: unknown) => void = () => undefined;
    kernel.info = new Promise(resolve => (answer = resolve));
    session = new MockSession(kernel);
    link = new KernelLink(session.asSession);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([link.state, link.busy]).toEqual(['connecting', true]);
    answer({ language_info: { name: 'python' } });
    await settle();
    expect([link.state, link.busy]).toEqual(['connected', false]);
  });

  it('follows another kernel, and none', async () => {
    await connect();
    const other = new MockKernel();
    session.change(other);
    await settle();
    expect(link.state).toBe('not-loaded');
    session.change(null);
    await settle();
    expect(link.state).toBe('no-kernel');
  });

  it('tells a dead kernel, another language, another protocol and comms that are elsewhere', async () => {
    await connect();
    session.status('dead');
    expect(link.state).toBe('dead');
    for (const [change, state] of [
      [(one: MockKernel) => one.speak('R'), 'not-python'],
      [(one: MockKernel) => (one.protocol = 2), 'skew'],
      [(one: MockKernel) => (one.handleComms = false), 'elsewhere']
    ] as const) {
      const next = new MockKernel();
      next.loaded = true;
      change(next);
      session.change(next);
      await settle();
      expect(link.state).toBe(state);
    }
  });

  it('is closed by %unload_ext', async () => {
    await connect();
    kernel.closeComm();
    expect(link.state).toBe('not-loaded');
  });
});

describe('PanelModel', () => {
  const envelope = (id: string, gzip = 'x'): object => ({ version: '1.1', id, summary: id, gzip });
  const answerGet = (id: string, gzip?: string): void => {
    const request = kernel.asked.filter(one => one['type'] === 'get' && one['report'] === id).at(-1);
    kernel.say({ id: request?.['id'], report: envelope(id, gzip), entry: entry(id) });
  };
  const gets = (): unknown[] => kernel.asked.filter(one => one['type'] === 'get').map(one => one['report']);
  let model: PanelModel;
  const notebook = {};

  beforeEach(async () => {
    await connect();
    model = new PanelModel();
    model.follow(notebook, link);
  });
  afterEach(() => model.dispose());

  it('fetches nothing until somebody looks', async () => {
    kernel.say({ type: 'report', report: entry('a') });
    expect(gets()).toEqual([]);
    model.active = true;
    expect(gets()).toEqual(['a']);
  });

  it('shows the newest; what is chosen stays until the newest is asked for', async () => {
    model.active = true;
    kernel.say({ type: 'report', report: entry('a') });
    answerGet('a');
    await settle();
    kernel.say({ type: 'report', report: entry('b') });
    answerGet('b');
    await settle();
    expect(model.shown?.entry.id).toBe('b');
    model.choose('a');
    answerGet('a');
    await settle();
    kernel.say({ type: 'report', report: entry('c') });
    await settle();
    expect(model.shown?.entry.id).toBe('a');
    model.choose(null);
    answerGet('c');
    await settle();
    expect(model.shown?.entry.id).toBe('c');
  });

  it('fetches again when a section has come', async () => {
    model.active = true;
    kernel.say({ type: 'report', report: entry('a') });
    answerGet('a', 'one');
    await settle();
    kernel.say({ type: 'section', id: 'a', section: 'timings', report: entry('a') });
    answerGet('a', 'two');
    await settle();
    expect(model.shown?.envelope.gzip).toBe('two');
  });

  it('says what the kernel could not give, once, and goes on', async () => {
    model.active = true;
    kernel.say({ type: 'report', report: entry('a') });
    kernel.say({ id: kernel.asked.at(-1)?.['id'], error: 'it was dropped' });
    await settle();
    expect([model.fault, gets()]).toEqual(['it was dropped', ['a']]);
    kernel.say({ type: 'report', report: entry('b') });
    kernel.say({ id: kernel.asked.at(-1)?.['id'], report: 'no envelope', entry: 3 });
    await settle();
    expect(model.fault).toContain('not a jax_viz report');
  });

  it('keeps what is shown after a restart, as of an earlier kernel', async () => {
    model.active = true;
    kernel.say({ type: 'report', report: entry('a') });
    answerGet('a');
    await settle();
    expect(model.stale).toBe(false);
    session.status('restarting');
    session.status('idle');
    await settle();
    expect([model.state, model.shown?.entry.id, model.stale]).toEqual(['connected', 'a', true]);
    expect(model.entries.map(one => one.id)).toEqual(['a']);
  });

  it('remembers a choice for each notebook', async () => {
    model.active = true;
    kernel.say({ type: 'report', report: entry('a') });
    model.choose('a');
    model.follow({}, null);
    expect([model.state, model.chosen]).toEqual(['no-notebook', null]);
    model.follow(notebook, link);
    expect(model.chosen).toBe('a');
  });
});
