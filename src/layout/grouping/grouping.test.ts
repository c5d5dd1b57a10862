import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportTables } from '../../report/tables';
import { randomReport } from '../../testing/random-program';
import type { Grouping, SceneRequest } from '../scene';
import type { VisibleGraph } from '.';
import { Outline, visibleGraph } from '.';

const GROUPINGS: readonly Grouping[] = ['calls', 'scopes', 'phase', 'regions'];

interface Case {
  report: ReportTables;
  outline: Outline;
  request: SceneRequest;
  graph: VisibleGraph;
}

/** What a case is made from: small enough to read when a property fails. */
const recipes = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 0, max: 30 }),
  grouping: fc.constantFrom(...GROUPINGS),
  plumbing: fc.boolean(),
  budget: fc.constantFrom(1, 12, 60, 1000),
  clicks: fc.array(fc.nat(), { maxLength: 6 })
});
type Recipe = typeof recipes extends fc.Arbitrary<infer R> ? R : never;

/** A random program; the clicks open and close boxes that the scene before showed. */
function make({ seed, size, grouping, plumbing, budget, clicks }: Recipe): Case {
  const report = randomReport(seed, size);
  const outline = new Outline(report, 0, report.programs[0].stages[0], grouping, plumbing);
  const request: SceneRequest = { program: 0, stage: 0, grouping, plumbing, opened: [], closed: [], budget };
  const first: Case = { report, outline, request, graph: visibleGraph(outline, request) };
  return clicks.reduce<Case>((made, click) => clicked(made, click).next, first);
}

function clicked(made: Case, click: number): { id: string; next: Case } {
  const { outline, request, graph } = made;
  const expandable = graph.boxes.filter(({ node }) => node.expandable);
  if (expandable.length === 0) return { id: '', next: made };
  const { node, open } = expandable[click % expandable.length];
  const without = (ids: readonly string[]): string[] => ids.filter(id => id !== node.id);
  const next = open
    ? { ...request, opened: without(request.opened), closed: [...request.closed, node.id] }
    : { ...request, closed: without(request.closed), opened: [...request.opened, node.id] };
  return { id: node.id, next: { ...made, request: next, graph: visibleGraph(outline, next) } };
}

/** Rows that a box stands for itself. */
function standsFor({ outline, graph }: Case, index: number): number[] {
  const { node, open } = graph.boxes[index];
  if (open) return node.equation >= 0 ? [node.equation] : [];
  return Array.from(outline.members(node));
}

function check(property: (made: Case) => void, runs = 80): void {
  fc.assert(
    fc.property(recipes, recipe => property(make(recipe))),
    { numRuns: runs }
  );
}

describe('every scene', () => {
  it('stands for each equation with exactly one box', () => {
    check(made => {
      const rows = made.graph.boxes.flatMap((_, index) => standsFor(made, index)).sort((a, b) => a - b);
      expect(rows).toEqual(Array.from({ length: made.outline.stage.count }, (_, row) => row));
    });
  });

  it('has unique ids, and parents before children', () => {
    check(({ graph: { boxes } }) => {
      expect(new Set(boxes.map(({ node }) => node.id)).size).toBe(boxes.length);
      boxes.forEach(({ parent }, index) => {
        expect(parent).toBeLessThan(index);
        if (parent >= 0) expect(boxes[parent].open).toBe(true);
      });
    });
  });

  it('opens what was opened and keeps closed what was closed', () => {
    check(({ request, graph: { boxes } }) => {
      for (const { node, open } of boxes) {
        if (request.opened.includes(node.id)) expect(open).toBe(true);
        if (request.closed.includes(node.id)) expect(open).toBe(false);
      }
    });
  });

  it('can be drawn with all edges pointing down, at every level', () => {
    check(({ graph }) => {
      for (const { from, to } of graph.flows) {
        expect(ancestry(graph, from)).not.toContain(to);
        expect(ancestry(graph, to)).not.toContain(from);
      }
      expect(levelsWithCycle(graph)).toEqual([]);
    });
  });

  it('has an edge wherever a value goes from one box to another', () => {
    check(({ outline: { stage }, graph }) => {
      const edges = new Set(graph.flows.map(({ from, to }) => `${from}>${to}`));
      const { equations, producer } = stage;
      for (let row = 0; row < stage.count; row++) {
        const to = graph.boxOfRow[row];
        if (to < 0 || graph.boxes[to].open) continue;
        for (let k = equations.input_offsets[row]; k < equations.input_offsets[row + 1]; k++) {
          const maker = producer[equations.inputs[k]];
          const from = maker < 0 ? graph.boxOfInput[equations.inputs[k]] : graph.boxOfRow[maker];
          if (from < 0 || from === to || graph.boxes[from].open) continue;
          expect(edges).toContain(`${from}>${to}`);
        }
      }
    });
  });

  it('leads to every result that is computed', () => {
    check(({ outline: { stage, report }, graph: { boxes, flows, boxOfOutput } }) => {
      const reached = new Set(flows.map(({ to }) => to));
      for (let k = 0; k < stage.regions.output_offsets[1]; k++) {
        const value = stage.regions.outputs[k];
        const open = boxes[boxOfOutput[k]];
        expect(open.node.kind).toBe('output');
        // What comes through a nested region may be a literal in the end.
        const straight = stage.producer[value] >= 0 && report.strings[stage.equations.primitive[stage.producer[value]]];
        if (straight !== false && !['jit', 'cond'].includes(straight)) expect(reached).toContain(boxOfOutput[k]);
      }
    });
  });

  it('keeps the ids of boxes outside the one that is opened', () => {
    fc.assert(
      fc.property(recipes, fc.nat(), (recipe, click) => {
        const made = make(recipe);
        const { id, next } = clicked(made, click);
        const inside = new Set<number>();
        made.graph.boxes.forEach(({ node, parent }, k) => {
          if (inside.has(parent) || node.id === id) inside.add(k);
        });
        const after = new Set(next.graph.boxes.map(({ node }) => node.id));
        made.graph.boxes.forEach(({ node }, k) => {
          if (!inside.has(k) || node.id === id) expect(after).toContain(node.id);
        });
      }),
      { numRuns: 60 }
    );
  });
});

function ancestry({ boxes }: VisibleGraph, index: number): number[] {
  const found: number[] = [];
  for (let at = boxes[index].parent; at >= 0; at = boxes[at].parent) found.push(at);
  return found;
}

/** Boxes whose contents, with edges lifted to them, have a cycle; -1 is the top. */
function levelsWithCycle(graph: VisibleGraph): number[] {
  const next = new Map<number, Set<number>>();
  for (const { from, to } of graph.flows) {
    const above = [from, ...ancestry(graph, from)].reverse();
    const below = [to, ...ancestry(graph, to)].reverse();
    let k = 0;
    while (above[k] === below[k]) k++;
    const targets = next.get(above[k]) ?? new Set();
    next.set(above[k], targets.add(below[k]));
  }
  const state = new Map<number, 'open' | 'done'>();
  const cyclic: number[] = [];
  const visit = (box: number): void => {
    state.set(box, 'open');
    for (const other of next.get(box) ?? []) {
      if (state.get(other) === 'open') cyclic.push(graph.boxes[box].parent);
      else if (!state.has(other)) visit(other);
    }
    state.set(box, 'done');
  };
  for (const box of next.keys()) if (!state.has(box)) visit(box);
  return cyclic;
}
