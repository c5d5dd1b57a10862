// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Engine } from '../layout/engine';
import type { Scene, SceneRequest } from '../layout/scene';
import { ReportBuilder, type NestedWords } from '../testing/document';
import { USUAL } from '../testing/request';
import { CHOSEN } from './marks';
import { Painter } from './painter';
import { columnsOf } from './scene-access';

const REQUEST: SceneRequest = { ...USUAL, grouping: 'regions', plumbing: true };

/** A chain of equations in one region. */
function chain(length: number): Scene {
  const report = new ReportBuilder().source('y = f(x)');
  report.stage().top([{ name: 'x' }], 1, (region, [x]) => {
    let value = x;
    for (let k = 0; k < length; k += 1) value = region.add('sin', [value]);
    return [value];
  });
  const engine = new Engine();
  engine.open(JSON.stringify(report.document));
  return engine.scene(REQUEST);
}

function painterOf(scene: Scene, pathOf: (row: number) => string = () => ''): Painter {
  const painter = new Painter();
  painter.setScene(scene, columnsOf(scene), pathOf);
  document.body.append(painter.element);
  return painter;
}

const all = (painter: Painter, scene: Scene): Promise<boolean> => painter.paint(scene.boxes.keys(), scene.edges.keys());

describe('Painter', () => {
  it('draws every box and edge of a small scene, and knows what is there', async () => {
    const scene = chain(5);
    const painter = painterOf(scene, row => String(row));
    expect(painter.has(1)).toBe(false);
    expect(await all(painter, scene)).toBe(true);
    expect(painter.element.querySelectorAll('.jv-box')).toHaveLength(scene.boxes.length);
    expect(painter.element.querySelectorAll('.jv-edge')).toHaveLength(scene.edges.length);
    expect([...painter.element.querySelectorAll('[data-path]')].map(e => e.getAttribute('data-path')).sort()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4'
    ]);
    const equation = scene.boxes.findIndex(box => box.kind === 'equation');
    expect(painter.has(equation)).toBe(true);
    // It looks for the element, not for what it was asked.
    painter.element.querySelector('.jv-equation')?.remove();
    expect(painter.has(equation)).toBe(false);
  });

  it('draws of a large scene what it is asked for, and takes away the rest', async () => {
    const scene = chain(600);
    const painter = painterOf(scene, row => String(row));
    await painter.paint([1, 2, 3], [0]);
    expect(painter.element.querySelectorAll('.jv-box')).toHaveLength(3);
    expect(painter.element.querySelectorAll('.jv-edge')).toHaveLength(1);
    const kept = painter.element.querySelector(`[data-id="${scene.boxes[3].id}"]`);
    await painter.paint([3, 4], []);
    expect([...painter.element.querySelectorAll('.jv-box')].map(e => e.getAttribute('data-id'))).toEqual([
      scene.boxes[3].id,
      scene.boxes[4].id
    ]);
    expect(painter.element.querySelector(`[data-id="${scene.boxes[3].id}"]`)).toBe(kept);
    expect(painter.element.querySelectorAll('.jv-edge')).toHaveLength(0);
  });

  it('writes titles of open boxes above the edges, on the ground that they lie on', async () => {
    const report = new ReportBuilder().source('y = f(x)');
    const nested = (depth: number): NestedWords => ({
      parameter: 'jaxpr',
      inputs: [{ operand: 0, role: 'carry' }],
      outputs: [{ result: 0, role: 'carry' }],
      fill: (body, [value]) => [
        depth === 0 ? body.add('sin', [value]) : body.add('scan', [value], { nested: [nested(depth - 1)] })
      ]
    });
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => [top.add('scan', [x], { nested: [nested(1)] })]);
    const engine = new Engine();
    engine.open(JSON.stringify(report.document));
    const scene = engine.scene({ ...REQUEST, opened: ['e0', 'e1'] });
    const painter = painterOf(scene);
    await all(painter, scene);
    const titles = [...painter.element.querySelectorAll<SVGGElement>('.jv-title')];
    expect(titles.map(title => title.querySelector('text')?.textContent)).toEqual(['scan', 'scan']);
    expect(titles.map(title => title.style.getPropertyValue('--depth'))).toEqual(['1', '2']);
    const before = (one: Element, other: Element): boolean =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const edges = [...painter.element.querySelectorAll('.jv-edge')];
    expect(edges.length).toBeGreaterThan(0);
    for (const edge of edges) expect(before(edge, titles[0])).toBe(true);
    expect(painter.element.querySelectorAll('.jv-open text')).toHaveLength(0);
    painter.mark(Uint8Array.from(scene.boxes, box => (box.id === 'e1' ? CHOSEN : 0)));
    expect(titles.map(title => title.classList.contains('on-chosen'))).toEqual([false, true]);
  });

  it('marks boxes, also those that are made later', async () => {
    const scene = chain(3);
    const painter = painterOf(scene);
    const equation = scene.boxes.findIndex(box => box.kind === 'equation');
    painter.mark(Uint8Array.from(scene.boxes, (_box, index) => (index === equation ? CHOSEN : 0)));
    await all(painter, scene);
    expect([...painter.element.querySelectorAll('.chosen')].map(e => e.getAttribute('data-id'))).toEqual([
      scene.boxes[equation].id
    ]);
  });
});
