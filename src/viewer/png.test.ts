import { describe, expect, it } from 'vitest';
import { pngZoom } from './png';

describe('pngZoom', () => {
  it('is fine for usual pictures and keeps large ones within what browsers draw', () => {
    expect(pngZoom(991, 1049)).toBe(2);
    for (const [width, height] of [
      [900, 60_000],
      [60_000, 900],
      [30_000, 30_000]
    ]) {
      const zoom = pngZoom(width, height);
      expect(Math.max(width, height) * zoom).toBeLessThanOrEqual(16_384);
      expect(width * height * zoom * zoom).toBeLessThanOrEqual(2 ** 27);
    }
  });
});
