/** A row of buttons of which one is on: one stop for the Tab key, arrows choose, as radio buttons do. */
import { html, listen, type Child } from './elements';

export interface RadioOption<Value> {
  readonly value: Value;
  readonly label: string;
  readonly title?: string;
  readonly attributes?: { readonly [name: string]: string };
}

export interface RadioGroup<Value> {
  readonly element: HTMLElement;
  /** Shows which one is on. */
  set(value: Value): void;
}

/** `between` stands between two buttons. */
export function radioGroup<Value>(
  label: string,
  className: string,
  options: readonly RadioOption<Value>[],
  choose: (value: Value) => void,
  signal: AbortSignal,
  between: string | null = null
): RadioGroup<Value> {
  const buttons = options.map(({ value, label: text, title, attributes }) => {
    const made = html('button', { type: 'button', role: 'radio', title, ...attributes }, text);
    listen(made, 'click', () => choose(value), signal);
    return made;
  });
  const children = buttons.flatMap((made, k): Child[] =>
    k === 0 || between === null ? [made] : [html('i', { 'aria-hidden': 'true' }, between), made]
  );
  const element = html('div', { class: className, role: 'radiogroup', 'aria-label': label }, ...children);
  listen(
    element,
    'keydown',
    event => {
      const step = ['ArrowRight', 'ArrowDown'].includes(event.key)
        ? 1
        : ['ArrowLeft', 'ArrowUp'].includes(event.key)
          ? -1
          : 0;
      if (step === 0) return;
      const at = buttons.findIndex(made => made === event.target);
      const next = (at + step + buttons.length) % buttons.length;
      choose(options[next].value);
      buttons[next].focus();
      event.preventDefault();
    },
    signal
  );
  return {
    element,
    set: value =>
      buttons.forEach((made, k) => {
        const on = options[k].value === value;
        made.setAttribute('aria-checked', String(on));
        made.tabIndex = on ? 0 : -1;
      })
  };
}
