/** Runs the viewer that a page carries packed: once, however many parts of the page carry it. */
import { ownScript } from '../dom/trusted';
import { inflate } from '../report/inflate';

/** Of a script element that holds the bundle, packed: a smaller page, and nothing of it is read before it is run. */
const VIEWER_TYPE = 'application/vnd.jaxviz.viewer+gzip';

declare global {
  interface Window {
    /** The bundle, packed, where a script of a site carries it. */
    jaxVizPacked?: string;
    /** Somebody has started a viewer on this page. */
    jaxVizStarted?: boolean;
  }
}

export async function startViewer(): Promise<void> {
  const packed = window.jaxVizPacked ?? document.querySelector(`script[type="${VIEWER_TYPE}"]`)?.textContent;
  if (!packed || window.jaxVizMount || window.jaxVizStarted) return;
  window.jaxVizStarted = true;
  const viewer = document.createElement('script');
  viewer.type = 'module';
  // The policy of a page knows the hash of this text.
  viewer.textContent = ownScript(await inflate(packed));
  document.body.append(viewer);
}
