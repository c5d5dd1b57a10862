/** A drawing as an SVG text that stands alone: no style sheet, no script, no reference to anything outside. */
import type { Palette, ShapeClass } from './look';
import { lookOf } from './look';
import type { Drawing, Figure, Shape } from './shapes';
import { number } from './shapes';
import { LABEL_SIZE } from './sizes';
import { textWidth } from './text';

const MARGIN = 12;

/** `title` is the picture's text alternative. */
export function writeSvg(drawing: Drawing, palette: Palette, title: string): string {
  const width = Math.ceil(drawing.width) + 2 * MARGIN;
  const height = Math.ceil(drawing.height) + 2 * MARGIN;
  const attributes = attributeWriter(palette);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-label="${escape(title)}">`,
    `<rect width="${width}" height="${height}" fill="${escape(palette.paper)}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})" font-family="${escape(palette.sans)}">`,
    ...[...drawing.areas, ...drawing.edges].map(figure => writeFigure(figure, attributes)),
    ...drawing.titles.flatMap(figure => figure.shapes.map(shape => writeShape(shape, attributes))),
    ...drawing.boxes.map(figure => writeFigure(figure, attributes)),
    '</g>',
    '</svg>'
  ].join('\n');
}

/** A picture that says one sentence. */
export function writeNotice(notice: string, palette: Palette): string {
  const width = Math.ceil(textWidth(notice, LABEL_SIZE)) + 4 * MARGIN;
  const look = attributeWriter(palette)('jv-label');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="44" viewBox="0 0 ${width} 44" role="img">` +
    `<rect width="${width}" height="44" fill="${escape(palette.paper)}"/>` +
    `<text x="${2 * MARGIN}" y="27" font-family="${escape(palette.sans)}"${look}>${escape(notice)}</text></svg>`
  );
}

function writeFigure(figure: Figure, attributes: (name: ShapeClass) => string): string {
  const path = figure.path === '' ? '' : ` data-path="${escape(figure.path)}"`;
  const shapes = figure.shapes.map(shape => writeShape(shape, attributes)).join('');
  return `<g data-id="${escape(figure.id)}"${path}><title>${escape(figure.title)}</title>${shapes}</g>`;
}

function writeShape(shape: Shape, attributes: (name: ShapeClass) => string): string {
  const look = attributes(shape.class);
  switch (shape.tag) {
    case 'rect': {
      const corner = `x="${number(shape.x)}" y="${number(shape.y)}"`;
      const size = `width="${number(shape.width)}" height="${number(shape.height)}" rx="${number(shape.rx)}"`;
      return `<rect ${corner} ${size}${look}/>`;
    }
    case 'path': {
      const width = shape.width === undefined ? '' : ` stroke-width="${shape.width}"`;
      return `<path d="${shape.d}"${width}${look}/>`;
    }
    case 'text': {
      const anchor = shape.anchor === 'start' ? '' : ` text-anchor="${shape.anchor}"`;
      return `<text x="${number(shape.x)}" y="${number(shape.y)}"${anchor}${look}>${escape(shape.text)}</text>`;
    }
  }
}

function attributeWriter(palette: Palette): (name: ShapeClass) => string {
  const written = new Map<ShapeClass, string>();
  return name => {
    let text = written.get(name);
    if (text === undefined) {
      text = Object.entries(lookOf(name, palette))
        // The font of most texts is said once, at the root.
        .filter(([attribute, value]) => attribute !== 'font-family' || value !== palette.sans)
        .map(([attribute, value]) => ` ${attribute}="${escape(String(value))}"`)
        .join('');
      written.set(name, text);
    }
    return text;
  };
}

/** Text for element content and attributes; characters that XML forbids become the replacement character. */
export function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
