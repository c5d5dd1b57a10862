import { describe, expect, it } from 'vitest';
import { serves } from '../../layout/first-scene';
import type { Box, Scene } from '../../layout/scene';
import { ReportBuilder } from '../../testing/document';
import { testContext, type TestContext } from '../../testing/view-context';
import type { SceneMaker } from '../context';
import { budgetFor } from './budget';
import { sceneRequest, Scenes, type ShownScene } from './scenes';

const WINDOW = { width: 1000, height: 800 };
/** A page's first scene was laid out for a window somewhat smaller than the reader's. */
const MADE_FOR = 48;

/** Functions of many equations each: there is room for all of them only in a large window. */
function severalFunctions(): ReportBuilder {
  const report = new ReportBuilder().source('out = step(x)', ...Array.from({ length: 8 }, (_, k) => `def f${k}(x): …`));
  report.stage().top(
    Array.from({ length: 12 }, (_, k) => ({ name: `w${k}` })),
    1,
    (region, inputs) => {
      let value = inputs[0];
      for (let row = 0; row < 8; row += 1) {
        for (let k = 0; k < 9; k += 1) {
          const stack = [
            { function: '<module>', line: 1, column: 6 },
            { function: `f${row}`, line: row + 2, column: k }
          ];
          value = region.add('sin', [value, inputs[(row + k) % inputs.length]], { stack });
        }
      }
      return [value];
    }
  );
  return report;
}

/** An engine on a page that carries its first scene, as `report.save` makes it. */
async function withFirstScene(context: TestContext): Promise<SceneMaker> {
  const made = sceneRequest(context, MADE_FOR);
  const scene = await context.engine.scene(made, context.signal);
  return {
    ...context.engine,
    settle: request => (serves(made, request) ? made : request),
    scene: (request, signal) => (serves(made, request) ? Promise.resolve(scene) : context.engine.scene(request, signal))
  };
}

const shown = (scenes: Scenes): ShownScene => scenes.shown.value!;

function looks({ boxes }: Scene, but: (box: Box) => boolean): string[] {
  return boxes.filter(box => !but(box)).map(({ id, open }) => `${id} ${open ? 'open' : 'closed'}`);
}

function isWithin(box: Box, id: string, { boxes }: Scene): boolean {
  for (let at: Box | undefined = box; at !== undefined; at = boxes[at.parent]) if (at.id === id) return true;
  return false;
}

describe('Scenes', () => {
  it('opens and closes one box and no other, also after a scene made for another window', async () => {
    expect(budgetFor(WINDOW.width, WINDOW.height)).not.toBe(MADE_FOR);
    const context = testContext(severalFunctions());
    const scenes = new Scenes({ ...context, engine: await withFirstScene(context) }, () => WINDOW);
    await scenes.ask(null);
    const { scene, request } = shown(scenes);
    expect(request.budget).toBe(MADE_FOR);
    const closed = scene.boxes.filter(box => box.expandable && !box.open);
    expect(closed.length).toBeGreaterThan(1);
    for (const { id } of closed) {
      await scenes.fold(id, true);
      const opened = shown(scenes).scene;
      expect(opened.boxes.length).toBeGreaterThan(scene.boxes.length);
      const others = looks(opened, box => isWithin(box, id, opened));
      expect(others.sort()).toEqual(looks(scene, box => box.id === id).sort());
      await scenes.fold(id, false);
      expect(looks(shown(scenes).scene, () => false)).toEqual(looks(scene, () => false));
    }
    context.abort.abort();
  });

  it('asks for as many boxes as its own window has room for when no scene is at hand', async () => {
    const context = testContext(severalFunctions());
    const scenes = new Scenes(context, () => WINDOW);
    await scenes.ask(null);
    expect(shown(scenes).request.budget).toBe(budgetFor(WINDOW.width, WINDOW.height));
    context.abort.abort();
  });
});
