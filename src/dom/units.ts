/** Numbers for people: SI prefixes, three figures. */

const LARGE = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

function threeFigures(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 2));
}

/** `1.08 ms`, `642 µs`, `12.3 s`. */
export function seconds(value: number): string {
  for (const [unit, scale] of [
    ['s', 1],
    ['ms', 1e-3],
    ['µs', 1e-6]
  ] as const) {
    // 999.5 µs reads 1.00 ms: the limit is where three figures would round up.
    if (value >= scale * 0.9995) return `${threeFigures(value / scale)} ${unit}`;
  }
  return value === 0 ? '0 s' : `${threeFigures(value / 1e-9)} ns`;
}

/** `3.21 MB`; whole bytes below 1 kB. */
export function bytes(value: number): string {
  let power = 0;
  let rest = value;
  while (rest >= 999.5 && power < LARGE.length - 1) {
    rest /= 1000;
    power += 1;
  }
  return power === 0 ? `${Math.round(value)} B` : `${threeFigures(rest)} ${LARGE[power]}B`;
}
