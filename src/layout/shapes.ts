/**
 * A scene as a short list of shapes: what the static picture writes as text and the live viewer makes
 * elements of. A figure is one `<g>`: one box, one edge or the title of an open box. Paint the areas first,
 * then the edges, then the titles, then the boxes, each list in its order.
 */
import type { ShapeClass } from './look';
import { STRIPES } from './look';
import type { Box, Edge, Scene } from './scene';
import {
  BADGE_GAP,
  badgeWidth,
  DETAIL_SIZE,
  HEADER_HEIGHT,
  isTerminal,
  labelFont,
  labelWidth,
  PADDING,
  STRIPE_WIDTH,
  TOGGLE_WIDTH
} from './sizes';
import { fitText, textWidth } from './text';

export type Shape =
  | { tag: 'rect'; class: ShapeClass; x: number; y: number; width: number; height: number; rx: number }
  /** `width` is the stroke's, where the class does not say it. */
  | { tag: 'path'; class: ShapeClass; d: string; width?: number }
  /** `y` is the baseline. */
  | { tag: 'text'; class: ShapeClass; x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end' };

export interface Figure {
  /** `data-id`: the box's id, of an edge `from>to` in ids. */
  id: string;
  /** Index in `Scene.boxes` or `Scene.edges`. */
  index: number;
  /** Classes of the `<g>`: `jv-box jv-equation jv-forward jv-open …`, `jv-edge` or `jv-title`. */
  classes: string;
  /** `data-path`: the path of the equation where the box is one, else empty. */
  path: string;
  /** Full text, for `<title>`: nothing cut short. */
  title: string;
  shapes: Shape[];
}

export interface Drawing {
  width: number;
  height: number;
  /** Open boxes, outermost first. */
  areas: Figure[];
  edges: Figure[];
  /** What the areas say, one for each: edges that run through an open box do not cross its name. */
  titles: Figure[];
  /** Closed boxes. */
  boxes: Figure[];
}

const PHASE_NAMES = ['', 'forward', 'backward', 'recompute'];
const RADIUS = 4;
const AREA_RADIUS = 7;
const ARROW = 5;
/** The ground below an open box's title. */
const PLATE_HEIGHT = 17;
const PLATE_AROUND = 3;

/** `pathOf` gives the path text of an equation's row. */
export function drawScene(scene: Scene, pathOf: (row: number) => string): Drawing {
  const areas: Figure[] = [];
  const titles: Figure[] = [];
  const boxes: Figure[] = [];
  scene.boxes.forEach((box, index) => {
    const figure = boxFigure(box, index, pathOf);
    if (!box.open) boxes.push(figure);
    else {
      areas.push(figure);
      titles.push(titleFigure(box, index));
    }
  });
  const edges = scene.edges.map((edge, index) => edgeFigure(scene, edge, index));
  return { width: scene.width, height: scene.height, areas, edges, titles, boxes };
}

/** A box without the title that it has when it is open. */
export function boxFigure(box: Box, index: number, pathOf: (row: number) => string): Figure {
  return {
    id: box.id,
    index,
    classes: boxClasses(box),
    path: hasPath(box) ? pathOf(box.equations[0]) : '',
    title: boxTitle(box),
    shapes: box.open ? areaShapes(box) : closedShapes(box)
  };
}

/** The title of an open box. */
export function titleFigure(box: Box, index: number): Figure {
  return { id: box.id, index, classes: 'jv-title', path: '', title: '', shapes: titleShapes(box) };
}

/** An edge's stroke width: from 1 pixel for a kilobyte and less to 3 for a gigabyte. */
export function strokeWidth(bytes: number): number {
  const decades = Math.log10(Math.max(1, bytes / 1e3));
  return Math.round(10 * Math.min(3, 1 + decades / 3)) / 10;
}

function hasPath(box: Box): boolean {
  return (box.kind === 'equation' || box.kind === 'mark') && box.equations.length > 0;
}

function boxClasses(box: Box): string {
  const classes = ['jv-box', `jv-${box.kind}`];
  if (box.phase > 0) classes.push(`jv-${PHASE_NAMES[box.phase]}`);
  if (box.batched) classes.push('jv-batched');
  if (box.expandable) classes.push('jv-expandable');
  if (box.open) classes.push('jv-open');
  return classes.join(' ');
}

function boxTitle(box: Box): string {
  return [box.label + (box.badge === '' ? '' : ` ${box.badge}`), box.detail].filter(line => line !== '').join('\n');
}

function closedShapes(box: Box): Shape[] {
  const { x, y, width, height } = box;
  if (box.kind === 'mark') {
    return [
      { tag: 'rect', class: 'jv-pill', x, y, width, height, rx: height / 2 },
      text('jv-pill-text', x + width / 2, y + height / 2 + 3.4, box.label, 'middle')
    ];
  }
  const terminal = isTerminal(box.kind);
  const shapes: Shape[] = [];
  if (terminal) {
    const name = box.kind === 'constant' ? 'jv-port-constant' : 'jv-port';
    shapes.push({ tag: 'rect', class: name, x, y, width, height, rx: Math.min(height / 2, 13) });
  } else {
    shapes.push({ tag: 'rect', class: 'jv-card', x, y, width, height, rx: RADIUS });
    shapes.push({ tag: 'path', class: STRIPES[box.phase], d: stripe(x, y, height) });
  }
  const left = x + PADDING + (terminal ? 0 : STRIPE_WIDTH);
  let right = x + width - PADDING;
  const firstLine = box.detail === '' ? y + height / 2 + 4.5 : y + 16;
  if (box.expandable) {
    shapes.push(toggle(right - 3, firstLine - 4.5, false));
    right -= TOGGLE_WIDTH;
  }
  if (box.badge !== '') {
    shapes.push(text('jv-badge', right, firstLine, box.badge, 'end'));
    right -= badgeWidth(box.badge) + BADGE_GAP;
  }
  shapes.push(label(box, left, firstLine, right - left + 1));
  if (box.detail !== '') {
    const room = x + width - PADDING - left + 1;
    shapes.push(text('jv-detail', left, y + 30, fitText(box.detail, room, DETAIL_SIZE, 'mono'), 'start'));
  }
  return shapes;
}

function areaShapes(box: Box): Shape[] {
  const { x, y, width, height } = box;
  const name = box.kind === 'region' ? 'jv-region' : 'jv-area';
  const shapes: Shape[] = [{ tag: 'rect', class: name, x, y, width, height, rx: AREA_RADIUS }];
  if (box.kind === 'equation') shapes.push({ tag: 'path', class: STRIPES[box.phase], d: stripe(x, y, height) });
  return shapes;
}

function titleShapes(box: Box): Shape[] {
  const { x, y, width } = box;
  const shapes: Shape[] = [];
  const plate = (from: number, to: number): void => {
    const [height, around] = [PLATE_HEIGHT, PLATE_AROUND];
    const top = y + (HEADER_HEIGHT - height) / 2;
    shapes.unshift({
      tag: 'rect',
      class: 'jv-plate',
      x: from - around,
      y: top,
      width: to - from + 2 * around,
      height,
      rx: 3
    });
  };
  const baseline = y + HEADER_HEIGHT - 8;
  const start = x + PADDING + (box.kind === 'equation' ? STRIPE_WIDTH : 0);
  let left = start;
  let right = x + width - PADDING;
  if (box.expandable) {
    plate(right - 8, right);
    shapes.push(toggle(right - 4, baseline - 4, true));
    right -= TOGGLE_WIDTH;
  }
  const title = label(box, left, baseline, right - left);
  shapes.push(title);
  left += labelWidth(box, title.text) + BADGE_GAP;
  if (box.badge !== '' && right - left > badgeWidth(box.badge)) {
    shapes.push(text('jv-badge', left, baseline, box.badge, 'start'));
    left += badgeWidth(box.badge) + BADGE_GAP;
  }
  if (box.detail !== '' && right - left > 30) {
    const detail = fitText(box.detail, right - left, DETAIL_SIZE, 'mono');
    shapes.push(text('jv-detail', left, baseline, detail, 'start'));
    left += textWidth(detail, DETAIL_SIZE, 'mono') + BADGE_GAP;
  }
  plate(start, left - BADGE_GAP);
  return shapes;
}

export function edgeFigure(scene: Pick<Scene, 'boxes'>, edge: Edge, index: number): Figure {
  const { points } = edge;
  const from = scene.boxes[edge.from];
  const to = scene.boxes[edge.to];
  const width = strokeWidth(edge.bytes);
  const end = points.length - 2;
  const shapes: Shape[] = [];
  if (points.length >= 8) {
    let d = `M${number(points[0])} ${number(points[1])}`;
    for (let k = 2; k + 5 < points.length; k += 6) {
      d += `C${number(points[k])} ${number(points[k + 1])} ${number(points[k + 2])} ${number(points[k + 3])} `;
      // The line ends where the arrowhead begins, else a thick one would show beside its tip.
      const last = k + 4 === end;
      d += `${number(points[k + 4])} ${number(points[k + 5] - (last ? ARROW - 1 : 0))}`;
    }
    shapes.push({ tag: 'path', class: 'jv-line', d, width });
    shapes.push({ tag: 'path', class: 'jv-arrow', d: arrow(points[end], points[end + 1], width) });
  }
  return {
    id: `${from.id}>${to.id}`,
    index,
    classes: 'jv-edge',
    path: '',
    title: `${from.label} → ${to.label}\n${edge.label}`,
    shapes
  };
}

function arrow(x: number, y: number, width: number): string {
  const half = 2 + width / 2;
  return `M${number(x)} ${number(y)}L${number(x - half)} ${number(y - ARROW)}H${number(x + half)}Z`;
}

/** The stripe follows the box's left corners. */
function stripe(x: number, y: number, height: number): string {
  const r = RADIUS;
  const inner = x + STRIPE_WIDTH;
  return (
    `M${number(inner)} ${number(y)}V${number(y + height)}H${number(x + r)}` +
    `A${r} ${r} 0 0 1 ${number(x)} ${number(y + height - r)}V${number(y + r)}` +
    `A${r} ${r} 0 0 1 ${number(x + r)} ${number(y)}Z`
  );
}

/** A chevron: right when closed, down when open. */
function toggle(x: number, y: number, open: boolean): Shape {
  const d = open
    ? `M${number(x - 3.5)} ${number(y - 1.5)}L${number(x)} ${number(y + 2)}L${number(x + 3.5)} ${number(y - 1.5)}`
    : `M${number(x - 1.5)} ${number(y - 3.5)}L${number(x + 2)} ${number(y)}L${number(x - 1.5)} ${number(y + 3.5)}`;
  return { tag: 'path', class: 'jv-toggle', d };
}

function label(box: Box, x: number, y: number, width: number): Shape & { tag: 'text' } {
  const { font, size } = labelFont(box);
  const name = font === 'mono' ? 'jv-code' : font === 'bold' ? 'jv-label-strong' : 'jv-label';
  return text(name, x, y, fitText(box.label, width, size, font), 'start');
}

function text(
  name: ShapeClass,
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end'
): Shape & { tag: 'text' } {
  return { tag: 'text', class: name, x, y, text: content, anchor };
}

/** Coordinates with one decimal: enough for the eye, and short. */
export function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}
