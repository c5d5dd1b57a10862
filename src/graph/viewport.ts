/** The window on a drawing: how large it is and where its camera stands. It moves, it draws nothing. */
import {
  firstCamera,
  fitCamera,
  keepInside,
  leastZoom,
  reveal,
  scroll,
  visibleWorld,
  zoomAt,
  type Camera,
  type Rect,
  type Size,
  type Start
} from './camera';

/** Part of the window that may be empty beside a drawing that was dragged. */
const SLACK = 0.5;
/** A smaller move is none, in pixels. */
const NO_MOVE = 0.5;

export interface Position {
  readonly camera: Camera;
  /** Whether the user has moved the camera since it was last set for a whole scene. */
  readonly touched: boolean;
}

export class Viewport implements Position {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  touched = false;
  size: Size = { width: 0, height: 0 };

  constructor(private readonly element: HTMLElement) {}

  /** Asks the page for the window's size, which lays the page out; true where it is another than before. */
  read(): boolean {
    const { clientWidth, clientHeight } = this.element;
    const { width, height } = this.size;
    if (clientWidth === 0 || (clientWidth === width && clientHeight === height)) return false;
    this.size = { width: clientWidth, height: clientHeight };
    return true;
  }

  get seen(): Rect {
    return visibleWorld(this.camera, this.size);
  }

  /** The first view of a drawing. */
  start(world: Size, start: Start): void {
    this.camera = firstCamera(world, this.size, start);
    this.touched = false;
  }

  fit(world: Size): void {
    this.camera = fitCamera(world, this.size);
    this.touched = false;
  }

  zoom(world: Size, factor: number, x: number, y: number): void {
    this.touched = true;
    const near = zoomAt(this.camera, factor, x, y, leastZoom(world, this.size));
    this.camera = keepInside(near, world, this.size, SLACK);
  }

  drag(world: Size, dx: number, dy: number): void {
    this.touched = true;
    const { x, y, zoom } = this.camera;
    this.camera = keepInside({ x: x + dx, y: y + dy, zoom }, world, this.size, SLACK);
  }

  /** Brings a place of the drawing into the middle. */
  centre(world: Size, x: number, y: number): void {
    const { zoom } = this.camera;
    const { width, height } = this.size;
    this.drag(world, width / 2 - x * zoom - this.camera.x, height / 2 - y * zoom - this.camera.y);
  }

  /** Scrolls; false where the drawing is at its end already. */
  pan(world: Size, dx: number, dy: number): boolean {
    const moved = scroll(this.camera, dx, dy, world, this.size);
    if (Math.abs(moved.x - this.camera.x) < NO_MOVE && Math.abs(moved.y - this.camera.y) < NO_MOVE) return false;
    this.touched = true;
    this.camera = moved;
    return true;
  }

  /** Brings `rect` into the window; `tidy` also takes away ground beside the drawing that need not be seen. */
  reveal(world: Size, rect: Rect, tidy: boolean): void {
    const camera = reveal(this.camera, rect, this.size);
    this.camera = tidy ? keepInside(camera, world, this.size) : camera;
  }

  /** Follows the window, which was `before` wide: a camera that nobody moved starts anew, else the middle stays. */
  follow(world: Size, before: number, start: () => Start): void {
    if (!this.touched || before === 0) {
      this.start(world, start());
      return;
    }
    const x = this.camera.x + (this.size.width - before) / 2;
    this.camera = keepInside({ ...this.camera, x }, world, this.size);
  }
}
