import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomReport } from '../testing/random-program';
import { USUAL } from '../testing/request';
import { buffersIn } from './buffers';
import { Engine } from './engine';
import { Scene } from './scene';

/** A scene of a random program, with its engine. */
function scenes(property: (scene: Scene, count: number) => void): void {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 25 }), fc.constantFrom(1, 12, 1000), (seed, size, budget) => {
      const tables = randomReport(seed, size);
      const engine = new Engine();
      engine.use(tables);
      property(engine.scene({ ...USUAL, budget }), tables.programs[0].stages[0].count);
    }),
    { numRuns: 25 }
  );
}

describe('a scene', () => {
  it('holds each equation once, in the stretch of every box that it lies in', () => {
    scenes((scene, count) => {
      expect(Array.from(scene.columns.rows).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
      const boxes = scene.boxes;
      boxes.forEach(box => {
        if (box.parent >= 0) for (const row of box.members) expect(boxes[box.parent].members).toContain(row);
        if (box.members.length > 0) expect(box.members[0]).toBe(Math.min(...box.members));
      });
      // What is in an open box is its own equation and what is in the boxes in it.
      boxes.forEach((box, index) => {
        const inner = boxes.filter(other => other.parent === index).flatMap(other => Array.from(other.members));
        const all = box.open ? [...box.equations, ...inner] : Array.from(box.equations);
        expect(Array.from(box.members).sort((a, b) => a - b)).toEqual(all.sort((a, b) => a - b));
      });
    });
  });

  it('finds a box by its id and by nothing else', () => {
    scenes(scene => {
      scene.boxes.forEach(({ id }, index) => expect(scene.find(id)).toBe(index));
      for (const id of ['', 'e', 'nothing', `${scene.boxes[0]?.id}0`.repeat(9)]) expect(scene.find(id)).toBe(-1);
    });
  });

  it('is the same after it was handed over, and the columns are all that was', () => {
    const engine = new Engine();
    engine.use(randomReport(7, 25));
    const whole = engine.scene(USUAL);
    const sent = engine.scene(USUAL).columns;
    const arrived = new Scene(structuredClone(sent, { transfer: buffersIn(sent) }));
    expect(arrived.columns).toEqual(whole.columns);
    expect(arrived.boxes.length).toBeGreaterThan(3);
    expect(sent.rows).toHaveLength(0);
    // The engine keeps nothing of it.
    expect(engine.scene(USUAL).columns).toEqual(whole.columns);
  });
});
