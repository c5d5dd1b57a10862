import { describe, expect, it } from 'vitest';
import type { Box, Edge } from '../layout/scene';
import { sceneOf } from '../testing/scene';
import { along, boxOfRows, encloses, neighbour, share } from './walk';

function box(id: string, x: number, y: number, parent = -1, more: Partial<Box> = {}): Box {
  return {
    id,
    kind: 'equation',
    parent,
    x,
    y,
    width: 80,
    height: 30,
    label: id,
    code: false,
    detail: '',
    badge: '',
    open: false,
    expandable: false,
    equations: Int32Array.of(),
    members: Int32Array.of(),
    phase: 0,
    batched: false,
    ...more
  };
}

function edge(from: number, to: number): Edge {
  return { from, to, points: new Float32Array(8), values: Int32Array.of(), label: '', bytes: 0 };
}

/** A and B side by side, C below A; D within the open box O, below. */
const scene = sceneOf(
  [
    box('a', 0, 0),
    box('b', 120, 0),
    box('c', 10, 60),
    box('o', 0, 120, -1, { open: true, kind: 'group', height: 100, equations: Int32Array.of(3) }),
    box('d', 10, 150, 3, { equations: Int32Array.of(4) })
  ],
  [edge(0, 2), edge(1, 4), edge(2, 4)]
);

describe('walk', () => {
  it('moves to the box that lies there', () => {
    expect(neighbour(scene, 0, 'right')).toBe(1);
    expect(neighbour(scene, 1, 'left')).toBe(0);
    expect(neighbour(scene, 0, 'down')).toBe(2);
    expect(neighbour(scene, 2, 'down')).toBe(4);
    expect(neighbour(scene, 0, 'up')).toBe(-1);
    expect(neighbour(scene, 0, 'left')).toBe(-1);
  });

  it('follows edges, those of inner boxes too', () => {
    expect(along(scene, 2, 'producers')).toEqual([0]);
    expect(along(scene, 3, 'producers')).toEqual([2, 1]);
    expect(along(scene, 1, 'consumers')).toEqual([4]);
    expect(along(scene, 4, 'consumers')).toEqual([]);
  });

  it('knows what encloses what', () => {
    expect(encloses(scene, 3, 4)).toBe(true);
    expect(encloses(scene, 4, 3)).toBe(false);
    expect(encloses(scene, 3, 3)).toBe(false);
  });

  it('finds the innermost box of a row', () => expect([...boxOfRows(scene, 5)]).toEqual([-1, -1, -1, 3, 4]));

  it('tells how much of a box is chosen', () => {
    expect(share(scene.boxes[3], new Set([3]))).toBe('some');
    expect(share(scene.boxes[3], new Set([3, 4, 9]))).toBe('all');
    expect(share(scene.boxes[3], new Set([9]))).toBe('none');
    expect(share(scene.boxes[0], new Set([1]))).toBe('none');
  });
});
