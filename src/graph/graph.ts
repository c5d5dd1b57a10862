/**
 * One graph on the screen: draws a scene, moves the camera, tells what the user points at. It knows boxes and
 * nothing of equations' meaning; what is chosen is told to it.
 */
import { html, listen, svg } from '../dom/elements';
import type { Scene } from '../layout/scene';
import { anchored, glideFrom, spotsOf } from './anchoring';
import { SIDES, type Size } from './camera';
import { Corner, type CornerOptions } from './corner';
import { hint } from './figures';
import { hitInElements, NO_HIT } from './hit';
import { Inks } from './inks';
import { LargeDrawing } from './large';
import type { Marks } from './marks';
import { Painter } from './painter';
import { place } from './placing';
import { connectPointer, type PointerHit } from './pointer';
import { columnsOf, indexOfId } from './scene-access';
import { startOf } from './start';
import { Viewport, type Position } from './viewport';

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
  readonly corner: CornerOptions;
  readonly pathOf: (row: number) => string;
  readonly events: GraphEvents;
  readonly signal: AbortSignal;
}

/** With fewer boxes everything has elements, at once and always. */
const DRAW_ALL = 400;

let instances = 0;

export class Graph {
  readonly element: HTMLElement;
  private readonly painter = new Painter();
  private readonly picture: SVGSVGElement;
  /** Signs at the sides beyond which there is more. */
  private readonly more = SIDES.map(side => html('i', { class: `more ${side}`, 'aria-hidden': 'true', hidden: true }));
  private readonly corner: Corner;
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
  private readonly viewport: Viewport;
  /** The small scene whose elements are made, or being made. */
  private painted: Scene | null = null;
  private frame = 0;
  private active: SVGGElement | null = null;
  private readonly activeId: string;

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
    const centre = (x: number, y: number): void => this.move(scene => this.viewport.centre(scene, x, y));
    this.corner = new Corner(`${hintId}-sight`, options.corner, centre, signal);
    this.viewport = new Viewport(this.element);
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

  get position(): Position {
    const { camera, touched } = this.viewport;
    return { camera, touched };
  }

  boxIndex(id: string): number {
    return this.scene === null ? -1 : indexOfId(this.scene, id);
  }

  /**
   * Draws a scene. The box `anchor` stays where it is on the screen, if it can be seen there; without one the camera
   * is set anew.
   */
  async show(scene: Scene, anchor: string | null, position: Position | null = null): Promise<void> {
    this.coming.abort();
    const coming = new AbortController();
    this.coming = coming;
    let there = (): void => undefined;
    this.placed = new Promise(resolve => (there = resolve));
    coming.signal.addEventListener('abort', there, { once: true });
    const large = scene.boxes.length > DRAW_ALL ? await this.prepare(scene, coming.signal) : null;
    if (coming.signal.aborted || this.signal.aborted) return;
    const before = spotsOf(this.scene, this.viewport.camera, anchor);
    const old = anchor === null ? undefined : before.get(anchor);
    this.large?.close();
    this.scene = scene;
    this.active = null;
    this.painted = null;
    this.large = large;
    this.corner.clear();
    this.painter.setScene(scene, columnsOf(scene), this.pathOf);
    large?.open(this.picture);
    // Marks that were told meanwhile are about this scene.
    if (large !== null && this.marks !== null) this.mark(this.marks);
    const { viewport } = this;
    // Asking the page for a size lays it out; the observer tells when it changes.
    if (viewport.size.width === 0) viewport.read();
    const kept = old === undefined ? -1 : this.boxIndex(anchor!);
    if (position?.touched === true) {
      viewport.camera = position.camera;
      viewport.touched = true;
    } else if (old !== undefined && kept >= 0) {
      viewport.camera = anchored(scene, kept, old, viewport.camera.zoom, viewport.size);
    } else viewport.start(scene, startOf(scene));
    this.moveWorld();
    there();
    await this.paint();
    if (this.scene === scene && kept >= 0) glideFrom(before, scene, viewport.camera, this.painter);
  }

  private async prepare(scene: Scene, signal: AbortSignal): Promise<LargeDrawing | null> {
    if (this.inks === null) {
      this.inks = new Inks(() => this.large?.recolour(), this.signal);
      this.element.append(this.inks.element, ...this.corner.elements);
      const described = this.element.getAttribute('aria-describedby');
      this.element.setAttribute('aria-describedby', `${described} ${this.corner.sentence.id}`);
    }
    const large = new LargeDrawing(scene, this.painter, this.inks, () => this.rested());
    return (await large.prepare(signal)) ? large : null;
  }

  /** A large drawing has all its tiles, or other elements. */
  private rested(): void {
    this.showActive();
    this.drawMap();
    this.corner.tell();
  }

  private drawMap(): void {
    if (this.inks !== null) this.corner.draw(this.large, this.marks, this.inks);
    if (this.scene !== null && this.large !== null) this.corner.follow(this.viewport.seen, this.scene);
  }

  /** Sets how boxes look, a byte each; edges at those that are chosen or pointed at are drawn strongly. */
  mark(marks: Marks): void {
    this.marks = marks;
    // A large scene takes a moment to come: these may be about it already.
    if (this.scene === null || marks.length !== this.scene.boxes.length) return;
    if (this.large === null) this.painter.mark(marks);
    else if (this.large.mark(marks)) this.drawMap();
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
    this.viewport.read();
    this.move(scene => this.viewport.fit(scene));
  }

  zoom(factor: number, x = this.viewport.size.width / 2, y = this.viewport.size.height / 2): void {
    this.move(scene => this.viewport.zoom(scene, factor, x, y));
  }

  /** Moves the drawing with the pointer. */
  drag(dx: number, dy: number): void {
    this.move(scene => this.viewport.drag(scene, dx, dy));
  }

  /** Scrolls the drawing; false where it is at its end already. */
  pan(dx: number, dy: number): boolean {
    if (this.scene === null || !this.viewport.pan(this.scene, dx, dy)) return false;
    this.applyCamera();
    return true;
  }

  /** Brings a box into the window; `tidy` also takes away ground beside the drawing that need not be seen. */
  reveal(box: number, tidy = false): void {
    if (this.viewport.size.width > 0) this.move(scene => this.viewport.reveal(scene, scene.boxes[box], tidy));
  }

  private move(how: (scene: Scene) => void): void {
    if (this.scene === null) return;
    how(this.scene);
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
    place({ picture, world: painter.element, more }, this.viewport.camera, this.scene, this.viewport.size);
    painter.stick(this.viewport.camera, this.viewport.size);
  }

  private async paint(): Promise<void> {
    const { scene, large } = this;
    if (scene === null) return;
    if (large !== null) {
      this.corner.follow(this.viewport.seen, scene);
      await large.show(this.viewport.camera, this.viewport.size);
    } else if (this.painted !== scene) {
      this.painted = scene;
      await this.painter.paint(scene.boxes.keys(), scene.edges.keys());
    }
  }

  /** The window's size, asked of the page now. */
  size(): Size {
    this.viewport.read();
    return this.viewport.size;
  }

  private followSize(): void {
    if (typeof ResizeObserver === 'undefined') return;
    const { viewport } = this;
    const observer = new ResizeObserver(() => {
      const { width } = viewport.size;
      if (viewport.read()) this.move(scene => viewport.follow(scene, width, () => startOf(scene)));
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
