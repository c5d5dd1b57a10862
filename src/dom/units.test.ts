import { describe, expect, it } from 'vitest';
import { bytes, seconds } from './units';

describe('units', () => {
  it.each([
    [0, '0 s'],
    [1.5e-9, '1.50 ns'],
    [642e-6, '642 µs'],
    [0.00108, '1.08 ms'],
    [0.0849, '84.9 ms'],
    [0.99949, '999 ms'],
    [0.9996, '1.00 s'],
    [12.34, '12.3 s'],
    [754, '754 s']
  ])('says %d seconds as %s', (value, text) => expect(seconds(value)).toBe(text));

  it.each([
    [0, '0 B'],
    [40, '40 B'],
    [999, '999 B'],
    [1605632, '1.61 MB'],
    [2048, '2.05 kB'],
    [999_600, '1.00 MB'],
    [413e6, '413 MB']
  ])('says %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text));
});
