// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { html, svg } from '../dom/elements';
import { type MarkupElement, markupDocument } from './markup';

const made = markupDocument({ width: 10, height: 20 });
const element = (tag: string): MarkupElement => made.createElement(tag);

/** The same elements in a browser's document, read back from the markup. */
function parsed(markup: string): Element {
  return new DOMParser().parseFromString(markup, 'text/xml').documentElement;
}

describe('markup', () => {
  it('escapes text and attributes', () => {
    const nasty = `</div><script>"&'`;
    const div = element('div');
    div.title = nasty;
    div.append(nasty, 'b');
    expect(div.markup).not.toContain('<script>');
    const back = parsed(div.markup);
    expect(back.textContent).toBe(`${nasty}b`);
    expect(back.getAttribute('title')).toBe(nasty);
  });

  it('keeps style in its attribute', () => {
    const div = element('div');
    div.style.cssText = 'opacity:0;height:3px';
    div.style.height = '4px';
    div.style.willChange = 'opacity';
    (div.style.setProperty as (name: string, value: string) => void)('--depth', '2');
    (div.style.removeProperty as (name: string) => void)('opacity');
    expect(div.markup).toBe('<div style="height:4px;will-change:opacity;--depth:2"></div>');
  });

  it('keeps classes, data and flags', () => {
    const div = element('div');
    expect(div.classList.toggle('a', false)).toBe(false);
    expect(div.markup).toBe('<div></div>');
    div.classList.add('a', 'b');
    div.classList.remove('a');
    expect(div.classList.toggle('c')).toBe(true);
    div.dataset.jaxVizFirst = 'x';
    div.hidden = true;
    div.tabIndex = -1;
    expect(div.dataset.other).toBeUndefined();
    expect(div.markup).toBe('<div class="b c" data-jax-viz-first="x" hidden="" tabindex="-1"></div>');
    div.hidden = false;
    expect(div.hasAttribute('hidden')).toBe(false);
  });

  it('moves elements as a document does', () => {
    const [list, a, b, c] = ['ul', 'a', 'b', 'i'].map(element);
    list.append(a, b, c);
    list.insertBefore(c, a);
    list.insertBefore(a, null);
    list.append(b);
    expect(list.children.map(child => child.localName)).toEqual(['i', 'a', 'b']);
    a.remove();
    expect(list.childElementCount).toBe(2);
    list.replaceChildren('only ', 'text');
    expect(list.textContent).toBe('only text');
    list.textContent = '';
    expect(list.childNodes).toEqual([]);
  });

  it('says by its options what a select shows', () => {
    const select = element('select');
    for (const value of ['a', 'b']) {
      const option = element('option');
      option.setAttribute('value', value);
      select.append(option);
    }
    select.value = 'a';
    select.value = 'b';
    expect(select.children.map(option => option.hasAttribute('selected'))).toEqual([false, true]);
  });

  it('closes what has to be closed and nothing else', () => {
    const input = element('input');
    expect(input.markup).toBe('<input>');
    const path = made.createElementNS('http://www.w3.org/2000/svg', 'path');
    expect(path.markup).toBe('<path/>');
    path.append(element('title'));
    expect(path.markup).toBe('<path><title></title></path>');
  });

  it('holds a shadow tree as a template, and style as it is', () => {
    const host = element('div');
    const style = element('style');
    style.append('a>b{}');
    host.attachShadow().append(style);
    expect(host.markup).toBe('<div><template shadowrootmode="open"><style>a>b{}</style></template></div>');
  });

  it('is filled by the same helpers as a browser', () => {
    const real = [html('p', { class: 'a', 'data-n': 1, hidden: false }, 'x & y', null), svg('rect', { x: 1 })];
    const browser = globalThis.document;
    globalThis.document = made as unknown as Document;
    try {
      const ours = [html('p', { class: 'a', 'data-n': 1, hidden: false }, 'x & y', null), svg('rect', { x: 1 })];
      ours.forEach((one, k) => {
        const back = parsed((one as unknown as MarkupElement).markup);
        expect(back.textContent).toBe(real[k].textContent);
        expect(back.getAttributeNames()).toEqual(real[k].getAttributeNames());
      });
    } finally {
      globalThis.document = browser;
    }
  });
});
