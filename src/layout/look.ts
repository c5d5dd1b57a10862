/**
 * How every shape of a drawing looks: one table of presentation attributes by shape class. The static
 * picture writes them into the SVG itself (its colours are fixed), the live drawing takes them as CSS with
 * the host's colour variables. So both look the same and no style can leak out of a picture.
 */
import { CODE_SIZE, DETAIL_SIZE, LABEL_SIZE } from './sizes';

export type ShapeClass =
  | 'jv-card'
  | 'jv-area'
  | 'jv-region'
  | 'jv-plate'
  | 'jv-port'
  | 'jv-port-constant'
  | 'jv-pill'
  | 'jv-stripe'
  | 'jv-stripe-forward'
  | 'jv-stripe-backward'
  | 'jv-stripe-recompute'
  | 'jv-label'
  | 'jv-label-strong'
  | 'jv-code'
  | 'jv-detail'
  | 'jv-badge'
  | 'jv-pill-text'
  | 'jv-toggle'
  | 'jv-line'
  | 'jv-arrow';

/** Class of the phase stripe by number in `PHASES`. */
export const STRIPES: readonly ShapeClass[] = [
  'jv-stripe',
  'jv-stripe-forward',
  'jv-stripe-backward',
  'jv-stripe-recompute'
];

export interface Palette {
  paper: string;
  card: string;
  cardBorder: string;
  area: string;
  areaBorder: string;
  /** Ground of an open box's title, opaque: edges run below it. */
  plate: string;
  text: string;
  muted: string;
  line: string;
  pill: string;
  forward: string;
  backward: string;
  recompute: string;
  none: string;
  sans: string;
  mono: string;
}

const SANS = "'DejaVu Sans', 'Segoe UI', system-ui, -apple-system, Helvetica, Arial, sans-serif";
const MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace";

/** Okabe and Ito's colours; alike in both themes, they only fill areas. */
const PHASE_COLOURS = { forward: '#56b4e9', backward: '#e69f00', recompute: '#cc79a7', none: '#009e73' };

export const LIGHT: Palette = {
  ...PHASE_COLOURS,
  paper: '#ffffff',
  card: '#ffffff',
  cardBorder: '#d3d9e0',
  area: '#f4f6f9',
  areaBorder: '#e1e6ec',
  plate: '#f4f6f9',
  text: '#1b1f24',
  muted: '#59636e',
  line: '#8c95a1',
  pill: '#e6eaef',
  sans: SANS,
  mono: MONO
};

export const DARK: Palette = {
  ...PHASE_COLOURS,
  paper: '#111519',
  card: '#1d2329',
  cardBorder: '#39424c',
  area: '#171c21',
  areaBorder: '#2a323a',
  plate: '#171c21',
  text: '#e8ecf0',
  muted: '#a3adb8',
  line: '#76818d',
  pill: '#303840',
  sans: SANS,
  mono: MONO
};

/** JupyterLab's variables, with fallbacks for pages; a page may set `--jv-…` for its own dark theme. */
export const LIVE: Palette = {
  ...PHASE_COLOURS,
  paper: 'transparent',
  card: 'var(--jv-card, var(--jp-layout-color1, #ffffff))',
  cardBorder: 'var(--jv-card-border, var(--jp-border-color1, #d3d9e0))',
  area: 'var(--jv-area, var(--jp-layout-color2, #f4f6f9))',
  areaBorder: 'var(--jv-area-border, var(--jp-border-color2, #e1e6ec))',
  plate: 'var(--jv-plate, var(--jp-layout-color2, #f4f6f9))',
  text: 'var(--jv-text, var(--jp-ui-font-color0, #1b1f24))',
  muted: 'var(--jv-muted, var(--jp-ui-font-color1, #59636e))',
  line: 'var(--jv-line, #8c95a1)',
  pill: 'var(--jv-pill, var(--jp-layout-color3, #e6eaef))',
  sans: 'var(--jp-ui-font-family, system-ui, sans-serif)',
  mono: 'var(--jp-code-font-family, monospace)'
};

/** SVG presentation attributes; they are CSS properties of the same name as well. */
export type Look = { [attribute: string]: string | number };

export function lookOf(name: ShapeClass, palette: Palette): Look {
  const sans = { 'font-family': palette.sans, fill: palette.text };
  const mono = { 'font-family': palette.mono, fill: palette.muted, 'font-size': DETAIL_SIZE };
  switch (name) {
    case 'jv-card':
      return { fill: palette.card, stroke: palette.cardBorder, 'stroke-width': 1 };
    case 'jv-area':
      return { fill: palette.area, stroke: palette.areaBorder, 'stroke-width': 1 };
    case 'jv-region':
      return { fill: palette.area, stroke: palette.line, 'stroke-width': 1, 'stroke-dasharray': '3 3' };
    case 'jv-plate':
      return { fill: palette.plate };
    case 'jv-port':
      return { fill: palette.area, stroke: palette.areaBorder, 'stroke-width': 1 };
    case 'jv-port-constant':
      return { fill: palette.area, stroke: palette.line, 'stroke-width': 1, 'stroke-dasharray': '2 2' };
    case 'jv-pill':
      return { fill: palette.pill, stroke: palette.cardBorder, 'stroke-width': 1 };
    case 'jv-stripe':
      return { fill: palette.none };
    case 'jv-stripe-forward':
      return { fill: palette.forward };
    case 'jv-stripe-backward':
      return { fill: palette.backward };
    case 'jv-stripe-recompute':
      return { fill: palette.recompute };
    case 'jv-label':
      return { ...sans, 'font-size': LABEL_SIZE };
    case 'jv-label-strong':
      return { ...sans, 'font-size': LABEL_SIZE, 'font-weight': 600 };
    case 'jv-code':
      return { 'font-family': palette.mono, fill: palette.text, 'font-size': CODE_SIZE };
    case 'jv-detail':
      return mono;
    case 'jv-badge':
    case 'jv-pill-text':
      return mono;
    case 'jv-toggle':
      return { fill: 'none', stroke: palette.muted, 'stroke-width': 1.4, 'stroke-linecap': 'round' };
    case 'jv-line':
      return { fill: 'none', stroke: palette.line, 'stroke-opacity': 0.75 };
    case 'jv-arrow':
      return { fill: palette.line, stroke: 'none' };
  }
}

const CLASSES: readonly ShapeClass[] = [
  'jv-card',
  'jv-area',
  'jv-region',
  'jv-plate',
  'jv-port',
  'jv-port-constant',
  'jv-pill',
  ...STRIPES,
  'jv-label',
  'jv-label-strong',
  'jv-code',
  'jv-detail',
  'jv-badge',
  'jv-pill-text',
  'jv-toggle',
  'jv-line',
  'jv-arrow'
];

/**
 * The table as CSS rules below `scope`, for the live drawing. Shapes only: a figure's `<g>` names its kind by
 * classes too, and a region's dashes would be inherited by its letters.
 */
export function drawingCss(scope: string, palette: Palette = LIVE): string {
  return CLASSES.map(name => {
    const rules = Object.entries(lookOf(name, palette)).map(
      ([property, value]) => `${property}:${property === 'font-size' ? `${value}px` : value}`
    );
    return `${scope} .${name}:where(:not(g)){${rules.join(';')}}`;
  }).join('\n');
}
