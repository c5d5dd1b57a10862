import { expect, it } from 'vitest';
import { drawingCss } from './look';

it('styles shapes and not the figures of the same name, whose letters would inherit dashes', () => {
  const rule = drawingCss('.drawing')
    .split('\n')
    .find(one => one.includes('stroke-dasharray:3 3'));
  expect(rule).toMatch(/^\.drawing \.jv-region:where\(:not\(g\)\)\{/);
});
