import { expect, it } from 'vitest';
import { en } from './en';
import { es } from './es';

it('has every text in both languages, each its own', () => {
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  for (const [name, text] of Object.entries(en)) expect(es[name as keyof typeof en]).not.toBe(text);
});
