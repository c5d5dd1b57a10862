/**
 * Stands in a page after its first paint: the viewer as elements, made where the page was made. What depends on the
 * reader's window is set here, before the browser has shown anything; when it has, the viewer itself is started.
 */
import { pageLanguage, pageTheme } from '../dom/page-facts';
import { firstCamera, SIDES } from '../graph/camera';
import { place } from '../graph/placing';
import { startOf } from '../graph/start';
import { readFirstScene, serves } from '../layout/first-scene';
import { budgetFor } from '../views/program/budget';
import { scrollToLinked } from '../views/source/first-look';
import { SCENE_TYPE } from './page';

/** The bundle as text, so that the browser does not compile it before the first frame. */
const VIEWER_TYPE = 'application/vnd.jaxviz.viewer';
/** The viewer does not wait longer than this for the first paint, in milliseconds. */
const NO_PAINT = 500;

/** Fits the first paint to the window; false where another one has to be made. */
function arrange(frame: HTMLElement): boolean {
  const root = frame.shadowRoot?.querySelector<HTMLElement>('.jaxviz');
  const graph = root?.querySelector<HTMLElement>('.graph');
  const list = root?.querySelector<HTMLElement>('.source-lines');
  const text = document.querySelector(`script[type="${SCENE_TYPE}"]`)?.textContent;
  const first = typeof text === 'string' ? readFirstScene(text) : null;
  if (!root || !graph || !list || first === null) return false;
  if (pageTheme(frame) !== root.dataset.theme) root.dataset.theme = pageTheme(frame);
  const view = { width: graph.clientWidth, height: graph.clientHeight };
  const wanted = { ...first.request, budget: budgetFor(view.width, view.height), language: pageLanguage() };
  if (!serves(first.request, wanted)) return false;
  const part = (name: string): HTMLElement => graph.querySelector<HTMLElement>(name)!;
  const elements = { picture: part('.drawing'), world: part('.world'), more: SIDES.map(side => part(`.more.${side}`)) };
  place(elements, firstCamera(first.scene, view, startOf(first.scene)), first.scene, view);
  scrollToLinked(list, [...list.querySelectorAll<HTMLElement>('.has-equations')]);
  return true;
}

/** Settles when something is on the screen; a page in the background waits for nothing. */
function painted(): Promise<unknown> {
  return new Promise(resolve => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, NO_PAINT);
  });
}

async function startViewer(): Promise<void> {
  if (document.readyState === 'loading') {
    await new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  await painted();
  const viewer = document.createElement('script');
  viewer.type = 'module';
  viewer.textContent = document.querySelector(`script[type="${VIEWER_TYPE}"]`)?.textContent ?? '';
  document.body.append(viewer);
}

for (const frame of document.querySelectorAll<HTMLElement>('[data-jax-viz-first]')) {
  if (arrange(frame)) frame.style.removeProperty('opacity');
  else frame.remove();
}
void startViewer();
