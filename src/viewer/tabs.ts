/** The views, as tabs at the bottom. A view without data has no tab. */
import { html, listen } from '../dom/elements';
import type { Store } from '../dom/store';
import type { Texts } from '../views/texts';

export type ViewName = keyof Texts['viewNames'];

export function tabs(
  texts: Texts,
  names: readonly ViewName[],
  current: Store<ViewName>,
  panelId: string,
  signal: AbortSignal
): HTMLElement {
  const made = names.map(name => {
    const tab = html(
      'button',
      { type: 'button', role: 'tab', 'data-view': name, 'aria-controls': panelId },
      texts.viewNames[name]
    );
    tab.addEventListener('click', () => current.set(name), { signal });
    return tab;
  });
  const element = html('div', { class: 'tabs', role: 'tablist', 'aria-label': texts.views }, ...made);
  current.watch(
    value => {
      names.forEach((name, k) => {
        made[k].setAttribute('aria-selected', String(name === value));
        made[k].tabIndex = name === value ? 0 : -1;
      });
    },
    signal,
    true
  );
  listen(
    element,
    'keydown',
    event => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const at = (names.indexOf(current.value) + step + names.length) % names.length;
      current.set(names[at]);
      made[at].focus();
      event.preventDefault();
    },
    signal
  );
  return element;
}
