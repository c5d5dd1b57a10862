import { describe, expect, it } from 'vitest';
import type { Box, Edge } from '../layout/scene';
import { sceneOf } from '../testing/scene';
import type { Inks } from './inks';
import { drawNearEdges } from './tile-edges';

const INK = { fill: '#111', stroke: '#222', width: 1, dash: [], strokeOpacity: 0.7, font: '' };
const inks = { of: () => INK } as unknown as Inks;
const TILE = { left: 0, top: 0, right: 512, bottom: 512 };

function box(id: string): Box {
  return {
    id,
    kind: 'equation',
    parent: -1,
    x: 0,
    y: 0,
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
    batched: false
  };
}

/** From (10, 0) far down, then to the right to its own end. */
function edge(end: number): Edge {
  const far = [10, 0, 10, 1, 10, 2, 10, 1e6];
  return {
    from: 0,
    to: 1,
    points: Float32Array.from([...far, 10, 1e6 + 9, end, 1e6 + 9, end, 1e6 + 20]),
    values: Int32Array.of(),
    label: '',
    bytes: 0
  };
}

/** What was drawn: lines from y to y, curves, heads. */
function drawn(edges: Edge[], area = TILE): { lines: number[][]; strokes: number; curves: number; heads: number } {
  const got = { lines: [] as number[][], strokes: 0, curves: 0, heads: 0 };
  let from: number[] = [];
  const pen = {
    beginPath: () => undefined,
    closePath: () => undefined,
    moveTo: (...at: number[]) => (from = at),
    lineTo: (...at: number[]) => got.lines.push([...from, ...at]),
    bezierCurveTo: () => (got.curves += 1),
    stroke: () => (got.strokes += 1),
    fill: () => (got.heads += 1)
  };
  const scene = sceneOf([box('a'), box('b')], edges);
  const numbers = Int32Array.from(edges, (_, k) => k);
  const steps = drawNearEdges(pen as unknown as CanvasRenderingContext2D, scene, numbers, area, inks);
  while (steps.next().done !== true);
  return got;
}

describe('drawNearEdges', () => {
  it('draws what thousands share a few times, and no further than the tile', () => {
    const edges = Array.from({ length: 5000 }, (_, k) => edge(20 + k));
    expect(drawn(edges)).toEqual({ lines: [[10, 0, 10, 512]], strokes: 4, curves: 0, heads: 0 });
  });

  it('draws each end with its head where the tile is', () => {
    const end = { left: 0, top: 1e6 + 5, right: 512, bottom: 1e6 + 517 };
    expect(drawn([edge(40), edge(80), edge(900)], end)).toMatchObject({ curves: 3, strokes: 3, heads: 2 });
  });

  it('draws a single line once', () => {
    expect(drawn([edge(20)]).strokes).toBe(1);
  });
});
