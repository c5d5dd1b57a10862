/**
 * Stands in a page after its first paint: the viewer as elements, made where the page was made. What depends on the
 * reader's window is set here, before the browser has shown anything; when it has, the viewer itself is started.
 */
import { pageLanguage, pageTheme } from '../dom/page-facts';
import { firstCamera, SIDES } from '../graph/camera';
import { place, stickTitle } from '../graph/placing';
import { serves } from '../layout/first-scene';
import { budgetFor } from '../views/program/budget';
import { scrollToLinked } from '../views/source/first-look';
import type { FirstView } from '../prerender/first-view';
import { startViewer } from './start-viewer';

/** The viewer does not wait longer than this for the first paint, in milliseconds. */
const NO_PAINT = 500;

/** Fits the first paint to the window; false where another one has to be made. */
function arrange(frame: HTMLElement): boolean {
  const root = frame.shadowRoot?.querySelector<HTMLElement>('.jaxviz');
  const graph = root?.querySelector<HTMLElement>('.graph');
  const list = root?.querySelector<HTMLElement>('.source-lines');
  if (!root || !graph || !list) return false;
  const theme = pageTheme(frame);
  if (theme !== root.dataset.theme) root.dataset.theme = theme;
  const { request, drawing, start } = JSON.parse(frame.dataset.jaxVizFirst ?? '') as FirstView;
  const part = (name: string): HTMLElement => graph.querySelector<HTMLElement>(name)!;
  const elements = { picture: part('.drawing'), world: part('.world'), more: SIDES.map(side => part(`.more.${side}`)) };
  // All that lays the page out comes before all that changes it.
  const view = { width: graph.clientWidth, height: graph.clientHeight };
  const wanted = { ...request, budget: budgetFor(view.width, view.height), language: pageLanguage() };
  if (!serves(request, wanted)) return false;
  scrollToLinked(list, [...list.querySelectorAll<HTMLElement>('.has-equations')]);
  // Laid out at one scale and then at another, all its text would be laid out twice: the drawing comes only now.
  const camera = firstCamera(drawing, view, start);
  place(elements, camera, drawing, view);
  for (const title of elements.world.querySelectorAll('.jv-title')) stickTitle(title, camera, view);
  elements.picture.style.removeProperty('display');
  return true;
}

/** Settles when something is on the screen; a page in the background waits for nothing. */
function painted(): Promise<unknown> {
  return new Promise(resolve => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, NO_PAINT);
  });
}

async function startWhenPainted(): Promise<void> {
  if (document.readyState === 'loading') {
    await new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  await painted();
  await startViewer();
}

for (const frame of document.querySelectorAll<HTMLElement>('[data-jax-viz-first]')) {
  if (arrange(frame)) frame.style.removeProperty('opacity');
  else frame.remove();
}
void startWhenPainted();
