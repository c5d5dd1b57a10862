import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../search/query';
import { en } from './en';
import { es } from './es';

/** Names of all texts, nested ones with a dot. */
function keys(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? keys(inner as object, `${prefix}${name}.`)
      : [prefix + name]
  );
}

describe('texts', () => {
  it('are complete in both languages', () => expect(keys(es).sort()).toEqual(keys(en).sort()));

  it('list the same keys', () => expect(es.keyList).toHaveLength(en.keyList.length));

  it('say equations as the header promises', () => {
    expect(en.equations(109)).toBe('109 equations');
    expect(en.equations(1)).toBe('1 equation');
    expect(es.equations(109)).toBe('109 ecuaciones');
  });

  it('tell what a line makes itself from what its calls make', () => {
    expect(en.lineLabel(41, 'g = f(x)', { own: 0, calls: 97, continued: false })).toBe(
      'Line 41, 97 equations in calls made here: g = f(x)'
    );
    expect(en.lineLabel(41, 'g = f(x) + 1', { own: 1, calls: 97, continued: false })).toBe(
      'Line 41, 1 equation and 97 in calls made here: g = f(x) + 1'
    );
    expect(en.lineLabel(41, 'pass', { own: 0, calls: 0, continued: false })).toBe('Line 41, 0 equations: pass');
    expect(en.lineLabel(42, 'x)', { own: 2, calls: 0, continued: true })).toBe('Line 42, continued, 2 equations: x)');
    expect(es.lineLabel(41, 'g = f(x)', { own: 0, calls: 97, continued: false })).toBe(
      'Línea 41, 97 ecuaciones en llamadas hechas aquí: g = f(x)'
    );
  });

  it('name every field that a word is looked for in', () => {
    for (const texts of [en, es])
      expect(texts.foundIn(fieldsOf({ field: null }).map(one => [one, 1]))).not.toMatch(/prim\b|undefined/);
    expect(
      en.foundIn([
        ['prim', 8],
        ['source', 39]
      ])
    ).toBe('8 by primitive, 39 by source line');
  });

  it('are not empty', () => {
    for (const texts of [en, es]) {
      for (const [name, text] of Object.entries(texts)) if (typeof text === 'string') expect(text, name).not.toBe('');
    }
  });
});
