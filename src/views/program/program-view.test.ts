// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rect } from '../../graph/camera';
import { testContext, type TestContext } from '../../testing/view-context';
import { choice, UNFOLDED } from '../state';
import { ProgramView } from './program-view';

const WINDOW = { width: 260, height: 120 };
/** The last equation in the body of the scan. */
const INNER = 5;

describe('ProgramView', () => {
  let context: TestContext;
  let view: ProgramView;

  beforeEach(async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WINDOW.width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(WINDOW.height);
    context = testContext();
    context.state.folding.set({ ...UNFOLDED, closed: ['e3'] });
    view = new ProgramView(context);
    document.body.replaceChildren(view.element);
    await view.start();
  });

  afterEach(() => context.abort.abort());

  /** Where the box that is drawn for a row lies in the window. */
  const place = (row: number): Rect => {
    const { boxes } = view.graph.shown!;
    const box = boxes.find(({ equations, open }) => !open && equations.includes(row))!;
    const { x, y, zoom } = view.graph.position.camera;
    return { x: box.x * zoom + x, y: box.y * zoom + y, width: box.width * zoom, height: box.height * zoom };
  };

  it('shows the equation that a link names, also when it was selected before it could be seen', async () => {
    const before = view.graph.shown!.boxes.length;
    const chosen = choice([INNER], 'link');
    context.state.selection.set(chosen);
    await view.reveal(chosen);
    expect(view.graph.shown!.boxes.length).toBeGreaterThan(before);
    const { x, y, width, height } = place(INNER);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(WINDOW.width);
    expect(y + height).toBeLessThanOrEqual(WINDOW.height);
  });

  it('brings the title of an opened box into the window, with no ground where there could be drawing', async () => {
    view.graph.drag(0, -1000);
    view.graph.drag(1000, 0);
    await view.scenes.fold('e3', true);
    const { camera } = view.graph.position;
    const { boxes, width } = view.graph.shown!;
    const scan = boxes.find(box => box.id === 'e3')!;
    expect(scan.y * camera.zoom + camera.y).toBeGreaterThanOrEqual(0);
    expect(scan.y * camera.zoom + camera.y).toBeLessThan(WINDOW.height / 2);
    expect((scan.x + scan.width) * camera.zoom + camera.x).toBeLessThanOrEqual(WINDOW.width);
    expect(camera.x + width * camera.zoom).toBeLessThanOrEqual(WINDOW.width);
  });
});
