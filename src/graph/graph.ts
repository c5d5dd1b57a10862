/**
 * One graph on the screen: draws a scene, moves the camera, tells what the user points at. It knows boxes and
 * nothing of equations' meaning; what is chosen is told to it.
 */
import { html, listen, svg } from '../dom/elements';
import type { Scene } from '../layout/scene';
import {
  firstCamera,
  fitCamera,
  keepInside,
  reveal,
  scroll,
  settle,
  SIDES,
  visibleWorld,
  zoomAt,
  type Camera,
  type Size
} from './camera';
import { hint } from './figures';
import { glide, type Move, type Spot } from './glide';
import { Painter, type Mark } from './painter';
import { place } from './placing';
import { connectPointer } from './pointer';
import { startOf } from './start';

export type { Mark } from './painter';

export interface GraphEvents {
  hover(box: number): void;
  choose(box: number, add: boolean): void;
  toggle(box: number): void;
  /** The empty ground was clicked. */
  ground(): void;
  key(event: KeyboardEvent): void;
}

export interface GraphOptions {
  readonly label: string;
  readonly hint: string;
  readonly pathOf: (row: number) => string;
  readonly events: GraphEvents;
  readonly signal: AbortSignal;
}

/** With more boxes in sight nothing glides: it would stutter. */
const GLIDE_MOST = 400;
/** Part of the window that may be empty beside a drawing that was dragged. */
const SLACK = 0.5;
/** Windows around the visible one that are drawn ahead. */
const AROUND = 0.6;

let instances = 0;

export class Graph {
  readonly element: HTMLElement;
  private readonly painter = new Painter();
  private readonly picture: SVGSVGElement;
  /** Signs at the sides beyond which there is more. */
  private readonly more = SIDES.map(side => html('i', { class: `more ${side}`, 'aria-hidden': 'true', hidden: true }));
  private readonly signal: AbortSignal;
  private readonly pathOf: (row: number) => string;

  private scene: Scene | null = null;
  private indexOf = new Map<string, number>();
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private view: Size = { width: 0, height: 0 };
  private frame = 0;
  private active: SVGGElement | null = null;
  private readonly activeId: string;
  /** Whether the user has moved the camera since it was last set for a whole scene. */
  private touched = false;

  constructor(options: GraphOptions) {
    const { signal } = options;
    this.signal = signal;
    this.pathOf = options.pathOf;
    instances += 1;
    const hintId = `jaxviz-graph-hint-${instances}`;
    this.activeId = `jaxviz-graph-active-${instances}`;
    this.picture = svg(
      'svg',
      { class: 'drawing', role: 'graphics-document img', 'aria-label': options.label, width: '100%', height: '100%' },
      this.painter.element
    );
    this.element = html(
      'div',
      { class: 'graph', tabindex: 0, role: 'application', 'aria-label': options.label, 'aria-describedby': hintId },
      this.picture,
      ...this.more,
      hint(hintId, options.hint)
    );
    connectPointer({
      element: this.element,
      signal,
      boxAt: target => this.boxAt(target),
      below: event => this.below(event),
      pan: (dx, dy) => this.pan(dx, dy),
      drag: (dx, dy) => this.drag(dx, dy),
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      events: options.events
    });
    listen(this.element, 'keydown', event => options.events.key(event), signal);
    this.followSize();
  }

  /** The number of equations that what is drawn stands for. */
  drawn(): number {
    return this.painter.drawn();
  }

  get shown(): Scene | null {
    return this.scene;
  }

  get position(): { camera: Camera; touched: boolean } {
    return { camera: this.camera, touched: this.touched };
  }

  boxIndex(id: string): number {
    return this.indexOf.get(id) ?? -1;
  }

  /**
   * Draws a scene. The box `anchor` stays where it is on the screen, if it can be seen there; without one the camera
   * is set anew.
   */
  async show(
    scene: Scene,
    anchor: string | null,
    position: { camera: Camera; touched: boolean } | null = null
  ): Promise<void> {
    const before = this.spots();
    const old = anchor === null ? undefined : before.get(anchor);
    this.scene = scene;
    this.active = null;
    this.indexOf = new Map(scene.boxes.map((box, index) => [box.id, index]));
    this.painter.setScene(scene, this.pathOf);
    // Asking the page for a size lays it out; the observer tells when it changes.
    if (this.view.width === 0) this.readSize();
    const kept = old === undefined ? -1 : this.boxIndex(anchor!);
    if (position?.touched === true) {
      this.camera = position.camera;
      this.touched = true;
    } else if (old !== undefined && kept >= 0) {
      const { zoom } = this.camera;
      const box = scene.boxes[kept];
      const camera = { x: old.x - box.x * zoom, y: old.y - box.y * zoom, zoom };
      this.camera = this.view.width === 0 ? camera : settle(camera, box, scene, this.view);
    } else {
      this.camera = firstCamera(scene, this.view, startOf(scene));
      this.touched = false;
    }
    this.moveWorld();
    await this.paint();
    if (this.scene === scene && kept >= 0) this.glideFrom(before);
  }

  /** Sets how boxes look; edges for which `near` holds are drawn strongly. */
  mark(marksOf: (box: number) => readonly Mark[], near: (edge: number) => boolean): void {
    this.painter.mark(marksOf, near);
    const active = this.picture.querySelector<SVGGElement>('.jv-box.current');
    if (this.active !== null) this.active.removeAttribute('id');
    this.active = active;
    if (active === null) this.element.removeAttribute('aria-activedescendant');
    else {
      active.id = this.activeId;
      this.element.setAttribute('aria-activedescendant', this.activeId);
    }
  }

  fit(): void {
    if (this.scene === null) return;
    this.readSize();
    this.camera = fitCamera(this.scene, this.view);
    this.touched = false;
    this.applyCamera();
  }

  zoom(factor: number, x = this.view.width / 2, y = this.view.height / 2): void {
    if (this.scene === null) return;
    this.touched = true;
    this.camera = keepInside(zoomAt(this.camera, factor, x, y), this.scene, this.view, SLACK);
    this.applyCamera();
  }

  /** Moves the drawing with the pointer. */
  drag(dx: number, dy: number): void {
    if (this.scene === null) return;
    this.touched = true;
    this.camera = keepInside(
      { ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy },
      this.scene,
      this.view,
      SLACK
    );
    this.applyCamera();
  }

  /** Scrolls the drawing; false where it is at its end already. */
  pan(dx: number, dy: number): boolean {
    if (this.scene === null) return false;
    const moved = scroll(this.camera, dx, dy, this.scene, this.view);
    if (Math.abs(moved.x - this.camera.x) < 0.5 && Math.abs(moved.y - this.camera.y) < 0.5) return false;
    this.touched = true;
    this.camera = moved;
    this.applyCamera();
    return true;
  }

  /** Brings a box into the window; `tidy` also takes away ground beside the drawing that need not be seen. */
  reveal(box: number, tidy = false): void {
    if (this.scene === null || this.view.width === 0) return;
    const camera = reveal(this.camera, this.scene.boxes[box], this.view);
    this.camera = tidy ? keepInside(camera, this.scene, this.view) : camera;
    this.applyCamera();
  }

  private boxAt(target: EventTarget | null): number {
    const element = target instanceof Element ? target.closest('.jv-box[data-id]') : null;
    return element === null ? -1 : this.boxIndex(element.getAttribute('data-id') ?? '');
  }

  /** What a press is for: edges take the pointer for their labels only, so it goes to the box below. */
  private below(event: MouseEvent): EventTarget | null {
    const { target } = event;
    const root = this.element.getRootNode();
    if (!(target instanceof Element) || target.closest('.jv-edge') === null) return target;
    if (!(root instanceof ShadowRoot || root instanceof Document)) return target;
    return root.elementsFromPoint(event.clientX, event.clientY).find(one => one.closest('.jv-box') !== null) ?? target;
  }

  private spots(): Map<string, Spot> {
    const spots = new Map<string, Spot>();
    const { x, y, zoom } = this.camera;
    for (const box of this.scene?.boxes ?? []) spots.set(box.id, { x: box.x * zoom + x, y: box.y * zoom + y });
    return spots;
  }

  private glideFrom(before: ReadonlyMap<string, Spot>): void {
    const { scene, camera } = this;
    if (scene === null || scene.boxes.length > GLIDE_MOST) return;
    const moves = scene.boxes.flatMap((box, index): Move[] => {
      const elements = this.painter.elementsOf(index);
      const old = before.get(box.id);
      if (old === undefined) return elements.map(element => ({ element, from: null }));
      const from = { x: (old.x - camera.x) / camera.zoom - box.x, y: (old.y - camera.y) / camera.zoom - box.y };
      return Math.abs(from.x) + Math.abs(from.y) < 0.5 ? [] : elements.map(element => ({ element, from }));
    });
    glide([...moves, { element: this.painter.edgeLayer, from: null }]);
  }

  private applyCamera(): void {
    this.moveWorld();
    if (this.frame !== 0 || this.scene === null) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.signal.aborted) void this.paint();
    });
  }

  private moveWorld(): void {
    const { picture, more, painter } = this;
    place({ picture, world: painter.element, more }, this.camera, this.scene, this.view);
  }

  private paint(): Promise<void> {
    const seen = visibleWorld(this.camera, this.view);
    return this.painter.paint(seen, visibleWorld(this.camera, this.view, AROUND), this.camera.zoom);
  }

  /** The window's size, asked of the page now. */
  size(): Size {
    this.readSize();
    return this.view;
  }

  private readSize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth > 0) this.view = { width: clientWidth, height: clientHeight };
  }

  private followSize(): void {
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const before = this.view;
      this.readSize();
      if (this.scene === null || (before.width === this.view.width && before.height === this.view.height)) return;
      // A camera that nobody moved follows the window; else the middle stays in the middle.
      this.camera =
        this.touched && before.width > 0
          ? keepInside(
              { ...this.camera, x: this.camera.x + (this.view.width - before.width) / 2 },
              this.scene,
              this.view
            )
          : firstCamera(this.scene, this.view, startOf(this.scene));
      this.applyCamera();
    });
    observer.observe(this.element);
    this.signal.addEventListener(
      'abort',
      () => {
        observer.disconnect();
        this.painter.stop();
        cancelAnimationFrame(this.frame);
      },
      { once: true }
    );
  }
}
