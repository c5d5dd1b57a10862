import { describe, expect, it } from 'vitest';
import { en } from './en';
import { es } from './es';

function keys(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? keys(inner as object, `${prefix}${name}.`) : [prefix + name]
  );
}

describe('texts of the panel', () => {
  it('are complete in both languages', () => expect(keys(es).sort()).toEqual(keys(en).sort()));

  it('say in every state what to do, or that one need not', () => {
    for (const texts of [en, es]) for (const text of Object.values(texts.states)) expect(text).toMatch(/[.…]$/);
  });

  it('name the function’s size as the viewer does', () => {
    expect([en.equations(1), en.equations(109)]).toEqual(['1 equation', '109 equations']);
    expect([es.equations(1), es.equations(109)]).toEqual(['1 ecuación', '109 ecuaciones']);
  });
});
