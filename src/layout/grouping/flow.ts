/** What flows between visible boxes: one edge for each pair, across the borders of open regions. */
import type { StageTables } from '../../report/tables';
import type { Outline } from './outline';
import type { Visible } from './visible';

export interface Flow {
  from: number;
  to: number;
  /** Rows in the value table, as the producing box has them. */
  values: number[];
}

/** Where a value comes from: a box, and the value's row there. */
interface Origin {
  box: number;
  value: number;
}

export function flows(outline: Outline, visible: Visible): Flow[] {
  const { stage } = outline;
  const { equations, regions } = stage;
  const origins = new Array<Origin[] | undefined>(stage.values.aval.length);
  const found = new Map<number, Map<number, Set<number>>>();

  for (const region of visible.openRegions) {
    for (const row of outline.regionRows(region)) readBy(row);
    for (let k = regions.output_offsets[region]; k < regions.output_offsets[region + 1]; k++) {
      if (visible.boxOfOutput[k] >= 0) connect(regions.outputs[k], visible.boxOfOutput[k]);
    }
    if (region > 0) enter(region);
  }
  const list: Flow[] = [];
  for (const [from, targets] of found) {
    for (const [to, values] of targets) list.push({ from, to, values: Array.from(values) });
  }
  return list;

  /** The operands of an equation that is shown. An open one takes only what none of its regions takes. */
  function readBy(row: number): void {
    const box = visible.boxOfRow[row];
    if (box < 0) return;
    const start = equations.input_offsets[row];
    const taken = visible.boxes[box].open ? takenOperands(stage, outline.regionsOf(row)) : null;
    for (let k = start; k < equations.input_offsets[row + 1]; k++) {
      if (taken !== null && taken.has(k - start)) continue;
      const value = equations.inputs[k];
      // Most values are made and read in one closed box.
      const maker = value < 0 ? -1 : stage.producer[value];
      if (maker >= 0 && visible.boxOfRow[maker] === box) continue;
      connect(value, box);
    }
    if (taken === null) return;
    for (const region of outline.regionsOf(row)) {
      if (visible.closedRegion[region] >= 0) feedClosedRegion(row, region);
    }
  }

  /** A region that is shown closed in its open equation takes its operands as one box. */
  function feedClosedRegion(row: number, region: number): void {
    const first = equations.input_offsets[row];
    for (let k = regions.input_offsets[region]; k < regions.input_offsets[region + 1]; k++) {
      if (regions.operand[k] >= 0) connect(equations.inputs[first + regions.operand[k]], visible.closedRegion[region]);
    }
  }

  /** The operands that fill the input boxes of an open region. */
  function enter(region: number): void {
    const holder = regions.equation[region];
    const first = equations.input_offsets[holder];
    for (let k = regions.input_offsets[region]; k < regions.input_offsets[region + 1]; k++) {
      const box = visible.boxOfInput[regions.inputs[k]];
      if (box >= 0 && regions.operand[k] >= 0) connect(equations.inputs[first + regions.operand[k]], box);
    }
  }

  function connect(value: number, to: number): void {
    for (const origin of originsOf(value)) {
      if (origin.box === to || encloses(origin.box, to) || encloses(to, origin.box)) continue;
      let targets = found.get(origin.box);
      if (targets === undefined) found.set(origin.box, (targets = new Map()));
      const values = targets.get(to);
      if (values === undefined) targets.set(to, new Set([origin.value]));
      else values.add(origin.value);
    }
  }

  function encloses(outer: number, inner: number): boolean {
    for (let box = visible.boxes[inner].parent; box >= 0; box = visible.boxes[box].parent)
      if (box === outer) return true;
    return false;
  }

  function originsOf(value: number): Origin[] {
    if (value < 0) return [];
    let known = origins[value];
    if (known === undefined) {
      known = findOrigins(value);
      origins[value] = known;
    }
    return known;
  }

  function findOrigins(value: number): Origin[] {
    if (value < 0 || stage.values.literal[value] >= 0) return [];
    const maker = stage.producer[value];
    if (maker < 0) return inputOrigins(value);
    const box = visible.boxOfRow[maker];
    if (box < 0) return [];
    return visible.boxes[box].open ? innerOrigins(maker, value, box) : [{ box, value }];
  }

  /** A region's input: its own box, or what the holder's operand comes from. */
  function inputOrigins(value: number): Origin[] {
    const box = visible.boxOfInput[value];
    if (box >= 0) return [{ box, value }];
    const operand = outline.dataflow.operandOf(value);
    return operand < 0 ? [] : originsOf(operand);
  }

  /** A result of an open equation: what its regions give at that position. */
  function innerOrigins(maker: number, value: number, box: number): Origin[] {
    const position =
      equations.outputs.indexOf(value, equations.output_offsets[maker]) - equations.output_offsets[maker];
    const inner: Origin[] = [];
    let given = false;
    for (const region of outline.regionsOf(maker)) {
      for (let k = regions.output_offsets[region]; k < regions.output_offsets[region + 1]; k++) {
        if (regions.result[k] !== position) continue;
        given = true;
        const closed = visible.closedRegion[region];
        if (closed >= 0) inner.push({ box: closed, value });
        else if (visible.boxOfOutput[k] >= 0) inner.push({ box: visible.boxOfOutput[k], value });
        else inner.push(...originsOf(regions.outputs[k]));
      }
    }
    return given ? inner : [{ box, value }];
  }
}

/** Positions of the operands that some region takes. */
function takenOperands(stage: StageTables, held: readonly number[]): Set<number> {
  const { regions } = stage;
  const taken = new Set<number>();
  for (const region of held) {
    for (let k = regions.input_offsets[region]; k < regions.input_offsets[region + 1]; k++)
      taken.add(regions.operand[k]);
  }
  return taken;
}
