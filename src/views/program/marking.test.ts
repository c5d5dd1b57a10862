import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksOf, type Mark } from '../../graph/marks';
import { boxOfRows, share } from '../../graph/walk';
import { Engine } from '../../layout/engine';
import { EVERYTHING } from '../../layout/grouping/opening';
import type { Box } from '../../layout/scene';
import { smallReport } from '../../testing/view-context';
import { USUAL } from '../../testing/request';
import { choice, NOTHING } from '../state';
import { Marking } from './marking';

const engine = new Engine();
const report = engine.open(JSON.stringify(smallReport().document));
const { count } = report.programs[0].stages[0];
const sceneOf = (budget: number) =>
  engine.scene({ program: 0, stage: 0, grouping: 'calls', plumbing: true, opened: [], closed: [], budget });
const scenes = [sceneOf(1), sceneOf(60), sceneOf(EVERYTHING)];

/** The same, box by box. */
function expected(
  box: Box,
  chosen: ReadonlySet<number>,
  hovered: ReadonlySet<number>,
  found: ReadonlySet<number>
): Mark[] {
  const marks: Mark[] = [];
  const selected = share(box, chosen);
  if (selected === 'all') marks.push('chosen');
  else if (selected === 'some') {
    if (!box.open) marks.push('part');
    else if (box.equations.length > 0 && chosen.has(box.equations[0])) marks.push('chosen');
  }
  const seen = share(box, hovered);
  if (seen === 'all' || (seen === 'some' && !box.open)) marks.push('preview');
  if (share(box, found) === 'none') marks.push('faded');
  else if (!box.open) marks.push('match');
  return marks;
}

describe('Marking', () => {
  it('marks each box by the equations in it', () => {
    const rows = fc.array(fc.nat(count - 1)).map(list => new Set(list));
    fc.assert(
      fc.property(fc.constantFrom(...scenes), rows, rows, rows, (scene, chosen, hovered, found) => {
        const boxes = boxOfRows(scene, count);
        const wishes = { current: -1, chosen: choice(chosen, 'graph'), hovered: choice(hovered, 'graph'), found };
        const marks = new Marking().marks(scene, boxes, wishes);
        scene.boxes.forEach((box, k) =>
          expect([...marksOf(marks[k])].sort(), box.id).toEqual(expected(box, chosen, hovered, found).sort())
        );
      })
    );
  });

  it('marks what has no equations by its name, and the box under the keyboard', () => {
    const [, scene] = scenes;
    const argument = scene.boxes.findIndex(box => box.kind === 'input');
    const marks = new Marking().marks(scene, boxOfRows(scene, count), {
      current: argument,
      chosen: choice([], 'graph', scene.boxes[argument].id),
      hovered: NOTHING,
      found: null
    });
    expect(marksOf(marks[argument])).toEqual(['chosen', 'current']);
    expect(marks.filter(bits => bits !== 0)).toHaveLength(1);
  });
});

describe('a budget of everything', () => {
  it('opens all that can be opened, but what was closed', () => {
    const [, , scene] = scenes;
    expect(scene.boxes.filter(box => box.expandable && !box.open)).toEqual([]);
    expect(scene.drawn).toBe(count);
    const { id } = scene.boxes.find(box => box.open)!;
    const some = engine.scene({ ...USUAL, plumbing: true, closed: [id], budget: EVERYTHING });
    expect(some.boxes.filter(box => box.expandable && !box.open).map(box => box.id)).toEqual([id]);
  });
});
