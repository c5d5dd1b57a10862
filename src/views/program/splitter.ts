/** A line between two panes that can be moved, with the pointer or the arrow keys. */
import { html, listen } from '../../dom/elements';
import { Store } from '../../dom/store';

/** Percent of the view's width. */
const LEAST = 12;
const MOST = 60;
const STEP = 2;

/**
 * Sets `variable` of `holder` to the pane's width in percent. `side` is the edge of the holder that the pane
 * lies at.
 */
export function splitter(
  holder: HTMLElement,
  label: string,
  variable: string,
  side: 'start' | 'end',
  initial: number,
  signal: AbortSignal
): HTMLElement {
  const width = new Store(initial);
  const element = html('div', {
    class: `splitter ${side}`,
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': label,
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST
  });
  const set = (percent: number): void => width.set(Math.round(10 * Math.min(MOST, Math.max(LEAST, percent))) / 10);
  width.watch(
    value => {
      holder.style.setProperty(variable, `${value}%`);
      element.setAttribute('aria-valuenow', String(value));
    },
    signal,
    true
  );
  listen(
    element,
    'pointerdown',
    event => {
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    signal
  );
  listen(
    element,
    'pointermove',
    event => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const { left, right, width: whole } = holder.getBoundingClientRect();
      set((100 * (side === 'start' ? event.clientX - left : right - event.clientX)) / whole);
    },
    signal
  );
  listen(element, 'dblclick', () => set(initial), signal);
  listen(
    element,
    'keydown',
    event => {
      const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
      if (step === 0) return;
      set(width.value + (side === 'start' ? step : -step));
      event.preventDefault();
    },
    signal
  );
  return element;
}
