/** Makes and removes the elements of a scene, in slices: all of a small one, of a large one those that are asked for. */
import { svg } from '../dom/elements';
import { BRISK, GENTLE } from '../dom/slices';
import type { Scene } from '../layout/scene';
import { boxFigure, edgeFigure, titleFigure } from '../layout/shapes';
import type { Camera, Size } from './camera';
import { edgeLabel, figureElement, titleElement } from './figures';
import { isStrong, MARKS, marksOf, type Marks } from './marks';
import { passingElement, type Pieces } from './passing';
import { moveBy, stickTitle } from './placing';
import { depthOf, type Columns } from './scene-access';

/** The first slice may take this long, so that usual graphs appear at once. */
const FIRST_SLICE = 16;
/** So many boxes and edges are laid out and painted in one frame. */
export const FEW = 300;

type Elements = Map<number, SVGGElement>;

export class Painter {
  private readonly areas = svg('g');
  private readonly edges = svg('g');
  private readonly titles = svg('g', { 'aria-hidden': 'true' });
  private readonly boxes = svg('g');
  private readonly layers = [this.areas, this.edges, this.titles, this.boxes];
  readonly element = svg('g', { class: 'world' }, ...this.layers);

  private scene: Scene | null = null;
  private columns: Columns | null = null;
  private pathOf: (row: number) => string = () => '';
  private readonly boxElements: Elements = new Map();
  /** Titles of open boxes by the box's index; they lie above the edges. */
  private readonly titleElements: Elements = new Map();
  private readonly edgeElements: Elements = new Map();
  private marks: Marks | null = null;
  private window: { readonly camera: Camera; readonly view: Size } | null = null;
  private passing: SVGGElement | null = null;
  private painting: AbortController | null = null;

  setScene(scene: Scene, columns: Columns, pathOf: (row: number) => string): void {
    this.stop();
    this.scene = scene;
    this.columns = columns;
    this.pathOf = pathOf;
    // Marks are about the boxes of the old scene; new ones are told next.
    this.marks = null;
    this.clear();
  }

  /** Draws these boxes and edges and no others, and what passes by. Settles with true when they are there, with false when overtaken. */
  async paint(boxes: Iterable<number>, edges: Iterable<number>, passing: Pieces | null = null): Promise<boolean> {
    const { scene, columns } = this;
    if (scene === null || columns === null) return false;
    this.stop();
    const painting = new AbortController();
    this.painting = painting;
    const wanted = { boxes: new Set(boxes), edges: new Set(edges) };
    const pace = wanted.boxes.size + wanted.edges.size <= FEW ? BRISK : GENTLE;
    let end = performance.now() + Math.max(pace.slice, this.boxElements.size === 0 ? FIRST_SLICE : 0);
    for (const step of this.steps(scene, columns, wanted)) {
      step();
      if (performance.now() < end) continue;
      await pace.rest();
      if (painting.signal.aborted) return false;
      end = performance.now() + pace.slice;
    }
    this.passing?.remove();
    this.passing = passing === null ? null : passingElement(passing);
    if (this.passing !== null) this.edges.prepend(this.passing);
    return true;
  }

  /** Keeps titles of open boxes in the window, and what is pressed beside them. */
  stick(camera: Camera, view: Size): void {
    this.window = { camera, view };
    for (const index of this.titleElements.keys()) this.stickOne(index);
  }

  private stickOne(index: number): void {
    const title = this.titleElements.get(index);
    if (title === undefined || this.window === null || this.window.view.width === 0) return;
    const sign = stickTitle(title, this.window.camera, this.window.view);
    const grip = this.boxElements.get(index)?.querySelector(':scope > .toggle-grip') ?? null;
    if (grip !== null) moveBy(grip, sign);
  }

  stop(): void {
    this.painting?.abort();
  }

  mark(marks: Marks): void {
    this.marks = marks;
    for (const [index, element] of this.boxElements) this.markBox(element, index);
    for (const [index, element] of this.edgeElements) this.markEdge(element, index);
  }

  /** What is drawn of a box: its own element, and its title where it is open. */
  elementsOf(index: number): SVGGElement[] {
    return [this.boxElements.get(index), this.titleElements.get(index)].filter(element => element !== undefined);
  }

  /** All edges, to be moved or faded as one: an animation each would make a layer of each. */
  get edgeLayer(): SVGGElement {
    return this.edges;
  }

  /** Whether a box has its element in the drawing. */
  has(index: number): boolean {
    return this.boxElements.get(index)?.isConnected === true;
  }

  private clear(): void {
    for (const elements of [this.boxElements, this.titleElements, this.edgeElements]) elements.clear();
    for (const layer of this.layers) layer.replaceChildren();
  }

  /** One small piece of work at a time; boxes first, they say more than edges. */
  private *steps(
    scene: Scene,
    columns: Columns,
    wanted: { boxes: ReadonlySet<number>; edges: ReadonlySet<number> }
  ): Generator<() => void> {
    for (const index of [...this.boxElements.keys()]) {
      if (wanted.boxes.has(index)) continue;
      yield () => {
        drop(this.boxElements, index);
        drop(this.titleElements, index);
      };
    }
    for (const index of [...this.edgeElements.keys()]) {
      if (!wanted.edges.has(index)) yield () => drop(this.edgeElements, index);
    }
    for (const index of wanted.boxes) {
      if (!this.boxElements.has(index)) yield () => this.addBox(scene, columns, index);
    }
    for (const index of wanted.edges) {
      if (!this.edgeElements.has(index)) yield () => this.addEdge(scene, index);
    }
  }

  private addBox(scene: Scene, columns: Columns, index: number): void {
    const box = scene.boxes[index];
    const element = figureElement(boxFigure(box, index, this.pathOf));
    this.boxElements.set(index, element);
    if (box.open) {
      const title = titleElement(titleFigure(box, index), box, depthOf(columns, index));
      this.titleElements.set(index, title);
      this.titles.append(title);
    }
    this.markBox(element, index);
    if (box.open) {
      this.areas.insertBefore(element, this.areaAfter(index));
      this.stickOne(index);
    } else this.boxes.append(element);
  }

  /** An outer area over an inner one would take its clicks: they stand in the order of the scene. */
  private areaAfter(index: number): SVGGElement | null {
    let next = Infinity;
    for (const other of this.titleElements.keys()) if (other > index && other < next) next = other;
    return this.boxElements.get(next) ?? null;
  }

  private addEdge(scene: Scene, index: number): void {
    const edge = scene.edges[index];
    const element = figureElement(edgeFigure(scene, edge, index));
    element.append(edgeLabel(edge));
    this.markEdge(element, index);
    this.edgeElements.set(index, element);
    this.edges.append(element);
  }

  private markBox(element: SVGGElement, index: number): void {
    const marks = marksOf(this.marks?.[index] ?? 0);
    for (const mark of MARKS) element.classList.toggle(mark, marks.includes(mark));
    // The title's plate has the colour of the ground around it.
    this.titleElements.get(index)?.classList.toggle('on-chosen', marks.includes('chosen'));
  }

  private markEdge(element: SVGGElement, index: number): void {
    const { marks, columns } = this;
    const near = marks !== null && columns !== null;
    element.classList.toggle(
      'near',
      near && (isStrong(marks[columns.from[index]]) || isStrong(marks[columns.to[index]]))
    );
  }
}

function drop(elements: Elements, index: number): void {
  elements.get(index)?.remove();
  elements.delete(index);
}
