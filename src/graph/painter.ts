/** Makes and removes the elements of a scene, in slices; only those in or near the window where there are many. */
import { svg } from '../dom/elements';
import { BRISK, GENTLE } from '../dom/slices';
import type { Scene } from '../layout/scene';
import { boxFigure, edgeFigure, titleFigure } from '../layout/shapes';
import type { Rect } from './camera';
import { boundsOf, Culling, DRAW_ALL, type Bounds, type Detail } from './culling';
import { edgeLabel, farBox, farEdges, figureElement, titleElement } from './figures';

/** How a box looks because of what is chosen, hovered or found. */
export type Mark = 'chosen' | 'part' | 'preview' | 'match' | 'faded' | 'current';
const MARKS: readonly Mark[] = ['chosen', 'part', 'preview', 'match', 'faded', 'current'];

/** The first slice may take this long, so that usual graphs appear at once. */
const FIRST_SLICE = 16;
/** So many boxes and edges are laid out and painted in one frame. */
const FEW = 300;

export class Painter {
  private readonly areas = svg('g');
  private readonly edges = svg('g');
  private readonly titles = svg('g', { 'aria-hidden': 'true' });
  private readonly boxes = svg('g');
  private readonly layers = [this.areas, this.edges, this.titles, this.boxes];
  readonly element = svg('g', { class: 'world' }, ...this.layers);

  private scene: Scene | null = null;
  private pathOf: (row: number) => string = () => '';
  private bounds: Bounds = { boxes: [], edges: [] };
  private culling = new Culling(true);
  private drawnDetail: Detail = 'full';
  private boxElements: (SVGGElement | undefined)[] = [];
  /** Titles of open boxes by the box's index; they lie above the edges. */
  private titleElements: (SVGGElement | undefined)[] = [];
  private edgeElements: (SVGGElement | undefined)[] = [];
  private marksOf: (box: number) => readonly Mark[] = () => [];
  private isNear: (edge: number) => boolean = () => false;
  private painting: AbortController | null = null;
  /** Every box has had its turn at least once. */
  private complete = false;

  setScene(scene: Scene, pathOf: (row: number) => string): void {
    this.painting?.abort();
    this.scene = scene;
    this.pathOf = pathOf;
    this.bounds = boundsOf(scene);
    this.culling = new Culling(scene.boxes.length <= DRAW_ALL);
    // Marks are about the boxes of the old scene; new ones are told next.
    this.marksOf = () => [];
    this.isNear = () => false;
    this.complete = false;
    this.clear();
  }

  /** Draws what `seen` shows, and `wide` around it. Settles when it is there, or is overtaken by another call. */
  async paint(seen: Rect, wide: Rect, zoom: number): Promise<void> {
    const { scene } = this;
    if (scene === null || !this.culling.moveTo(seen, wide, zoom)) return;
    this.painting?.abort();
    const painting = new AbortController();
    this.painting = painting;
    if (this.drawnDetail !== this.culling.detail) this.clear();
    this.drawnDetail = this.culling.detail;
    const pace = scene.boxes.length + scene.edges.length <= FEW ? BRISK : GENTLE;
    let end = performance.now() + (this.complete ? pace.slice : Math.max(pace.slice, FIRST_SLICE));
    for (const step of this.steps(scene)) {
      step();
      if (performance.now() < end) continue;
      await pace.rest();
      if (painting.signal.aborted) return;
      end = performance.now() + pace.slice;
    }
    this.complete = true;
  }

  stop(): void {
    this.painting?.abort();
  }

  mark(marksOf: (box: number) => readonly Mark[], near: (edge: number) => boolean): void {
    this.marksOf = marksOf;
    this.isNear = near;
    this.boxElements.forEach((element, index) => {
      if (element !== undefined) this.markBox(element, index);
    });
    this.edgeElements.forEach((element, index) => element?.classList.toggle('near', near(index)));
  }

  /** What is drawn of a box: its own element, and its title where it is open. */
  elementsOf(index: number): SVGGElement[] {
    return [this.boxElements[index], this.titleElements[index]].filter(element => element !== undefined);
  }

  /** All edges, to be moved or faded as one: an animation each would make a layer of each. */
  get edgeLayer(): SVGGElement {
    return this.edges;
  }

  /** Equations that what is drawn stands for. A box outside the window counts once its turn has come. */
  drawn(): number {
    let sum = 0;
    this.scene?.boxes.forEach((box, index) => {
      const there =
        this.boxElements[index]?.isConnected ?? (this.complete && !this.culling.wants(this.bounds.boxes[index]));
      if (there) sum += box.equations.length;
    });
    return sum;
  }

  private clear(): void {
    this.boxElements = [];
    this.titleElements = [];
    this.edgeElements = [];
    for (const layer of this.layers) layer.replaceChildren();
  }

  /** One small piece of work at a time; boxes first, they say more than edges. */
  private *steps(scene: Scene): Generator<() => void> {
    const far = this.drawnDetail === 'far';
    for (let index = 0; index < scene.boxes.length; index += 1) {
      if (!this.culling.wants(this.bounds.boxes[index])) {
        if (this.boxElements[index] !== undefined) {
          yield () => {
            this.drop(this.boxElements, index);
            this.drop(this.titleElements, index);
          };
        }
      } else if (this.boxElements[index] === undefined) yield () => this.addBox(scene, index, far);
    }
    if (far) {
      if (this.edges.childElementCount === 0) yield () => this.edges.append(farEdges(scene));
      return;
    }
    for (let index = 0; index < scene.edges.length; index += 1) {
      if (!this.culling.wants(this.bounds.edges[index])) {
        if (this.edgeElements[index] !== undefined) yield () => this.drop(this.edgeElements, index);
      } else if (this.edgeElements[index] === undefined) yield () => this.addEdge(scene, index);
    }
  }

  private drop(elements: (SVGGElement | undefined)[], index: number): void {
    elements[index]?.remove();
    elements[index] = undefined;
  }

  private addBox(scene: Scene, index: number, far: boolean): void {
    const box = scene.boxes[index];
    const element = far ? farBox(box) : figureElement(boxFigure(box, index, this.pathOf));
    this.boxElements[index] = element;
    if (box.open && !far) {
      const title = titleElement(titleFigure(box, index), depthOf(scene, index));
      this.titleElements[index] = title;
      this.titles.append(title);
    }
    this.markBox(element, index);
    if (!box.open) {
      this.boxes.append(element);
      return;
    }
    // An outer area over an inner one would take its clicks.
    let next = index + 1;
    while (next < scene.boxes.length && !(scene.boxes[next].open && this.boxElements[next] !== undefined)) next += 1;
    this.areas.insertBefore(element, this.boxElements[next] ?? null);
  }

  private addEdge(scene: Scene, index: number): void {
    const edge = scene.edges[index];
    const element = figureElement(edgeFigure(scene, edge, index));
    element.append(edgeLabel(edge));
    element.classList.toggle('near', this.isNear(index));
    this.edgeElements[index] = element;
    this.edges.append(element);
  }

  private markBox(element: SVGGElement, index: number): void {
    const marks = this.marksOf(index);
    for (const mark of MARKS) element.classList.toggle(mark, marks.includes(mark));
    // The title's plate has the colour of the ground around it.
    this.titleElements[index]?.classList.toggle('on-chosen', marks.includes('chosen'));
  }
}

/** How many open boxes a box lies in, with itself. */
function depthOf(scene: Scene, index: number): number {
  let depth = 0;
  for (let at = index; at >= 0; at = scene.boxes[at].parent) depth += 1;
  return depth;
}
