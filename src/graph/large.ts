/**
 * A scene of too many boxes for an element each: tiles on a canvas, and elements for the few that can be read when the
 * camera rests, or for the one under the keyboard.
 */
import { runInSlices } from '../dom/slices';
import type { Scene } from '../layout/scene';
import { visibleWorld, type Camera, type Rect, type Size } from './camera';
import { CanvasLayer } from './canvas-layer';
import { hitInDrawing } from './hit';
import type { Inks } from './inks';
import { CURRENT, type Marks } from './marks';
import { FEW, type Painter } from './painter';
import { piecesInSight, touchesArea, type Pieces } from './passing';
import type { PointerHit } from './pointer';
import { boxHulls, columnsOf, edgeHulls, isOpen, pointsOf, type Columns } from './scene-access';
import { SpatialIndex, type Bounds } from './spatial-index';
import { READABLE, type Drawable } from './tile-drawing';

/** The camera rests when it has not moved for so many milliseconds. */
const REST = 140;
/** Edges that may pass through the window beside elements: looking at them all takes time. */
const MOST_PASSING = 4000;

export class LargeDrawing {
  readonly columns: Columns;
  private readonly drawable: Drawable;
  private readonly boxBounds: Float64Array;
  private layer: CanvasLayer | null = null;
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private view: Size = { width: 0, height: 0 };
  private resting: ReturnType<typeof setTimeout> | undefined;
  private current = -1;
  private closed = false;

  /** `changed` is called when elements have come or gone, or the whole picture is there. */
  constructor(
    private readonly scene: Scene,
    private readonly painter: Painter,
    private readonly inks: Inks,
    private readonly changed: () => void
  ) {
    const columns = columnsOf(scene);
    this.columns = columns;
    this.boxBounds = new Float64Array(4 * columns.boxes);
    const bounds = new Float64Array(4 * columns.edges);
    this.drawable = {
      scene,
      columns,
      boxIndex: new SpatialIndex(this.boxBounds, columns),
      edgeIndex: new SpatialIndex(bounds, columns),
      edgeHulls: bounds,
      painted: new Uint8Array(columns.boxes)
    };
  }

  /** Sorts boxes and edges by place, in slices. False where it was given up. */
  prepare(signal: AbortSignal): Promise<boolean> {
    const { scene, columns, boxBounds, drawable } = this;
    function* steps(): Generator<void> {
      yield* boxHulls(columns, boxBounds);
      yield* drawable.boxIndex.build();
      yield* edgeHulls(scene, drawable.edgeHulls);
      yield* drawable.edgeIndex.build();
    }
    return runInSlices(steps(), signal);
  }

  /** Puts the canvas before `next`. */
  open(next: Element): void {
    this.layer = new CanvasLayer(this.drawable, this.inks, this.changed);
    next.before(this.layer.element);
  }

  /** Shows it as the camera sees it. Settles when what is in sight, and the whole from afar, has been drawn. */
  async show(camera: Camera, view: Size): Promise<void> {
    const moved = camera !== this.camera || view !== this.view;
    this.camera = camera;
    this.view = view;
    if (moved) this.hideElements();
    const drawn = this.layer?.show(camera, view);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.rest(), REST);
    await drawn;
  }

  /** Gives whether more than the pointer's and the keyboard's marks is other than before. */
  mark(marks: Marks): boolean {
    this.painter.mark(marks);
    const changed = this.layer?.mark(marks) === true;
    const current = marks.findIndex(bits => (bits & CURRENT) !== 0);
    if (current !== this.current) {
      this.current = current;
      void this.rest();
    }
    return changed;
  }

  recolour(): void {
    this.layer?.recolour();
  }

  /** What is at a place of the window. */
  hit(x: number, y: number): PointerHit {
    const { camera } = this;
    const { columns, boxIndex } = this.drawable;
    return hitInDrawing(columns, boxIndex, (x - camera.x) / camera.zoom, (y - camera.y) / camera.zoom);
  }

  /** Equations that what was drawn stands for. */
  drawn(): number {
    const { columns, painter } = this;
    let sum = 0;
    for (let k = 0; k < columns.boxes; k += 1)
      if (this.drawable.painted[k] === 1 || painter.has(k)) sum += columns.own[k];
    return sum;
  }

  /** The whole from afar, once it is drawn. */
  whole(): { readonly canvas: HTMLCanvasElement; readonly scale: number } | null {
    const canvas = this.layer?.wholePicture() ?? null;
    return canvas === null ? null : { canvas, scale: this.layer!.wholeScale };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.resting);
    this.layer?.close();
    this.layer = null;
    this.painter.element.style.removeProperty('display');
  }

  private hideElements(): void {
    const { layer, painter } = this;
    if (layer === null || !layer.element.hidden) return;
    layer.element.hidden = false;
    painter.element.style.display = 'none';
  }

  /** Makes elements of what is in sight where that is little, else only of the box under the keyboard. */
  private async rest(): Promise<void> {
    const { layer, camera, view, painter } = this;
    if (layer === null || view.width === 0) return;
    const few = camera.zoom >= READABLE ? this.fewInSight(visibleWorld(camera, view)) : null;
    // Beside the tiles one element may be seen at once, many only when all are there.
    painter.element.style.display = few === null ? '' : 'none';
    const there = await painter.paint(
      few?.boxes ?? (this.current < 0 ? [] : [this.current]),
      few?.edges ?? [],
      few?.passing
    );
    if (!there || this.closed || camera !== this.camera || view !== this.view) return;
    painter.element.style.removeProperty('display');
    layer.element.hidden = few !== null;
    this.changed();
  }

  private fewInSight({ x, y, width, height }: Rect): Few | null {
    const { scene, columns } = this;
    const area: Bounds = { left: x, top: y, right: x + width, bottom: y + height };
    const boxes = this.drawable.boxIndex.within(area);
    if (boxes.length > FEW) return null;
    const inSight = new Set(boxes);
    // At an open box around the window an edge ends out of sight.
    const isHere = (box: number): boolean => inSight.has(box) && !isOpen(columns, box);
    const arriving: number[] = [];
    const leaving: number[] = [];
    const passing: number[] = [];
    for (const k of this.drawable.edgeIndex.within(area)) {
      if (!touchesArea(pointsOf(scene, k), area)) continue;
      (isHere(columns.to[k]) ? arriving : isHere(columns.from[k]) ? leaving : passing).push(k);
    }
    // What all rounds of a loop read leaves for hundreds of places.
    const all = boxes.length + arriving.length + leaving.length <= FEW;
    const edges = all ? [...arriving, ...leaving] : arriving;
    if (!all) passing.push(...leaving);
    if (boxes.length + edges.length > FEW || passing.length > MOST_PASSING) return null;
    return { boxes, edges, passing: piecesInSight(scene, passing, area) };
  }
}

interface Few {
  readonly boxes: Int32Array;
  readonly edges: readonly number[];
  readonly passing: Pieces;
}
