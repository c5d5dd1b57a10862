// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boot, MIME_TYPE, payloadOf } from './page';

describe('payloadOf', () => {
  it('takes the packed text out of an envelope', () => {
    const envelope = { version: '1.0', id: 'a', summary: 'say "programs": 3', gzip: 'H4sI' };
    expect(payloadOf(JSON.stringify(envelope))).toEqual({ gzip: 'H4sI' });
  });

  it('passes a plain document on unread', () => {
    const text = '{"version":"1.0","id":"a","programs":[';
    expect(payloadOf(text)).toEqual({ json: text });
  });

  it('leaves what it does not know to the decoder', () => expect(payloadOf('nonsense')).toEqual({ json: 'nonsense' }));
});

describe('boot', () => {
  const mount = vi.fn();
  const put = (id: string, text: string, target = id): void => {
    const figure = document.createElement('div');
    figure.dataset.jaxViz = target;
    const script = document.createElement('script');
    script.type = MIME_TYPE;
    script.dataset.for = id;
    script.textContent = text;
    document.body.append(figure, script);
  };
  beforeEach(() => {
    document.body.replaceChildren();
    mount.mockReset();
  });

  it('mounts every report in its figure, once', () => {
    put('a', '{"gzip":"A"}');
    put('b', '{"gzip":"B"}');
    boot(document, mount);
    boot(document, mount);
    expect(
      mount.mock.calls.map(([figure, payload]) => [(figure as HTMLElement).dataset.jaxViz, payload as unknown])
    ).toEqual([
      ['a', { gzip: 'A' }],
      ['b', { gzip: 'B' }]
    ]);
    // Two reports cannot both own the page's address.
    expect(mount.mock.calls.every(([, , options]) => !(options as { links: boolean }).links)).toBe(true);
  });

  it('shows a report twice where it is twice', () => {
    put('a', '{"gzip":"A"}');
    put('a', '{"gzip":"A"}');
    expect(boot(document, mount)).toHaveLength(2);
    expect(mount.mock.calls[0][0]).not.toBe(mount.mock.calls[1][0]);
  });

  it('leaves a report without a figure alone', () => {
    put('a', '{"gzip":"A"}', 'other');
    expect(boot(document, mount)).toEqual([]);
  });

  it.each([
    [undefined, 480],
    ['300', 300],
    ['fill', 'fill']
  ])('gives a figure with data-height %s the height %s', (said, height) => {
    put('a', '{"gzip":"A"}');
    if (said !== undefined) document.querySelector<HTMLElement>('[data-jax-viz]')!.dataset.height = said;
    boot(document, mount);
    expect(mount.mock.calls[0][2]).toEqual({ height, links: true });
  });
});
