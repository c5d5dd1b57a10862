/** A button that opens a menu. */
import { html, listen } from '../dom/elements';

export type MenuEntry =
  | { readonly kind: 'action'; readonly label: string; readonly act: () => void }
  | { readonly kind: 'choice'; readonly label: string; readonly options: readonly MenuOption[] };

export interface MenuOption {
  readonly label: string;
  readonly chosen: boolean;
  readonly act: () => void;
}

/** `entries` is asked each time the menu opens. */
export function menuButton(
  sign: string,
  title: string,
  entries: () => readonly MenuEntry[],
  signal: AbortSignal
): HTMLElement {
  const button = html(
    'button',
    { type: 'button', class: 'icon', title, 'aria-label': title, 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    sign
  );
  const menu = html('div', { class: 'menu', role: 'menu', 'aria-label': title, hidden: true });
  const element = html('div', { class: 'menu-holder' }, button, menu);

  const items = (): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const close = (refocus: boolean): void => {
    if (menu.hidden) return;
    menu.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    if (refocus) button.focus();
  };
  const item = (role: string, label: string, act: () => void, checked: boolean | null): HTMLElement => {
    const made = html(
      'button',
      { type: 'button', role, tabindex: -1, 'aria-checked': checked === null ? null : String(checked) },
      label
    );
    made.addEventListener('click', () => {
      close(true);
      act();
    });
    return made;
  };
  const open = (): void => {
    menu.replaceChildren(
      ...entries().map(entry =>
        entry.kind === 'action'
          ? item('menuitem', entry.label, entry.act, null)
          : html(
              'div',
              { role: 'group', 'aria-label': entry.label, class: 'menu-choice' },
              html('span', { 'aria-hidden': 'true' }, entry.label),
              ...entry.options.map(option => item('menuitemradio', option.label, option.act, option.chosen))
            )
      )
    );
    menu.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    items()[0]?.focus();
  };

  listen(button, 'click', () => (menu.hidden ? open() : close(true)), signal);
  listen(
    menu,
    'keydown',
    event => {
      const all = items();
      const at = all.findIndex(one => one.matches(':focus'));
      const step = ['ArrowDown', 'ArrowRight'].includes(event.key)
        ? 1
        : ['ArrowUp', 'ArrowLeft'].includes(event.key)
          ? -1
          : 0;
      if (step !== 0) all[(at + step + all.length) % all.length]?.focus();
      else if (event.key === 'Home') all[0]?.focus();
      else if (event.key === 'End') all[all.length - 1]?.focus();
      else if (event.key === 'Escape') close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    signal
  );
  listen(
    element,
    'focusout',
    event => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) close(false);
    },
    signal
  );
  return element;
}
