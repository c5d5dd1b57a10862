/**
 * The `_esm` of the widget, which saved notebooks hold for every output: it shows the still picture and asks the kernel
 * for the report and the viewer. At most 1 kB (`tests/test_widget.py`), hence its own short way of asking.
 */
import type { Model } from './kernel-line';
import { PROTOCOL } from './protocol';
import type { showReport } from './widget';
import { en } from './texts/en';
import { es } from './texts/es';

type Viewer = Promise<{ showReport: typeof showReport }>;

/** One viewer a page, for each version of it. */
const viewers = ((globalThis as { jaxVizCode?: Record<string, Viewer> }).jaxVizCode ??= {});

const unpack = (data: BlobPart): Promise<string> =>
  new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** Settles with the bytes that the kernel answers. anywidget takes the listeners of a view away with it. */
const ask = (model: Model, type: string): Promise<BufferSource> =>
  new Promise(resolve => {
    const id = Math.random();
    model.on('msg:custom', (answer, buffers) => {
      if ((answer as { id: number }).id === id) resolve(buffers![0]);
    });
    model.send?.({ id, type, protocol: PROTOCOL });
  });

const load = async (code: BlobPart): Viewer =>
  import(URL.createObjectURL(new Blob([await unpack(code)], { type: 'text/javascript' }))) as Viewer;

export default {
  render({ model, el }: { model: Model; el: HTMLElement }): () => void {
    const closing = new AbortController();
    const text = (name: string): string => model.get(name) as string;
    void (async () => {
      const picture = new Image();
      picture.alt = text('summary');
      picture.style.maxWidth = '100%';
      el.append(picture);
      const still = Uint8Array.from(atob(text('still')), c => c.charCodeAt(0));
      picture.src = `data:image/svg+xml,${encodeURIComponent(await unpack(still))}`;
      const words = /^es/.test(navigator.language) ? es : en;
      // In milliseconds. A busy kernel may answer yet.
      const late = setTimeout(() => el.append(words.noAnswer), 3000);
      // Its answer says that there is a kernel: only then may all wait for the viewer that this one asks for.
      const report = await ask(model, 'get');
      const viewer = await (viewers[text('viewer')] ??= ask(model, 'viewer').then(load));
      clearTimeout(late);
      viewer.showReport({ model, el, signal: closing.signal, report });
    })();
    return () => closing.abort();
  }
};
