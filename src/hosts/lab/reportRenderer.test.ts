// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MIME_TYPE } from './envelope';
import { labHost } from './labHost';
import { ReportRenderer } from './reportRenderer';
import type { ViewerModule } from './viewerModule';

type Model = Parameters<ReportRenderer['renderModel']>[0];
type Mounted = ReturnType<ViewerModule['mount']>;

const envelope = (id: string, gzip: string): Model =>
  ({ data: { [MIME_TYPE]: { version: '1.0', id, summary: 'f(x): 3 equations', gzip } } }) as unknown as Model;

/** A viewer that only notes what is asked of it. */
function fakeViewer(): { module: ViewerModule; calls: string[] } {
  const calls: string[] = [];
  const mount = (element: HTMLElement, payload: object): Mounted => {
    const { gzip } = payload as { gzip: string };
    calls.push(`mount ${gzip}`);
    const frame = element.appendChild(document.createElement('div'));
    return {
      ready: Promise.resolve(),
      replace: async (next: { gzip: string }) => void calls.push(`replace ${next.gzip}`),
      dispose: () => {
        calls.push('dispose');
        frame.remove();
      }
    } as unknown as Mounted;
  };
  return { module: { mount: mount as ViewerModule['mount'] }, calls };
}

describe('ReportRenderer', () => {
  let viewer = fakeViewer();
  let renderer: ReportRenderer;
  beforeEach(() => {
    viewer = fakeViewer();
    renderer = new ReportRenderer({ load: async () => viewer.module, host: {} });
  });
  afterEach(() => renderer.dispose());

  it('mounts once and replaces a newer version of the same report', async () => {
    await renderer.renderModel(envelope('a', 'one'));
    await renderer.renderModel(envelope('a', 'two'));
    await renderer.renderModel(envelope('a', 'two'));
    expect(viewer.calls).toEqual(['mount one', 'replace two']);
  });

  it('mounts anew for another report', async () => {
    await renderer.renderModel(envelope('a', 'one'));
    await renderer.renderModel(envelope('b', 'two'));
    expect(viewer.calls).toEqual(['mount one', 'dispose', 'mount two']);
    expect(renderer.node.children).toHaveLength(1);
  });

  it('shows the newest of what came while the viewer was loading, once', async () => {
    await Promise.all([renderer.renderModel(envelope('a', 'one')), renderer.renderModel(envelope('a', 'two'))]);
    expect(viewer.calls).toEqual(['mount two']);
  });

  it('mounts nothing after it was disposed', async () => {
    const rendering = renderer.renderModel(envelope('a', 'one'));
    renderer.dispose();
    await rendering;
    expect(viewer.calls).toEqual([]);
  });

  it('disposes its viewer', async () => {
    await renderer.renderModel(envelope('a', 'one'));
    renderer.dispose();
    expect(viewer.calls).toEqual(['mount one', 'dispose']);
  });

  it('says in words what it cannot show, as text', async () => {
    await renderer.renderModel({ data: { [MIME_TYPE]: '<b>no report</b>' } } as unknown as Model);
    expect(renderer.node.textContent).toContain('not a jax_viz report');
    const broken = new ReportRenderer({ load: () => Promise.reject(new Error('<i>404</i>')), host: {} });
    const hostile = envelope('a', 'one');
    (hostile.data[MIME_TYPE] as unknown as { summary: string }).summary = '\u202ef(x): 3 equations';
    await broken.renderModel(hostile);
    expect(broken.node.textContent).toContain('[U+202E]f(x): 3 equations');
    expect(broken.node.textContent).toContain('<i>404</i>');
    expect(broken.node.querySelector('i')).toBeNull();
    broken.dispose();
  });

  it('tries again after the viewer could not be loaded', async () => {
    const load = vi.fn<() => Promise<ViewerModule>>();
    load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(viewer.module);
    const retried = new ReportRenderer({ load, host: {} });
    await retried.renderModel(envelope('a', 'one'));
    await retried.renderModel(envelope('a', 'one'));
    expect(viewer.calls).toEqual(['mount one']);
    expect(retried.node.textContent).toBe('');
    retried.dispose();
  });
});

describe('labHost', () => {
  const themes = (name: string): Parameters<typeof labHost>[0] & { change(to: string): void } => {
    const slots = new Set<() => void>();
    const manager = {
      theme: name,
      isLight: (theme: string) => theme.endsWith('Light'),
      themeChanged: {
        connect: (slot: () => void) => slots.add(slot),
        disconnect: (slot: () => void) => slots.delete(slot)
      },
      change(to: string) {
        manager.theme = to;
        for (const slot of slots) slot();
      }
    };
    return manager as unknown as ReturnType<typeof themes>;
  };

  it('follows the theme until told to stop', () => {
    const manager = themes('JupyterLab Light');
    const host = labHost(manager, null);
    const life = new AbortController();
    const seen: string[] = [];
    host.onThemeChange?.(theme => seen.push(theme), life.signal);
    expect(host.theme).toBe('light');
    manager.change('JupyterLab Dark');
    life.abort();
    manager.change('JupyterLab Light');
    expect(seen).toEqual(['dark']);
    expect(host.theme).toBe('light');
  });

  it('reads the page where there is no theme manager', () => {
    document.body.dataset['jpThemeLight'] = 'false';
    expect(labHost(null, null).theme).toBe('dark');
    delete document.body.dataset['jpThemeLight'];
    expect(labHost(null, null).theme).toBe('light');
  });

  it('speaks the language of JupyterLab', () => {
    const translator = (languageCode: string): Parameters<typeof labHost>[1] =>
      ({ languageCode }) as Parameters<typeof labHost>[1];
    expect(labHost(null, translator('es_ES')).language).toBe('es');
    expect(labHost(null, translator('de_DE')).language).toBe('en');
    expect(labHost(null, null).language).toBe('en');
  });
});
