/**
 * Remembers how levels were laid out. A level's placement depends on nothing but what is in the level, so whatever comes
 * again – the same box in the next scene, or a block of equal structure beside it – is laid out once.
 */
import type { Level, LevelPlacement } from './level';

interface Entry {
  /** All that the placement depends on, in numbers. */
  content: Float64Array;
  placement: LevelPlacement;
}

export class LevelCache {
  /** What the placement at hand has used, and what the one before it did: more is not kept. */
  private current = new Map<number, Entry[]>();
  private previous = new Map<number, Entry[]>();

  /** To be called before each placement of a plan. */
  turn(): void {
    this.previous = this.current;
    this.current = new Map();
  }

  /** The placement of a level, made by `layOut` if no equal one is known. */
  placementOf(level: Level, layOut: (level: Level) => LevelPlacement): LevelPlacement {
    const content = contentOf(level);
    const key = hashOf(content);
    const known = find(this.current, key, content);
    if (known !== undefined) return known.placement;
    const entry = find(this.previous, key, content) ?? { content, placement: layOut(level) };
    const entries = this.current.get(key);
    if (entries === undefined) this.current.set(key, [entry]);
    else entries.push(entry);
    return entry.placement;
  }
}

function find(entries: Map<number, Entry[]>, key: number, content: Float64Array): Entry | undefined {
  return entries.get(key)?.find(entry => equal(entry.content, content));
}

function contentOf(level: Level): Float64Array {
  const { frame, count } = level;
  const columns = [level.width, level.height, level.band, level.wish];
  const segments = [level.from, level.to, level.fromAt, level.toAt, level.net, level.load];
  const content = new Float64Array(6 + 4 * count + 6 * level.from.length);
  content.set([count, level.starts, frame.minWidth, frame.minHeight, frame.header, frame.padding]);
  let filled = 6;
  for (const column of columns) {
    content.set(column, filled);
    filled += count;
  }
  for (const column of segments) {
    content.set(column, filled);
    filled += level.from.length;
  }
  return content;
}

/** FNV-1a over the bits of the numbers. */
function hashOf(content: Float64Array): number {
  const words = new Int32Array(content.buffer);
  let hash = 0x811c9dc5 | 0;
  for (let k = 0; k < words.length; k++) hash = Math.imul(hash ^ words[k], 0x01000193);
  return hash;
}

function equal(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k] && !(Number.isNaN(a[k]) && Number.isNaN(b[k]))) return false;
  return true;
}
