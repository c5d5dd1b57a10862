/** Finds where one piece of code ran several times in a row: an unrolled Python loop. */
import type { Group, Item } from './group';

/** Equal for two items that are the same code: the place in the source, and what is computed there. */
export interface Signature {
  place: string;
  what: string;
}

const LEAST_ROUNDS = 3;
const LONGEST_ROUND = 64;

/**
 * `items` with every run of at least three equal rounds replaced by what `makeFold` makes of its rounds.
 * Two rounds are enough where they are all there is and have more than one place each: one operation may
 * give two equal equations, but not the same places in the same order again. Plumbing is not compared: it
 * goes with the item before it.
 */
export function foldLoops(
  items: readonly Item[],
  signatureOf: (item: Item) => Signature,
  isPlumbing: (item: Item) => boolean,
  makeFold: (rounds: Item[][]) => Group
): Item[] {
  const starts: number[] = [];
  items.forEach((item, k) => {
    if (!isPlumbing(item)) starts.push(k);
  });
  const signatures = starts.map(k => signatureOf(items[k]));
  const names = signatures.map(({ place, what }) => `${place} ${what}`);
  const folded: Item[] = items.slice(0, starts[0] ?? items.length);
  const piece = (k: number): readonly Item[] => items.slice(starts[k], starts[k + 1] ?? items.length);
  for (let k = 0; k < starts.length;) {
    const { period, rounds } = isTwice() ? { period: names.length / 2, rounds: 2 } : bestRun(names, k);
    if (rounds === 1) {
      folded.push(...piece(k));
      k++;
      continue;
    }
    const parts: Item[][] = [];
    for (let round = 0; round < rounds; round++) {
      const part: Item[] = [];
      for (let j = 0; j < period; j++) part.push(...piece(k + round * period + j));
      parts.push(part);
    }
    folded.push(makeFold(parts));
    k += period * rounds;
  }
  return folded;

  function isTwice(): boolean {
    const half = names.length / 2;
    if (half < 2 || names.some((name, k) => name !== names[(k + half) % names.length])) return false;
    return signatures.some(({ place }) => place !== signatures[0].place) && bestRun(names, 0).rounds === 1;
  }
}

/** The run of equal rounds from `start` that covers most; of equals the one with the shortest round. */
function bestRun(names: readonly string[], start: number): { period: number; rounds: number } {
  let best = { period: 1, rounds: 1 };
  const longest = Math.min(LONGEST_ROUND, Math.floor((names.length - start) / LEAST_ROUNDS));
  for (let period = 1; period <= longest; period++) {
    if (names[start] !== names[start + period]) continue;
    let end = start + period;
    while (end < names.length && names[end] === names[end - period]) end++;
    const rounds = Math.floor((end - start) / period);
    if (rounds >= LEAST_ROUNDS && rounds * period > best.rounds * best.period) best = { period, rounds };
  }
  return best;
}
