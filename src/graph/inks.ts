/**
 * The style sheet's colours, lines and fonts for a canvas: read from elements of the same classes that the SVG drawing
 * has, so that both look the same in every theme.
 */
import { html, svg } from '../dom/elements';
import type { ShapeClass } from '../layout/look';
import type { Mark } from './marks';

export interface Ink {
  readonly fill: string;
  readonly stroke: string;
  /** In pixels at zoom 1. */
  readonly width: number;
  readonly dash: readonly number[];
  readonly strokeOpacity: number;
  readonly font: string;
}

/** What the change of a theme changes; `transition` tells when it does. */
const WATCHED = 'position:absolute;visibility:hidden;transition:color 1ms,background-color 1ms,border-color 1ms';

export class Inks {
  /** Has to stand in the graph, where the style sheet is. */
  readonly element: HTMLElement;
  private readonly group = svg('g');
  private readonly shape = svg('text');
  private readonly known = new Map<string, Ink>();

  /** `changed` is called when colours are others than before. */
  constructor(changed: () => void, signal: AbortSignal) {
    this.shape.style.transition = 'none';
    this.group.append(this.shape);
    const watched = html('i', { class: 'theme-watch', style: WATCHED });
    this.element = html(
      'div',
      { class: 'probes', 'aria-hidden': 'true' },
      svg('svg', { class: 'drawing', width: 0, height: 0 }, this.group),
      watched
    );
    // One theme changes several colours, each of which tells.
    let told: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      this.known.clear();
      clearTimeout(told);
      told = setTimeout(() => !signal.aborted && changed());
    };
    watched.addEventListener('transitionend', tell, { signal });
  }

  /** How a shape of this class looks in a box with this mark; `depth` is how many areas a title lies in. */
  of(name: ShapeClass, mark: Mark | '' = '', depth = 0): Ink {
    const key = `${name} ${mark} ${depth}`;
    let ink = this.known.get(key);
    if (ink === undefined) {
      this.group.setAttribute('class', depth > 0 ? `jv-title ${mark === 'chosen' ? 'on-chosen' : ''}` : mark);
      this.group.style.setProperty('--depth', String(depth));
      this.shape.setAttribute('class', name);
      ink = inkOf(getComputedStyle(this.shape));
      this.known.set(key, ink);
    }
    return ink;
  }
}

function inkOf(style: CSSStyleDeclaration): Ink {
  return {
    fill: style.fill,
    stroke: style.stroke,
    width: parseFloat(style.strokeWidth) || 0,
    dash: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat),
    strokeOpacity: Number(style.strokeOpacity),
    font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  };
}
