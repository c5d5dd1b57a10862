// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Engine } from '../layout/engine';
import type { Scene, SceneRequest } from '../layout/scene';
import { ReportBuilder, type NestedWords } from '../testing/document';
import { Painter } from './painter';

const REQUEST: SceneRequest = {
  program: 0,
  stage: 0,
  grouping: 'regions',
  plumbing: true,
  opened: [],
  closed: [],
  budget: 60
};

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

const everything = (scene: Scene): { x: number; y: number; width: number; height: number } => ({
  x: 0,
  y: 0,
  width: scene.width,
  height: scene.height
});

describe('Painter', () => {
  it('draws every box and edge of a small scene, and counts what is there', async () => {
    const scene = chain(5);
    const painter = new Painter();
    document.body.append(painter.element);
    painter.setScene(scene, row => String(row));
    expect(painter.drawn()).toBe(0);
    await painter.paint(everything(scene), everything(scene), 1);
    expect(painter.drawn()).toBe(5);
    expect(painter.element.querySelectorAll('.jv-box')).toHaveLength(scene.boxes.length);
    expect(painter.element.querySelectorAll('.jv-edge')).toHaveLength(scene.edges.length);
    expect([...painter.element.querySelectorAll('[data-path]')].map(e => e.getAttribute('data-path')).sort()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4'
    ]);
    // It counts elements, not what the scene says.
    painter.element.querySelector('.jv-equation')?.remove();
    expect(painter.drawn()).toBe(4);
  });

  it('draws of a large scene only what is near the window', async () => {
    const scene = chain(600);
    const painter = new Painter();
    document.body.append(painter.element);
    painter.setScene(scene, row => String(row));
    const near = { x: 0, y: 0, width: scene.width, height: 500 };
    await painter.paint(near, near, 1);
    const first = painter.element.querySelectorAll('.jv-box').length;
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(50);
    expect(painter.drawn()).toBe(600);
    const end = { ...near, y: scene.height - 500 };
    await painter.paint(end, end, 1);
    expect(painter.element.querySelector('[data-path="599"]')).not.toBeNull();
    expect(painter.element.querySelector('[data-path="0"]')).toBeNull();
    expect(painter.drawn()).toBe(600);
  });

  it('leaves type and single edges away when seen from far', async () => {
    const scene = chain(600);
    const painter = new Painter();
    document.body.append(painter.element);
    painter.setScene(scene, () => '');
    await painter.paint(everything(scene), everything(scene), 0.05);
    expect(painter.element.querySelectorAll('.jv-box')).toHaveLength(scene.boxes.length);
    expect(painter.element.querySelectorAll('text')).toHaveLength(0);
    expect(painter.element.querySelectorAll('path')).toHaveLength(1);
    expect(painter.drawn()).toBe(600);
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
    const painter = new Painter();
    painter.setScene(scene, () => '');
    await painter.paint(everything(scene), everything(scene), 1);
    const titles = [...painter.element.querySelectorAll<SVGGElement>('.jv-title')];
    expect(titles.map(title => title.querySelector('text')?.textContent)).toEqual(['scan', 'scan']);
    expect(titles.map(title => title.style.getPropertyValue('--depth'))).toEqual(['1', '2']);
    const before = (one: Element, other: Element): boolean =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const edges = [...painter.element.querySelectorAll('.jv-edge')];
    expect(edges.length).toBeGreaterThan(0);
    for (const edge of edges) expect(before(edge, titles[0])).toBe(true);
    expect(painter.element.querySelectorAll('.jv-open text')).toHaveLength(0);
    painter.mark(
      index => (scene.boxes[index].id === 'e1' ? ['chosen'] : []),
      () => false
    );
    expect(titles.map(title => title.classList.contains('on-chosen'))).toEqual([false, true]);
  });

  it('marks boxes, also those that are made later', async () => {
    const scene = chain(3);
    const painter = new Painter();
    painter.setScene(scene, () => '');
    const equation = scene.boxes.findIndex(box => box.kind === 'equation');
    painter.mark(
      index => (index === equation ? ['chosen'] : []),
      () => false
    );
    await painter.paint(everything(scene), everything(scene), 1);
    expect([...painter.element.querySelectorAll('.chosen')].map(e => e.getAttribute('data-id'))).toEqual([
      scene.boxes[equation].id
    ]);
  });
});
