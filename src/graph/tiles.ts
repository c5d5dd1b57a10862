/**
 * A large drawing as square tiles, as maps have them: a tile is drawn once and then moved about. Level l has 2^l pixels
 * of the screen for each of the drawing. Pure.
 */
import type { Camera, Size } from './camera';
import type { Bounds } from './spatial-index';

/** Pixels of a tile's side. */
export const TILE = 512;
/** The finest level; nearer, its tiles are enlarged until elements take their place. */
const FINEST = 2;
/** A tile may be enlarged this much before the next level is drawn: 2^-0.1 is sharp to the eye. */
const TOLERANCE = 0.1;

export interface TileName {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export function keyOf({ level, column, row }: TileName): string {
  return `${level}/${column}/${row}`;
}

/** The level whose tiles are sharp at a zoom on a screen with so many dots a pixel. */
export function levelFor(zoom: number, dots: number): number {
  return Math.min(FINEST, Math.ceil(Math.log2(zoom * dots) - TOLERANCE));
}

/** The finest level at which all of the drawing is in one tile. */
export function overviewLevel(world: Size): number {
  return Math.min(0, Math.floor(Math.log2(TILE / Math.max(world.width, world.height, 1))));
}

/** What a tile shows of the drawing. */
export function areaOf({ level, column, row }: TileName): Bounds {
  const size = TILE / 2 ** level;
  return { left: column * size, top: row * size, right: (column + 1) * size, bottom: (row + 1) * size };
}

/** The tiles of a level that a window shows, those in the middle first; none beyond the drawing. */
export function tilesInSight(camera: Camera, view: Size, world: Size, level: number, around = 0): TileName[] {
  const size = TILE / 2 ** level;
  const range = (offset: number, length: number, all: number): [number, number] => [
    Math.max(0, Math.floor(-offset / camera.zoom / size) - around),
    Math.min(Math.ceil(all / size) - 1, Math.floor((length - offset) / camera.zoom / size) + around)
  ];
  const [left, right] = range(camera.x, view.width, world.width);
  const [top, bottom] = range(camera.y, view.height, world.height);
  const tiles: TileName[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) tiles.push({ level, column, row });
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const distance = ({ column, row }: TileName): number => Math.abs(column - x) + Math.abs(row - y);
  return tiles.sort((one, other) => distance(one) - distance(other));
}

/** The tile of a coarser level that shows this one too. */
export function ancestor({ level, column, row }: TileName, coarser: number): TileName {
  const scale = 2 ** (level - coarser);
  return { level: coarser, column: Math.floor(column / scale), row: Math.floor(row / scale) };
}

/** The four tiles of the next level that show the same. */
export function children({ level, column, row }: TileName): TileName[] {
  return [0, 1, 2, 3].map(k => ({ level: level + 1, column: 2 * column + (k & 1), row: 2 * row + (k >> 1) }));
}
