/** Showing a report in an element, and what the page may then ask of it. */
import type { Payload } from '../layout/protocol';
import { Viewer, type ViewerOptions } from '../viewer/viewer';

/** What tests and scripts of a page may ask: `window.jaxViz`. It speaks of the viewer mounted last. */
export interface PageHandle {
  ready: Promise<void>;
  /** The number of equations that a box, a mark or a folded group stands for. */
  drawn(): number;
}

declare global {
  interface Window {
    jaxViz?: PageHandle;
    /** For pages that carry the bundle inline: an inline module exports nothing. */
    jaxVizMount?: typeof mount;
  }
}

/** Shows a report in `element`. */
export function mount(element: HTMLElement, payload: Payload, options: ViewerOptions = {}): Viewer {
  const viewer = new Viewer(element, payload, options);
  window.jaxViz = { ready: viewer.ready, drawn: () => viewer.drawn() };
  return viewer;
}
