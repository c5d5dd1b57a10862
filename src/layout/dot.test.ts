import { describe, expect, it } from 'vitest';
import { ReportBuilder, type NestedWords } from '../testing/document';
import { sample } from '../testing/samples';
import { USUAL } from '../testing/request';
import { writeDot } from './dot';
import { Engine } from './engine';
import type { Scene, SceneRequest } from './scene';

const REQUEST: SceneRequest = { ...USUAL, grouping: 'regions', plumbing: true, opened: ['e6'], budget: 1000 };

function scene(report: ReportBuilder): Scene {
  const engine = new Engine();
  engine.open(JSON.stringify(report.document));
  return engine.scene(REQUEST);
}

/** The strings of a DOT text, read as Graphviz reads them; throws where one does not end. */
function strings(dot: string): string[] {
  const found: string[] = [];
  for (let at = dot.indexOf('"'); at >= 0; at = dot.indexOf('"', at)) {
    let text = '';
    for (at += 1; dot[at] !== '"'; at += 1) {
      if (at >= dot.length || dot[at] === '\n') throw new Error(`a string does not end: ${text}`);
      if (dot[at] !== '\\') text += dot[at];
      else {
        at += 1;
        text += dot[at] === 'n' ? '\n' : dot[at];
      }
    }
    found.push(text);
    at += 1;
  }
  return found;
}

describe('writeDot', () => {
  it('lets an edge to an open equation end in it', () => {
    const report = new ReportBuilder();
    report.stage().top([{ name: 'p' }, { name: 'x' }], 1, (top, [p, x]) => {
      const branch = (index: number): NestedWords => ({
        parameter: 'branches',
        index,
        inputs: [{ operand: 1, role: 'operand' }],
        outputs: [{ result: 0, role: 'result' }],
        fill: (region, [value]) => [region.add('sin', [value])]
      });
      return [top.add('cond', [p, x], { nested: [branch(0), branch(1)] })];
    });
    const shown = scene(report);
    const open = shown.boxes.findIndex(box => box.id === 'e0' && box.open);
    expect(shown.edges.some(edge => edge.to === open)).toBe(true);
    expect(writeDot(shown, 'f')).toMatch(/subgraph "cluster_e0" \{\n.*\n *"e0" \[shape=point\];/);
  });

  it('has a node or a cluster for each box, and all edges between nodes', () => {
    const shown = scene(sample());
    const dot = writeDot(shown, 'f');
    expect(dot).toMatch(/^digraph "f" \{/);
    const open = shown.boxes.filter(box => box.open);
    expect(open.length).toBeGreaterThan(0);
    expect(dot.match(/subgraph "cluster_[^"]+" \{/g)).toHaveLength(open.length);
    expect(dot.match(/^ *"[^"]+" \[/gm)).toHaveLength(shown.boxes.length - open.length);
    const ids = new Set(shown.boxes.filter(box => !box.open).map(box => box.id));
    const ends = [...dot.matchAll(/"([^"]+)" -> "([^"]+)"/g)];
    expect(ends).toHaveLength(shown.edges.length);
    for (const [, from, to] of ends) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
    expect(dot.match(/\{/g)).toHaveLength((dot.match(/\}/g) ?? []).length);
  });

  it.each(['say "x"', 'back\\slash', 'ends with \\', '\\N', 'two\nlines', '<b>bold</b>', '{a|b}', '→ ünï'])(
    'keeps %j as it is',
    text => {
      const report = new ReportBuilder();
      report.stage().top([{ name: text }], 1, (top, [x]) => [top.add('sin', [x])]);
      expect(strings(writeDot(scene(report), text))[0]).toBe(text);
      expect(strings(writeDot(scene(report), 'f'))).toContain(`${text}\nf32[4]`);
    }
  );
});
