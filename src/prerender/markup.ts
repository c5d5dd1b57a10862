/**
 * As much of a document as the views need to make their elements, and its text as HTML. Nothing is laid out and no
 * event ever happens. A real DOM that runs in QuickJS is 260 kB more in each wheel and slow to fill; what is not here
 * fails loudly, and the page then has no first paint.
 */

const SVG = 'http://www.w3.org/2000/svg';
const VOID = new Set(['br', 'hr', 'img', 'input', 'path', 'rect']);
/** Properties that are the attribute of the same name. */
const TEXTS = ['id', 'title', 'lang', 'type', 'href'] as const;
const FLAGS = ['hidden', 'checked', 'disabled'] as const;

export class MarkupNode {
  parent: MarkupElement | null = null;

  remove(): void {
    if (this.parent === null) return;
    const { nodes } = this.parent;
    nodes.splice(nodes.indexOf(this), 1);
    this.parent = null;
  }
}

export class MarkupText extends MarkupNode {
  constructor(readonly data: string) {
    super();
  }
}

export class MarkupElement extends MarkupNode {
  readonly nodes: MarkupNode[] = [];
  readonly attributes = new Map<string, string>();
  readonly classList = new ClassList(this);
  readonly style = styleOf(this);
  readonly dataset = datasetOf(this);
  shadow: MarkupElement | null = null;
  scrollTop = 0;
  // These are their attributes, see below.
  declare id: string;
  declare title: string;
  declare lang: string;
  declare type: string;
  declare href: string;
  declare hidden: boolean;
  declare checked: boolean;
  declare disabled: boolean;

  /** `size` answers for the width and height of every element. */
  constructor(
    readonly localName: string,
    readonly isSvg: boolean,
    private readonly size: { readonly width: number; readonly height: number }
  ) {
    super();
  }

  get clientWidth(): number {
    return this.size.width;
  }
  get clientHeight(): number {
    return this.size.height;
  }
  /** All lines are in sight: where to scroll to is up to the page. */
  get offsetTop(): number {
    return 0;
  }
  get offsetHeight(): number {
    return 0;
  }

  get isConnected(): boolean {
    return true;
  }
  get childNodes(): readonly MarkupNode[] {
    return this.nodes;
  }
  get children(): MarkupElement[] {
    return this.nodes.filter(node => node instanceof MarkupElement);
  }
  get childElementCount(): number {
    return this.children.length;
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...items: (MarkupNode | string)[]): void {
    for (const item of items) this.insert(item, this.nodes.length);
  }
  replaceChildren(...items: (MarkupNode | string)[]): void {
    for (const node of [...this.nodes]) node.remove();
    this.append(...items);
  }
  insertBefore(node: MarkupNode, next: MarkupNode | null): void {
    node.remove();
    this.insert(node, next === null ? this.nodes.length : this.nodes.indexOf(next));
  }

  private insert(item: MarkupNode | string, at: number): void {
    const node = item instanceof MarkupNode ? item : new MarkupText(item);
    const before = this.nodes.length;
    node.remove();
    node.parent = this;
    // Taking it away from an earlier place has moved the rest.
    this.nodes.splice(at - (before - this.nodes.length), 0, node);
  }

  get textContent(): string {
    return this.nodes
      .map(node => (node instanceof MarkupText ? node.data : node instanceof MarkupElement ? node.textContent : ''))
      .join('');
  }
  set textContent(text: string) {
    this.replaceChildren(...(text === '' ? [] : [text]));
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }
  set className(names: string) {
    this.setAttribute('class', names);
  }
  get tabIndex(): number {
    return Number(this.getAttribute('tabindex') ?? -1);
  }
  set tabIndex(index: number) {
    this.setAttribute('tabindex', index);
  }
  /** Of a select: the markup says it of its options. */
  get value(): string {
    return this.getAttribute('value') ?? '';
  }
  set value(value: string) {
    for (const option of this.children) {
      if (option.getAttribute('value') === value) option.setAttribute('selected', '');
      else option.removeAttribute('selected');
    }
  }

  attachShadow(): MarkupElement {
    this.shadow = new MarkupElement('template', false, this.size);
    this.shadow.setAttribute('shadowrootmode', 'open');
    return this.shadow;
  }

  addEventListener(): void {
    // Nothing happens here.
  }
  /** Nothing is chosen, hovered or found in a first paint, and nothing stands around it. */
  querySelector(): null {
    return null;
  }
  closest(): null {
    return null;
  }

  /** The element as HTML. */
  get markup(): string {
    const attributes = Array.from(this.attributes, ([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    const tag = `<${this.localName}${attributes}`;
    const inner = (this.shadow === null ? '' : this.shadow.markup) + this.nodes.map(node => this.text(node)).join('');
    if (inner !== '' || !VOID.has(this.localName)) return `${tag}>${inner}</${this.localName}>`;
    return this.isSvg ? `${tag}/>` : `${tag}>`;
  }

  private text(node: MarkupNode): string {
    if (node instanceof MarkupElement) return node.markup;
    // The style is our own; an escape would be part of it.
    return node instanceof MarkupText ? (this.localName === 'style' ? node.data : escaped(node.data)) : '';
  }
}

for (const name of TEXTS) {
  Object.defineProperty(MarkupElement.prototype, name, {
    get(this: MarkupElement) {
      return this.getAttribute(name) ?? '';
    },
    set(this: MarkupElement, value: unknown) {
      this.setAttribute(name, value);
    }
  });
}
for (const name of FLAGS) {
  Object.defineProperty(MarkupElement.prototype, name, {
    get(this: MarkupElement) {
      return this.hasAttribute(name);
    },
    set(this: MarkupElement, value: unknown) {
      if (value === true) this.setAttribute(name, '');
      else this.removeAttribute(name);
    }
  });
}

class ClassList {
  constructor(private readonly owner: MarkupElement) {}

  private get names(): Set<string> {
    return new Set(this.owner.className.split(' ').filter(Boolean));
  }
  contains(name: string): boolean {
    return this.names.has(name);
  }
  add(...names: string[]): void {
    this.set([...this.names, ...names]);
  }
  remove(...names: string[]): void {
    this.set([...this.names].filter(name => !names.includes(name)));
  }
  toggle(name: string, on = !this.contains(name)): boolean {
    if (on !== this.contains(name)) {
      if (on) this.add(name);
      else this.remove(name);
    }
    return on;
  }
  private set(names: readonly string[]): void {
    if (names.length > 0 || this.owner.hasAttribute('class')) this.owner.className = [...new Set(names)].join(' ');
  }
}

/** `style.height = …`, `setProperty`, `removeProperty` and `cssText`, all kept in the attribute. */
function styleOf(owner: MarkupElement): Record<string, unknown> {
  const read = (): Map<string, string> =>
    new Map(
      (owner.getAttribute('style') ?? '').split(';').flatMap((part): [string, string][] => {
        const colon = part.indexOf(':');
        return colon < 0 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1).trim()]];
      })
    );
  const write = (properties: Map<string, string>): void =>
    owner.setAttribute('style', Array.from(properties, ([name, value]) => `${name}:${value}`).join(';'));
  const setProperty = (name: string, value: string): void => write(read().set(name, value));
  const removeProperty = (name: string): void => {
    const properties = read();
    properties.delete(name);
    write(properties);
  };
  return new Proxy<Record<string, unknown>>(
    { setProperty, removeProperty },
    {
      set(_target, name, value) {
        if (name === 'cssText') owner.setAttribute('style', value);
        else setProperty(hyphenated(String(name)), String(value));
        return true;
      }
    }
  );
}

function datasetOf(owner: MarkupElement): Record<string, string> {
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => owner.getAttribute(`data-${hyphenated(String(name))}`) ?? undefined,
      set(_target, name, value) {
        owner.setAttribute(`data-${hyphenated(String(name))}`, value);
        return true;
      }
    }
  );
}

function hyphenated(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
}

/** The `document` of the views. */
export function markupDocument(size: { readonly width: number; readonly height: number }) {
  const html = (tag: string): MarkupElement => new MarkupElement(tag, false, size);
  return {
    documentElement: html('html'),
    body: html('body'),
    createElement: html,
    createElementNS: (space: string, tag: string) => new MarkupElement(tag, space === SVG, size),
    createTextNode: (text: string) => new MarkupText(text)
  };
}
