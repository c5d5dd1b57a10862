import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomReport } from '../testing/random-program';
import { sample, sampleTables } from '../testing/samples';
import { ReportBuilder } from '../testing/document';
import { USUAL } from '../testing/request';
import { Engine } from './engine';
import { drawingCss, LIGHT, lookOf } from './look';
import type { Scene } from './scene';
import { drawScene, strokeWidth } from './shapes';
import { escape } from './svg';
import { fitText, textWidth } from './text';
import { pathOf } from '../report/paths';

function opened(report = sample()): Engine {
  const engine = new Engine();
  engine.open(JSON.stringify(report.document));
  return engine;
}

describe('Engine', () => {
  it('draws as many equations as there are', () => {
    const scene = opened().scene(USUAL);
    expect(scene.drawn).toBe(12);
    expect(scene.boxes.reduce((sum, box) => sum + box.equations.length, 0)).toBe(12);
  });

  it('gives equal scenes for equal requests', () => {
    const engine = opened();
    const first = engine.scene(USUAL);
    engine.scene({ ...USUAL, opened: ['e9'], budget: 3, plumbing: true });
    expect(engine.scene(USUAL)).toEqual(first);
  });

  it('places children inside their parents, below the title', () => {
    const { boxes } = opened().scene({ ...USUAL, budget: 1000, opened: ['e6', 'e9'] });
    expect(boxes.some(({ open }) => open)).toBe(true);
    for (const box of boxes) {
      if (box.parent < 0) continue;
      const outer = boxes[box.parent];
      expect(box.x).toBeGreaterThanOrEqual(outer.x);
      expect(box.y).toBeGreaterThanOrEqual(outer.y + 20);
      expect(box.x + box.width).toBeLessThanOrEqual(outer.x + outer.width + 0.01);
      expect(box.y + box.height).toBeLessThanOrEqual(outer.y + outer.height + 0.01);
    }
  });

  it('puts inputs together sooner where the window is small', () => {
    const report = new ReportBuilder();
    const names = Array.from({ length: 6 }, (_, k) => ({ name: `params[${k}]` }));
    report.stage().top([...names, { name: 'x' }], 1, (top, inputs) => [top.add('add', inputs)]);
    const engine = opened(report);
    const inputs = (budget: number): string[] =>
      engine.scene({ ...USUAL, budget }).boxes.flatMap(box => (box.kind === 'input' ? [box.label + box.badge] : []));
    expect(inputs(27)).toEqual(['params×6', 'x']);
    expect(inputs(60)).toEqual([...names.map(({ name }) => name), 'x']);
    const open = engine.scene({ ...USUAL, budget: 27, opened: ['i0+6'] }).boxes;
    expect(open.filter(({ kind }) => kind === 'input')).toHaveLength(8);
  });

  it('tells what flows along an edge, and how much', () => {
    const { boxes, edges } = opened().scene({ ...USUAL, budget: 1 });
    const edge = edges.find(({ from, to }) => boxes[from].label === "w['a']" && boxes[to].label === 'predict');
    expect(edge).toMatchObject({ label: 'f32[4,4]', bytes: 64 });
  });

  it('says what is wrong with a request', () => {
    expect(() => new Engine().scene(USUAL)).toThrow('No report is open.');
    expect(() => opened().scene({ ...USUAL, stage: 3 })).toThrow('no stage 3');
  });

  it('places random programs with their edges going down', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 12 }), fc.boolean(), (seed, size, plumbing) => {
        const tables = randomReport(seed, size);
        const engine = new Engine();
        engine.use(tables);
        const scene = engine.scene({ ...USUAL, plumbing });
        expect(scene.drawn).toBe(tables.programs[0].stages[0].count);
        for (const { points } of scene.edges) expect(points[1]).toBeLessThanOrEqual(points[points.length - 1]);
      }),
      { numRuns: 30 }
    );
  }, 20_000);
});

describe('the picture', () => {
  const svg = (report: ReportBuilder, request = USUAL): string => opened(report).svg(request, 'light');

  it('links equations by their paths', () => {
    const text = svg(sample(), { ...USUAL, opened: ['e6'] });
    expect(text).toContain('data-id="e8" data-path="6/jaxpr.0/1"');
  });

  it('escapes whatever a report says', () => {
    const report = new ReportBuilder().source('x = "<script>alert(1)</script>" & y');
    report
      .stage()
      .top([{ name: `p['<img src=x onerror="alert(1)">']` }], 1, (top, [x]) => [
        top.add('sin', [top.add('</svg><script>', [x], { stack: [{ function: 'f', line: 1 }] })])
      ]);
    const text = svg(report);
    expect(text).not.toMatch(/<script|<img|onerror="/);
    expect(text).toContain('&lt;/svg&gt;&lt;script&gt;');
  });

  it('replaces characters that XML forbids', () => {
    expect(escape('a\u0000b\u001bc\ud800d\uffffe😀ñ')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde😀ñ');
  });

  it('stands alone: nothing in it refers to anything outside, and no style leaks', () => {
    const text = svg(sample());
    expect(text).not.toMatch(/href|url\(|<style|class=|var\(/);
    expect(text.match(/<g[ >]/g)?.length).toBe(text.match(/<\/g>/g)?.length);
  });

  it('is dark on request', () => {
    expect(opened().svg(USUAL, 'dark')).toContain('fill="#111519"');
  });

  it('says so when nothing was traced', () => {
    const report = new ReportBuilder();
    report.document.programs.length = 0;
    expect(svg(report)).toContain('No program was traced.');
  });
});

describe('drawScene', () => {
  const tables = sampleTables();
  const [stage] = tables.programs[0].stages;
  const draw = (scene: Scene) => drawScene(scene, row => pathOf(tables, stage, row));

  it('makes one figure for each box and edge, open ones below', () => {
    const scene = opened().scene(USUAL);
    const drawing = draw(scene);
    expect(drawing.areas.length + drawing.boxes.length).toBe(scene.boxes.length);
    expect(drawing.areas.map(({ id }) => id)).toEqual(scene.boxes.filter(({ open }) => open).map(({ id }) => id));
    expect(drawing.edges).toHaveLength(scene.edges.length);
    expect(new Set(drawing.edges.map(({ id }) => id)).size).toBe(drawing.edges.length);
  });

  it('keeps what open boxes say apart from them, for above the edges', () => {
    const { areas, titles } = draw(opened().scene({ ...USUAL, opened: ['e6', 'e9'] }));
    expect(titles.map(({ id }) => id)).toEqual(areas.map(({ id }) => id));
    expect(areas.flatMap(({ shapes }) => shapes.filter(({ tag }) => tag === 'text'))).toEqual([]);
    for (const { shapes } of titles) {
      // Each text lies on an opaque plate.
      const plates = shapes.filter(shape => shape.tag === 'rect');
      const texts = shapes.filter(shape => shape.tag === 'text');
      expect(texts.length).toBeGreaterThan(0);
      for (const { x, y } of texts) {
        const below = plates.filter(one => one.x <= x && x < one.x + one.width && one.y < y && y < one.y + one.height);
        expect(below.map(plate => plate.class)).toEqual(['jv-plate']);
      }
    }
  });

  it('keeps text inside its box', () => {
    for (const figure of draw(opened().scene(USUAL)).boxes) {
      const [rect] = figure.shapes;
      if (rect.tag !== 'rect') throw new Error('a box begins with its rectangle');
      for (const shape of figure.shapes) {
        if (shape.tag !== 'text' || shape.anchor !== 'start') continue;
        const size = Number(lookOf(shape.class, LIGHT)['font-size']);
        const font = shape.class === 'jv-label-strong' ? 'bold' : shape.class === 'jv-label' ? 'sans' : 'mono';
        expect(shape.x + textWidth(shape.text, size, font)).toBeLessThanOrEqual(rect.x + rect.width);
      }
    }
  });

  it('says the whole text in the title where the label is cut', () => {
    const report = new ReportBuilder();
    const long = 'a_function_with_a_name_that_is_far_too_long_for_any_box_of_a_picture';
    report.stage().top([{ name: 'x' }], 1, (top, [x]) => [top.add(long, [x])]);
    const figure = draw(opened(report).scene(USUAL)).boxes.find(({ id }) => id === 'e0');
    expect(figure?.title).toContain(long);
    expect(figure?.shapes.some(shape => shape.tag === 'text' && shape.text.endsWith('…'))).toBe(true);
  });

  it('draws larger values thicker, within bounds', () => {
    expect([0, 1e3, 1e6, 1e12].map(strokeWidth)).toEqual([1, 1, 2, 3]);
  });

  it('has a rule in the live style sheet for every class it uses', () => {
    const css = drawingCss('.scope');
    const scene = opened().scene({ ...USUAL, opened: ['e6', 'e9'] });
    const { areas, edges, titles, boxes } = draw(scene);
    const figures = [...areas, ...edges, ...titles, ...boxes];
    const classes = new Set(figures.flatMap(({ shapes }) => shapes.map(shape => shape.class)));
    for (const name of classes) expect(css).toContain(`.scope .${name}:where(:not(g)){`);
  });
});

describe('fitText', () => {
  it('cuts what is too wide with an ellipsis, and nothing else', () => {
    expect(fitText('abc', 1000, 12)).toBe('abc');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 200 }), (text, width) => {
        const fitted = fitText(text, width, 12, 'mono');
        expect(textWidth(fitted, 12, 'mono')).toBeLessThanOrEqual(width);
        if (fitted !== text) expect(fitted.endsWith('…')).toBe(true);
      })
    );
  });
});
