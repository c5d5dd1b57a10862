/**
 * One graph on the screen: draws a scene, moves the camera, tells what the user points at. It knows boxes and
 * nothing of equations' meaning; what is chosen is told to it.
 */
import { html, listen, svg } from '../dom/elements';
import type { Store } from '../dom/store';
import type { Scene } from '../layout/scene';
import { anchored, glideFrom, spotsOf } from './anchoring';
import {
  firstCamera,
  fitCamera,
  keepInside,
  leastZoom,
  reveal,
  scroll,
  SIDES,
  visibleWorld,
  zoomAt,
  type Camera,
  type Size
} from './camera';
import { hint } from './figures';
import { hitInElements, NO_HIT } from './hit';
import { Inks } from './inks';
import { LargeDrawing } from './large';
import type { Marks } from './marks';
import { Minimap } from './minimap';
import { Painter } from './painter';
import { place } from './placing';
import { connectPointer, type PointerHit } from './pointer';
import { columnsOf, indexOfId } from './scene-access';
import { startOf } from './start';

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
  /** Says which share of a large drawing is in the window. */
  readonly inSight: (share: number) => string;
  readonly minimapTitle: string;
  /** Whether a large drawing shows itself small in the corner. */
  readonly minimap: Store<boolean>;
  readonly pathOf: (row: number) => string;
  readonly events: GraphEvents;
  readonly signal: AbortSignal;
}

/** With fewer boxes everything has elements, at once and always. */
const DRAW_ALL = 400;
/** Part of the window that may be empty beside a drawing that was dragged. */
const SLACK = 0.5;

let instances = 0;

export class Graph {
  readonly element: HTMLElement;
  private readonly painter = new Painter();
  private readonly picture: SVGSVGElement;
  /** Signs at the sides beyond which there is more. */
  private readonly more = SIDES.map(side => html('i', { class: `more ${side}`, 'aria-hidden': 'true', hidden: true }));
  private readonly minimap: Minimap;
  /** The share in sight, for screen readers. */
  private readonly sight: HTMLElement;
  private readonly signal: AbortSignal;
  private readonly pathOf: (row: number) => string;

  private scene: Scene | null = null;
  /** Of a large scene, in place of elements. */
  private large: LargeDrawing | null = null;
  private inks: Inks | null = null;
  /** Aborts what is made for a scene when another comes. */
  private coming = new AbortController();
  private marks: Marks | null = null;
  /** Settles when the scene that was told last is the one that is shown, drawn or not. */
  placed: Promise<void> = Promise.resolve();
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private view: Size = { width: 0, height: 0 };
  /** The small scene whose elements are made, or being made. */
  private painted: Scene | null = null;
  private frame = 0;
  private active: SVGGElement | null = null;
  private readonly activeId: string;
  /** Whether the user has moved the camera since it was last set for a whole scene. */
  private touched = false;

  constructor(private readonly options: GraphOptions) {
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
    this.sight = hint(`${hintId}-sight`, '');
    this.minimap = new Minimap(options.minimapTitle, (x, y) => this.centre(x, y), signal);
    options.minimap.watch(() => this.followWindow(), signal);
    connectPointer({
      element: this.element,
      signal,
      hit: (event, press) => this.hit(event, press),
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
    if (this.large !== null) return this.large.drawn();
    const { boxes } = this.scene ?? { boxes: [] };
    return boxes.reduce((sum, box, index) => sum + (this.painter.has(index) ? box.equations.length : 0), 0);
  }

  get shown(): Scene | null {
    return this.scene;
  }

  get position(): { camera: Camera; touched: boolean } {
    return { camera: this.camera, touched: this.touched };
  }

  boxIndex(id: string): number {
    return this.scene === null ? -1 : indexOfId(this.scene, id);
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
    this.coming.abort();
    const coming = new AbortController();
    this.coming = coming;
    let there = (): void => undefined;
    this.placed = new Promise(resolve => (there = resolve));
    coming.signal.addEventListener('abort', there, { once: true });
    const large = scene.boxes.length > DRAW_ALL ? await this.prepare(scene, coming.signal) : null;
    if (coming.signal.aborted || this.signal.aborted) return;
    const before = spotsOf(this.scene, this.camera, anchor);
    const old = anchor === null ? undefined : before.get(anchor);
    this.large?.close();
    this.scene = scene;
    this.active = null;
    this.painted = null;
    this.large = large;
    this.minimap.clear();
    this.sight.textContent = '';
    this.painter.setScene(scene, columnsOf(scene), this.pathOf);
    large?.open(this.picture);
    // Marks that were told meanwhile are about this scene.
    if (large !== null && this.marks !== null) this.mark(this.marks);
    // Asking the page for a size lays it out; the observer tells when it changes.
    if (this.view.width === 0) this.readSize();
    const kept = old === undefined ? -1 : this.boxIndex(anchor!);
    if (position?.touched === true) {
      this.camera = position.camera;
      this.touched = true;
    } else if (old !== undefined && kept >= 0) {
      this.camera = anchored(scene, kept, old, this.camera.zoom, this.view);
    } else {
      this.camera = firstCamera(scene, this.view, startOf(scene));
      this.touched = false;
    }
    this.moveWorld();
    there();
    await this.paint();
    if (this.scene === scene && kept >= 0) glideFrom(before, scene, this.camera, this.painter);
  }

  private async prepare(scene: Scene, signal: AbortSignal): Promise<LargeDrawing | null> {
    if (this.inks === null) {
      this.inks = new Inks(() => this.large?.recolour(), this.signal);
      this.element.append(this.inks.element, this.minimap.element, this.sight);
      const described = this.element.getAttribute('aria-describedby');
      this.element.setAttribute('aria-describedby', `${described} ${this.sight.id}`);
    }
    const large = new LargeDrawing(scene, this.painter, this.inks, () => this.rested());
    return (await large.prepare(signal)) ? large : null;
  }

  /** A large drawing has all its tiles, or other elements. */
  private rested(): void {
    this.showActive();
    this.drawMinimap();
    if (this.scene === null) return;
    const share = this.followWindow();
    this.sight.textContent = this.large === null ? '' : this.options.inSight(share);
  }

  private drawMinimap(): void {
    const { large, inks } = this;
    const whole = large?.whole() ?? null;
    if (large === null || inks === null || whole === null) this.minimap.clear();
    else this.minimap.draw({ ...whole, columns: large.columns }, this.marks, inks);
  }

  private followWindow(): number {
    if (this.scene === null || this.large === null) return 1;
    return this.minimap.follows(visibleWorld(this.camera, this.view), this.scene, this.options.minimap.value);
  }

  /** Brings a place of the drawing into the window's middle. */
  private centre(x: number, y: number): void {
    const { zoom } = this.camera;
    this.drag(this.view.width / 2 - x * zoom - this.camera.x, this.view.height / 2 - y * zoom - this.camera.y);
  }

  /** Sets how boxes look, a byte each; edges at those that are chosen or pointed at are drawn strongly. */
  mark(marks: Marks): void {
    this.marks = marks;
    // A large scene takes a moment to come: these may be about it already.
    if (this.scene === null || marks.length !== this.scene.boxes.length) return;
    if (this.large === null) this.painter.mark(marks);
    else {
      this.large.mark(marks);
      this.drawMinimap();
    }
    this.showActive();
  }

  /** Tells screen readers which box is under the keyboard. */
  private showActive(): void {
    const active = this.picture.querySelector<SVGGElement>('.jv-box.current');
    if (active === this.active) return;
    this.active?.removeAttribute('id');
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
    const least = leastZoom(this.scene, this.view);
    this.camera = keepInside(zoomAt(this.camera, factor, x, y, least), this.scene, this.view, SLACK);
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

  private hit(event: MouseEvent, press: boolean): PointerHit {
    // Numbers of boxes are about the scene that was told last, which is not on the screen yet.
    if (this.marks !== null && this.marks.length !== this.scene?.boxes.length) return NO_HIT;
    if (this.large === null) return hitInElements(event, this.element.getRootNode(), press, id => this.boxIndex(id));
    const { left, top } = this.element.getBoundingClientRect();
    return this.large.hit(event.clientX - left, event.clientY - top);
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

  private async paint(): Promise<void> {
    const { scene, large } = this;
    if (scene === null) return;
    if (large !== null) {
      this.followWindow();
      await large.show(this.camera, this.view);
    } else if (this.painted !== scene) {
      this.painted = scene;
      await this.painter.paint(scene.boxes.keys(), scene.edges.keys());
    }
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
        this.coming.abort();
        this.painter.stop();
        this.large?.close();
        cancelAnimationFrame(this.frame);
      },
      { once: true }
    );
  }
}
