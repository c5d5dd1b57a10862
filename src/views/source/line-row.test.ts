// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { lineRow, type LineRow } from './line-row';
import { tokenize } from './python-tokens';
import type { Span } from './source-index';

function row(text: string, spans: Span[]): LineRow {
  return lineRow({
    line: 19,
    text,
    tokens: tokenize(text).tokens,
    spans,
    count: 2,
    most: 4,
    label: 'Line 19',
    title: '2 equations'
  });
}

const marked = (made: LineRow, kind: string): string =>
  [...made.element.querySelectorAll(`code .${kind}`)].map(piece => piece.textContent).join('');

describe('lineRow', () => {
  const text = '    a = relu(jnp.dot(w.T, a) + 2)';
  const spans: Span[] = [
    { frame: 0, start: 13, end: 28 },
    { frame: 1, start: 8, end: 33 }
  ];

  it('keeps the text as it is', () => expect(row(text, spans).element.querySelector('code')?.textContent).toBe(text));

  it('marks exactly the columns', () => {
    const made = row(text, spans);
    made.mark('chosen', 13, 28);
    expect(marked(made, 'chosen')).toBe('jnp.dot(w.T, a)');
    expect(made.element.getAttribute('aria-selected')).toBe('true');
    made.clear();
    expect(marked(made, 'chosen')).toBe('');
    expect(made.element.getAttribute('aria-selected')).toBe('false');
  });

  it('marks to the end of the line and not the indentation', () => {
    const made = row(text, [{ frame: 0, start: 0, end: Infinity }]);
    made.mark('preview', 0, Infinity);
    expect(marked(made, 'preview')).toBe(text.trim());
  });

  it('counts columns in characters, not in UTF-16 units', () => {
    const made = row('𝑥 = 𝑤 @ dot(𝑎)', [{ frame: 0, start: 8, end: 14 }]);
    made.mark('chosen', 8, 14);
    expect(marked(made, 'chosen')).toBe('dot(𝑎)');
    expect(made.element.querySelector('.chosen')?.getAttribute('data-column')).toBe('8');
  });

  it('steps from frame to frame and back to the whole line', () => {
    const made = row(text, spans);
    const seen = [1, 1, 1, -1].map(by => {
      made.step(by as 1 | -1);
      return made.column;
    });
    expect(seen).toEqual([8, 13, null, 13]);
  });

  it('never makes markup of a text', () => {
    const made = row('x = "<img src=x onerror=alert(1)>"', []);
    expect(made.element.querySelector('img')).toBeNull();
    expect(made.element.querySelector('code')?.textContent).toContain('<img');
  });
});
