/** Graphs of real programs, and how elk lays them out: what the layout here is compared with. */
import ELK, { type ElkExtendedEdge, type ElkNode, type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { ReportTables } from '../../../report/tables';
import { Outline, visibleGraph } from '../../grouping';
import type { Plan } from '../../place';
import { planOf } from '../../plan';
import { closedSize } from '../../sizes';
import { countCrossings, type Line } from './drawn';
import { PlanBuilder } from './plans';

const FEWEST = 50;
const MOST = 300;

/** The largest jaxpr of a report that makes a flat graph of a size worth comparing, all its equations as boxes. */
export function largestJaxpr(report: ReportTables): Plan | null {
  const [stage] = report.programs[0].stages;
  let best: Plan | null = null;
  for (let region = 0; region < stage.regions.equation.length; region++) {
    const plan = jaxprPlan(report, region);
    const size = plan.parent.length;
    if (size >= FEWEST && size <= MOST && size > (best?.parent.length ?? 0)) best = plan;
  }
  return best;
}

function jaxprPlan(report: ReportTables, region: number): Plan {
  const [{ equations, regions, producer, ...stage }] = report.programs[0].stages;
  const builder = new PlanBuilder();
  const boxOf = new Map<number, number>();
  const seen = new Set<string>();
  const connect = (value: number, to: number): void => {
    const from = boxOf.get(value);
    if (from === undefined || seen.has(`${from} ${to}`)) return;
    seen.add(`${from} ${to}`);
    builder.edge(from, to);
  };
  const terminal = closedSize({
    kind: 'input',
    label: 'x',
    code: false,
    detail: 'f32[8]',
    badge: '',
    expandable: false
  });
  for (let k = regions.input_offsets[region]; k < regions.input_offsets[region + 1]; k++)
    boxOf.set(regions.inputs[k], builder.box(-1, { ...terminal, pin: 1 }));
  for (let k = stage.region_equation_offsets[region]; k < stage.region_equation_offsets[region + 1]; k++) {
    const row = stage.region_equations[k];
    const label = report.strings[equations.primitive[row]];
    const wording = { kind: 'equation', label, code: false, detail: 'f32[8]', badge: '', expandable: false } as const;
    const box = builder.box(-1, closedSize(wording));
    for (let i = equations.input_offsets[row]; i < equations.input_offsets[row + 1]; i++) {
      const value = equations.inputs[i];
      if (producer[value] >= 0 || boxOf.has(value)) connect(value, box);
    }
    for (let i = equations.output_offsets[row]; i < equations.output_offsets[row + 1]; i++)
      boxOf.set(equations.outputs[i], box);
  }
  for (let k = regions.output_offsets[region]; k < regions.output_offsets[region + 1]; k++)
    connect(regions.outputs[k], builder.box(-1, { ...terminal, pin: 2 }));
  return builder.plan();
}

/** What the viewer shows of a report in `scopes`, with room for 200 boxes: groups in groups; null if few are. */
export function scopesScene(report: ReportTables): Plan | null {
  const outline = new Outline(report, 0, report.programs[0].stages[0], 'scopes', false);
  const request = { program: 0, stage: 0, grouping: 'scopes', plumbing: false, opened: [], closed: [] } as const;
  const { boxes, flows } = visibleGraph(outline, { ...request, budget: 200 });
  if (boxes.length < FEWEST || boxes.length > MOST) return null;
  return planOf(boxes, Int32Array.from(flows.flatMap(({ from, to }) => [from, to])));
}

/**
 * elk's layered algorithm with its defaults but for: orthogonal edges (fewest crossings of its ways to draw them), edges
 * not merged, all levels of the hierarchy at once, more tries than it makes by itself, and our distances. Inputs are held
 * first and outputs last, as they are here.
 */
const ELK_OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.layered.thoroughness': '10',
  'elk.spacing.nodeNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.json.edgeCoords': 'ROOT'
};
const CONSTRAINTS = ['NONE', 'FIRST', 'LAST'];

/** How often edges cross in elk's drawing of a plan. */
export async function crossingsOfElk(plan: Plan): Promise<number> {
  const { parent, width, height, pin, edges } = plan;
  const nodes = Array.from(parent, (_, b): ElkNode => ({ id: `n${b}`, children: [] }));
  const root: ElkNode = { id: 'root', children: [], edges: [], layoutOptions: ELK_OPTIONS };
  parent.forEach((p, b) => (p < 0 ? root : nodes[p]).children?.push(nodes[b]));
  nodes.forEach((node, b) => {
    const isGroup = node.children?.length !== 0;
    node.layoutOptions = isGroup
      ? { 'elk.padding': '[top=40,left=14,bottom=14,right=14]' }
      : { 'elk.layered.layering.layerConstraint': CONSTRAINTS[pin[b]] };
    if (!isGroup) Object.assign(node, { width: width[b], height: height[b] });
  });
  for (let k = 0; k < edges.length / 2; k++)
    root.edges?.push({ id: `e${k}`, sources: [`n${edges[2 * k]}`], targets: [`n${edges[2 * k + 1]}`] });
  const drawn = await new ELK().layout(root);
  const lines: Line[] = [];
  const collect = (node: ElkNode): void => {
    for (const edge of node.edges ?? []) lines.push(lineOf(edge));
    node.children?.forEach(collect);
  };
  collect(drawn);
  return countCrossings(lines);
}

function lineOf({ sections = [] }: ElkExtendedEdge): Line {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  return Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
}
