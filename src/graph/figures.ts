/** Figures of a drawing as SVG elements. The shapes are those of the static picture. */
import { html, svg } from '../dom/elements';
import type { Edge } from '../layout/scene';
import type { Figure, Shape } from '../layout/shapes';
import { PADDING, TOGGLE_WIDTH } from '../layout/sizes';
import type { Rect } from './camera';

/** How wide an edge is for the pointer. */
const EDGE_GRIP = 9;

export function figureElement(figure: Figure): SVGGElement {
  const edge = figure.classes === 'jv-edge';
  const element = svg('g', {
    class: figure.classes,
    'data-id': figure.id,
    'data-path': figure.path === '' ? null : figure.path,
    role: edge ? null : 'graphics-symbol img',
    'aria-label': edge ? null : figure.title.replace(/\n/g, ', '),
    'aria-hidden': edge ? 'true' : null
  });
  element.append(svg('title', {}, figure.title));
  for (const shape of figure.shapes) element.append(shapeElement(shape));
  if (edge) {
    const line = figure.shapes.find(shape => shape.tag === 'path');
    if (line?.tag === 'path') element.append(svg('path', { class: 'grip', d: line.d, 'stroke-width': EDGE_GRIP }));
  }
  const rect = figure.shapes.find(shape => shape.tag === 'rect');
  if (figure.classes.includes('jv-expandable') && rect?.tag === 'rect') {
    // A chevron of seven pixels is no target for a finger.
    element.append(
      svg('rect', {
        class: 'toggle-grip',
        x: rect.x + rect.width - 26,
        y: rect.y,
        width: 26,
        height: Math.min(26, rect.height)
      })
    );
  }
  return element;
}

/**
 * The title of an open box that lies `depth` areas deep; the pointer reaches the area through it. What it says and the
 * sign that closes the box are groups of their own: `stickTitle` keeps each in the window.
 */
export function titleElement(figure: Figure, box: Rect, depth: number): SVGGElement {
  const toggle = figure.shapes.find(shape => shape.tag === 'path');
  const isSign = (shape: Shape): boolean =>
    toggle !== undefined && (shape === toggle || (shape.tag === 'rect' && shape.x > signLeft(box)));
  const said = svg('g', {}, ...figure.shapes.filter(shape => !isSign(shape)).map(shapeElement));
  const sign = svg('g', {}, ...figure.shapes.filter(isSign).map(shapeElement));
  const plate = figure.shapes.find(shape => shape.tag === 'rect' && !isSign(shape));
  const end = plate?.tag === 'rect' ? plate.x + plate.width - box.x : 0;
  const element = svg('g', {
    class: figure.classes,
    'data-of': figure.id,
    'data-place': [box.x, box.width, end].map(value => Math.round(10 * value) / 10).join(' ')
  });
  element.append(said, sign);
  element.style.setProperty('--depth', String(depth));
  return element;
}

/** The plate below the sign begins right of this. */
function signLeft(box: Rect): number {
  return box.x + box.width - TOGGLE_WIDTH - PADDING;
}

/** What flows along an edge, at its middle: seen when it is pointed at, or from near. */
export function edgeLabel(edge: Edge): SVGElement {
  const { points } = edge;
  // A start and three points a cubic piece: joints are every third point.
  const pieces = (points.length / 2 - 1) / 3;
  const [x, y] = pieces % 2 === 0 ? [points[3 * pieces], points[3 * pieces + 1]] : middle(points, 3 * (pieces - 1));
  return svg('text', { class: 'edge-label jv-detail', x, y, 'text-anchor': 'middle' }, edge.label);
}

/** The middle of the cubic piece that starts at number `at`. */
function middle(points: Float32Array, at: number): [number, number] {
  const blend = (k: number): number => (points[k] + 3 * points[k + 2] + 3 * points[k + 4] + points[k + 6]) / 8;
  return [blend(at), blend(at + 1)];
}

function shapeElement(shape: Shape): SVGElement {
  switch (shape.tag) {
    case 'rect': {
      const { x, y, width, height, rx } = shape;
      return svg('rect', { class: shape.class, x, y, width, height, rx });
    }
    case 'path':
      return svg('path', { class: shape.class, d: shape.d, 'stroke-width': shape.width ?? null });
    case 'text':
      return svg('text', { class: shape.class, x: shape.x, y: shape.y, 'text-anchor': shape.anchor }, shape.text);
  }
}

/** A line of help that screen readers find beside the graph. */
export function hint(id: string, text: string): HTMLElement {
  return html('p', { id, class: 'visually-hidden' }, text);
}
