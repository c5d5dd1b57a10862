/** A page that carries reports as inert JSON: each is shown in the figure that waits for it. */
import type { Payload } from '../layout/protocol';
import type { Viewer, ViewerOptions } from '../viewer/viewer';

export const MIME_TYPE = 'application/vnd.jaxviz.v1+json';

/** Beside a report: its first scene, laid out by whoever made the page. */
const SCENE_TYPE = 'application/vnd.jaxviz.scene+json';

/** In pixels. */
const USUAL_HEIGHT = 480;

type Mount = (element: HTMLElement, payload: Payload, options: ViewerOptions) => Viewer;

/**
 * Shows every report of the page: `<div data-jax-viz="ID">` is the figure,
 * `<script type="application/vnd.jaxviz.v1+json" data-for="ID">` the report, as envelope or as plain document.
 */
export function boot(page: Document, mount: Mount): Viewer[] {
  const scripts = [...page.querySelectorAll<HTMLScriptElement>(`script[type="${MIME_TYPE}"][data-for]`)];
  return scripts.flatMap((script, index) => {
    const id = script.dataset.for ?? '';
    const figure = figureOf(page, script, id);
    if (figure === null || figure.dataset.jaxVizMounted !== undefined) return [];
    figure.dataset.jaxVizMounted = '';
    // Two figures cannot both own the page's address.
    const links = scripts.length === 1 && index === 0;
    const first =
      page.querySelector(`script[type="${SCENE_TYPE}"][data-for="${CSS.escape(id)}"]`)?.textContent ?? undefined;
    const payload = { ...payloadOf(script.textContent ?? ''), ...(first === undefined ? {} : { first }) };
    return [mount(figure, payload, { height: heightOf(figure), links })];
  });
}

/** A report may be shown more than once: the figure is the one beside its script, else any of that name. */
function figureOf(page: Document, script: HTMLElement, id: string): HTMLElement | null {
  const name = `[data-jax-viz="${CSS.escape(id)}"]`;
  const beside = script.previousElementSibling;
  return beside instanceof HTMLElement && beside.matches(name) ? beside : page.querySelector<HTMLElement>(name);
}

/** Reads what stands in the script without parsing a large document on the page. */
export function payloadOf(text: string): Payload {
  // Only the plain document has programs; in the envelope's texts the quotes would be escaped.
  if (/"programs"\s*:/.test(text)) return { json: text };
  try {
    const envelope: unknown = JSON.parse(text);
    if (typeof envelope === 'object' && envelope !== null && 'gzip' in envelope && typeof envelope.gzip === 'string') {
      return { gzip: envelope.gzip };
    }
  } catch {
    // The decoder says what is wrong with it.
  }
  return { json: text };
}

/** What the figure says of its height: `data-height="fill"` for its own, or a number of pixels. */
function heightOf(figure: HTMLElement): 'fill' | number {
  const { height } = figure.dataset;
  return height === 'fill' ? height : Number(height) || USUAL_HEIGHT;
}
