import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arrangement } from './arrangement';
import { siftBlocks } from './blocks';
import { sift, transpose } from './exchange';
import { buildLayers, nodesByLayer, type Layers } from './layers';
import { Band, type Level } from './level';
import { orderLayers, type Order } from './order';
import { findSides } from './slots';
import { Sweep } from './sweep';
import { random } from './testing/plans';

/** Layers of the given sizes with the given links between neighbouring ones; nodes are numbered layer by layer. */
function makeLayers(sizes: readonly number[], links: readonly [number, number][]): Layers {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const level: Level = {
    count,
    width: new Float64Array(count).fill(100),
    height: new Float64Array(count).fill(30),
    band: new Uint8Array(count).fill(Band.free),
    from: Int32Array.from(links, ([u]) => u),
    to: Int32Array.from(links, ([, v]) => v),
    fromAt: new Float64Array(links.length).fill(50),
    toAt: new Float64Array(links.length).fill(NaN),
    net: Int32Array.from(links, ([u]) => u),
    load: new Int32Array(links.length).fill(1),
    wish: new Float64Array(count).fill(NaN),
    frame: { minWidth: 0, minHeight: 0, header: 0, padding: 0 },
    starts: 16
  };
  const rank = Int32Array.from(sizes.flatMap((size, layer) => Array<number>(size).fill(layer)));
  return buildLayers(level, rank, Int32Array.from(rank.keys()), Int32Array.from(links.keys()), new Int32Array(count));
}

/** Every pair of links looked at. */
function countPairs(layers: Layers, order: Order): number {
  const position = new Int32Array(layers.count);
  order.items.forEach((v, i) => (position[v] = i));
  let count = 0;
  for (let a = 0; a < layers.from.length; a++) {
    for (let b = 0; b < a; b++) {
      if (layers.layer[layers.from[a]] !== layers.layer[layers.from[b]]) continue;
      const above = position[layers.from[a]] - position[layers.from[b]];
      const below = position[layers.to[a]] - position[layers.to[b]];
      if (above * below < 0) count++;
    }
  }
  return count;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map(rest => [first, ...rest])
  );
}

/** The fewest crossings of any order. */
function bruteForce(layers: Layers): number {
  const { offsets, items } = nodesByLayer(layers);
  let orders: number[][] = [[]];
  for (let l = 0; l < layers.layerCount; l++) {
    const own = permutations(Array.from(items.subarray(offsets[l], offsets[l + 1])));
    orders = orders.flatMap(order => own.map(next => [...order, ...next]));
  }
  return orders.reduce(
    (fewest, order) => Math.min(fewest, countPairs(layers, { offsets, items: Int32Array.from(order) })),
    Infinity
  );
}

function randomLayers(sizes: readonly number[], density: number, seed: number): Layers {
  const next = random(seed);
  const links: [number, number][] = [];
  let first = 0;
  for (let l = 0; l + 1 < sizes.length; l++) {
    for (let u = first; u < first + sizes[l]; u++) {
      for (let v = first + sizes[l]; v < first + sizes[l] + sizes[l + 1]; v++) if (next() < density) links.push([u, v]);
    }
    first += sizes[l];
  }
  return makeLayers(sizes, links);
}

describe('orderLayers', () => {
  it('finds the fewest crossings of tiny graphs', () => {
    let found = 0;
    let fewest = 0;
    for (let seed = 0; seed < 40; seed++) {
      const layers = randomLayers([4, 4, 3], 0.45, seed);
      found += countPairs(layers, orderLayers(layers, 16));
      fewest += bruteForce(layers);
    }
    expect(fewest).toBeGreaterThan(40);
    // A crossing more in a hundred, for the weights that keep lines straight.
    expect(found).toBeLessThanOrEqual(Math.ceil(1.01 * fewest));
  });

  it('crosses clearly less than barycentre sweeps alone', () => {
    let found = 0;
    let reference = 0;
    for (let seed = 0; seed < 10; seed++) {
      const layers = randomLayers([12, 14, 13, 12, 10], 0.14, seed);
      found += countPairs(layers, orderLayers(layers, 16));
      const order = nodesByLayer(layers);
      const arrangement = new Arrangement(layers, findSides(layers), order);
      const sweep = new Sweep(arrangement);
      for (let round = 0; round < 24; round++) sweep.run(round % 2 === 0, false);
      reference += countPairs(layers, arrangement);
    }
    expect(found).toBeLessThan(0.9 * reference);
  });

  it('draws a tree without crossings', () => {
    const next = random(9);
    const sizes = [1, 3, 8, 20, 40];
    const links: [number, number][] = [];
    let first = 0;
    for (let l = 0; l + 1 < sizes.length; l++) {
      for (let v = 0; v < sizes[l + 1]; v++) links.push([first + Math.floor(next() * sizes[l]), first + sizes[l] + v]);
      first += sizes[l];
    }
    const layers = makeLayers(sizes, links);
    expect(countPairs(layers, orderLayers(layers, 16))).toBe(0);
  });
});

describe('Arrangement', () => {
  it('counts what looking at every pair counts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (sizes, density, seed) => {
          const layers = randomLayers(sizes, density, seed);
          layers.weight.fill(1);
          const order = nodesByLayer(layers);
          expect(new Arrangement(layers, findSides(layers), order).total()).toBe(countPairs(layers, order));
        }
      )
    );
  });
});

describe.each([
  ['transpose', transpose],
  ['sift', sift]
] as const)('%s', (_, improve) => {
  it('ends where no exchange of two neighbours saves a crossing, and never with more', () => {
    let saved = 0;
    for (let seed = 0; seed < 30; seed++) {
      const layers = randomLayers([6, 7, 6], 0.3, seed);
      layers.weight.fill(1);
      const order = new Arrangement(layers, findSides(layers), nodesByLayer(layers));
      const before = countPairs(layers, order);
      improve(order, 100);
      const after = countPairs(layers, order);
      expect(after).toBeLessThanOrEqual(before);
      saved += before - after;
      for (let l = 0; l < layers.layerCount; l++) {
        for (let i = order.offsets[l] + 1; i < order.offsets[l + 1]; i++) {
          const items = order.items.slice();
          [items[i - 1], items[i]] = [items[i], items[i - 1]];
          expect(countPairs(layers, { offsets: order.offsets, items })).toBeGreaterThanOrEqual(after);
        }
      }
    }
    expect(saved).toBeGreaterThan(100);
  });
});

describe('siftBlocks', () => {
  /** Long edges: a level of random boxes in rows, whose segments pass several of them. */
  function longLayers(seed: number): Layers {
    const next = random(seed);
    const rows = Array.from({ length: 24 }, (_, v) => v >> 2);
    const links = Array.from({ length: 34 }, (): [number, number] => {
      const u = Math.floor(next() * 20);
      return [u, 4 * (rows[u] + 1) + Math.floor(next() * (20 - 4 * rows[u]))];
    });
    return makeLayers([4, 4, 4, 4, 4, 4], links);
  }

  it('never leaves more crossings, and fewer than moves of single nodes do', () => {
    let blocks = 0;
    let nodes = 0;
    for (let seed = 0; seed < 40; seed++) {
      const layers = longLayers(seed);
      const start = nodesByLayer(layers);
      const moved = new Arrangement(layers, findSides(layers), start);
      const before = moved.total();
      siftBlocks(moved);
      expect(moved.total()).toBeLessThanOrEqual(before);
      const single = new Arrangement(layers, findSides(layers), start);
      sift(single, 100);
      blocks += moved.total();
      nodes += single.total();
    }
    expect(blocks).toBeLessThan(0.9 * nodes);
  });
});
