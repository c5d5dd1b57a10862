import { describe, expect, it } from 'vitest';
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

  it('are not empty', () => {
    for (const texts of [en, es]) {
      for (const [name, text] of Object.entries(texts)) if (typeof text === 'string') expect(text, name).not.toBe('');
    }
  });
});
