/** The viewer's first paint as HTML, made in QuickJS where Python saves a page. */
import { Viewer } from '../viewer/viewer';
import { startOf } from '../graph/start';
import { carried } from '../layout/first-scene';
import { plainArrays } from '../layout/scene-json';
import type { ShownScene } from '../views/program/scenes';
import type { FirstView } from './first-view';
import { installGlobals } from './globals';
import type { MarkupElement } from './markup';

/** For Python: texts in, texts out. A call's promises settle before the next call. */
interface TextSide {
  open(json: string): void;
  /** `{markup, request, scene, svg}` as JSON: the scene as its columns, and the picture for who runs no scripts. */
  result(): string;
  close(): void;
}

declare const globalThis: { jaxViz?: TextSide };

installGlobals();

let viewer: Viewer | null = null;
let figure: HTMLElement | null = null;
let picture = '';
let fault: unknown = new Error('The viewer did not finish its first paint.');

globalThis.jaxViz = {
  open(json) {
    figure = document.createElement('div');
    viewer = new Viewer(figure, { json }, { height: 'fill', links: false });
    // The report is opened once for both: that is most of the work.
    const { ready } = viewer;
    ready
      .then(async () => {
        picture = await viewer!.svg();
        fault = null;
      })
      .catch((reason: unknown) => (fault = reason));
  },
  result() {
    if (fault !== null) throw fault;
    const shown = viewer?.shown();
    if (shown === null || shown === undefined) throw new Error('The viewer drew nothing.');
    const frame = (figure as unknown as MarkupElement).children[0];
    // The page shows it when it fits the window; until the viewer has taken its place, nothing in it answers.
    frame.removeAttribute('data-jax-viz-viewer');
    frame.setAttribute('data-jax-viz-first', JSON.stringify(firstView(shown)));
    frame.setAttribute('inert', '');
    frame.style.opacity = '0';
    drawingOf(frame).style.display = 'none';
    return JSON.stringify({ markup: frame.markup, ...carried(shown), svg: picture }, plainArrays);
  },
  close() {
    viewer?.dispose();
    viewer = null;
    figure = null;
    picture = '';
    fault = new Error('No report is open.');
  }
};

function drawingOf(frame: MarkupElement): MarkupElement {
  const search = (element: MarkupElement): MarkupElement | undefined =>
    element.classList.contains('drawing') ? element : element.children.map(search).find(Boolean);
  return search(frame.shadow!)!;
}

function firstView({ request, scene }: ShownScene): FirstView {
  const { width, height } = scene;
  const { focus, whole } = startOf(scene);
  return {
    request,
    drawing: { width, height },
    start: { focus, whole: whole.map(box => ({ x: box.x, y: box.y, width: box.width, height: box.height })) }
  };
}
