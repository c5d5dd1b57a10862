/** Making elements without markup: tag, attributes, children. Text is always a text node. */

export type Child = Node | string | null | undefined | false;
export type Attributes = { readonly [name: string]: string | number | boolean | null | undefined };

const SVG = 'http://www.w3.org/2000/svg';

function assign(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    // A content security policy may forbid style attributes, but not styles set by script.
    if (name === 'style' && element instanceof HTMLElement) {
      element.style.cssText = String(value);
      continue;
    }
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) if (child || child === '') element.append(child);
}

/** An HTML element; attributes that are null, undefined or false are left out. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  assign(element, attributes);
  append(element, children);
  return element;
}

/** An SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  assign(element, attributes);
  append(element, children);
  return element;
}

/** A push button with a title that is also its accessible name where `label` is a sign. */
export function button(label: string, title: string, onPress: () => void, signal: AbortSignal): HTMLButtonElement {
  const element = html('button', { type: 'button', title, 'aria-label': title }, label);
  element.addEventListener('click', onPress, { signal });
  return element;
}

/** Listens until the signal aborts. */
export function listen<Type extends keyof HTMLElementEventMap>(
  target: HTMLElement | SVGElement,
  type: Type,
  handler: (event: HTMLElementEventMap[Type]) => void,
  signal: AbortSignal,
  options: { readonly passive?: boolean } = {}
): void {
  target.addEventListener(type, handler as EventListener, { ...options, signal });
}
