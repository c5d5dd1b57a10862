/** Inputs, outputs and constants of a region: which of them get a box, and how many of them share one. */
import type { ProgramTables, ReportTables, StageTables } from '../../report/tables';
import type { PictureTexts } from '../texts';
import { nameIn } from '../texts';
import type { Node } from './outline';

export interface Ends {
  region: number;
  side: 'in' | 'out';
  /** Positions among the region's inputs or outputs. */
  positions: number[];
}

/** What the ends are ends of, and the words for them. */
interface Shown {
  report: ReportTables;
  program: ProgramTables;
  stage: StageTables;
  texts: PictureTexts;
  /** So many ends have a box each. */
  many: number;
}

/** More of them are put together by their names. */
export const MANY = 12;
/** In a small window already so many would make the picture wider than the window. */
const MANY_IN_SMALL = 5;
/** The budget of a window with room for all; notebooks' outputs have less. */
const ROOMY = 60;

/** How many ends of a region stand side by side in a picture of about `budget` boxes. */
export function endsSideBySide(budget: number): number {
  return budget < ROOMY ? MANY_IN_SMALL : MANY;
}

/**
 * Inputs of a region that get a box. Those of calls connect straight through: what flows in is the holder's
 * operand. Loops do not (a carry is the last round's), nor does what nothing outside is known to fill.
 */
export function inputPositions(report: ReportTables, stage: StageTables, region: number): number[] {
  const { regions } = stage;
  const found: number[] = [];
  const start = regions.input_offsets[region];
  for (let k = start; k < regions.input_offsets[region + 1]; k++) {
    if (region === 0 || !isStraight(report, regions.input_role[k], 'operand') || regions.operand[k] < 0) {
      found.push(k - start);
    }
  }
  return found;
}

export function outputPositions(report: ReportTables, stage: StageTables, region: number): number[] {
  const { regions } = stage;
  const found: number[] = [];
  const start = regions.output_offsets[region];
  for (let k = start; k < regions.output_offsets[region + 1]; k++) {
    if (region === 0 || !isStraight(report, regions.output_role[k], 'result') || regions.result[k] < 0) {
      found.push(k - start);
    }
  }
  return found;
}

function isStraight(report: ReportTables, role: number, straight: string): boolean {
  return report.strings[role] === straight;
}

/** Nodes for `ends`: one each, or, of many, one for those that share the beginning of their names. */
export function endNodes(shown: Shown, ends: Ends): Node[] {
  const names = ends.positions.map(position => endName(shown, ends, position));
  const single = (k: number): Node => endNode(shown, ends, [ends.positions[k]], names[k]);
  if (ends.positions.length <= shown.many) return ends.positions.map((_, k) => single(k));
  return byFirstDifference(names).map(({ name, members }) =>
    members.length === 1
      ? single(members[0])
      : endNode(
          shown,
          ends,
          members.map(k => ends.positions[k]),
          name
        )
  );
}

/** Groups of names by the step at which they first differ: `params[0]`, `params[1]`, … */
function byFirstDifference(names: readonly string[]): { name: string; members: number[] }[] {
  const steps = names.map(stepsOf);
  const shortest = Math.min(...steps.map(own => own.length));
  let common = 0;
  while (common < shortest - 1 && steps.every(own => own[common] === steps[0][common])) common++;
  const groups = new Map<string, number[]>();
  steps.forEach((own, k) => {
    const name = own.slice(0, common + 1).join('');
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [k]);
    else members.push(k);
  });
  const found = Array.from(groups, ([name, members]) => ({ name, members }));
  return found.length === 1 || found.length > 2 * MANY ? inRuns(names) : found;
}

/** Names that have nothing in common but are too many: runs of neighbours. */
function inRuns(names: readonly string[]): { name: string; members: number[] }[] {
  const size = Math.max(2, Math.ceil(names.length / MANY));
  const runs: { name: string; members: number[] }[] = [];
  for (let start = 0; start < names.length; start += size) {
    const end = Math.min(names.length, start + size);
    const members = Array.from({ length: end - start }, (_, k) => start + k);
    runs.push({ name: end - start === 1 ? names[start] : `${names[start]} … ${names[end - 1]}`, members });
  }
  return runs;
}

/** `params[0]['w']` → `params`, `[0]`, `['w']`. */
function stepsOf(name: string): string[] {
  return name.match(/\['[^']*'\]|\["[^"]*"\]|\[[^\]]*\]|\.?[^.[]+/g) ?? [name];
}

function endNode({ report, stage }: Shown, ends: Ends, positions: number[], name: string): Node {
  const { regions, values, avals } = stage;
  const inward = ends.side === 'in';
  const offset = (inward ? regions.input_offsets : regions.output_offsets)[ends.region];
  const value = (inward ? regions.inputs : regions.outputs)[offset + positions[0]];
  const captured = inward && positions.every(p => report.strings[regions.input_role[offset + p]] === 'captured');
  const several = positions.length > 1;
  const where = ends.region === 0 ? '' : `${ends.region}.`;
  const own = inward ? String(value) : `${where}${positions[0]}`;
  return {
    id: `${captured ? 'c' : inward ? 'i' : 'o'}${own}${several ? `+${positions.length}` : ''}`,
    kind: captured ? 'constant' : inward ? 'input' : 'output',
    label: name,
    code: false,
    detail: several ? '' : report.strings[avals.text[values.aval[value]]],
    badge: several ? `×${positions.length}` : '',
    phase: 0,
    batched: false,
    equation: -1,
    region: -1,
    group: null,
    ends: { ...ends, positions },
    rows: [],
    size: 0,
    expandable: several
  };
}

function endName(shown: Shown, ends: Ends, position: number): string {
  const { report, program, stage, texts } = shown;
  const { regions, values } = stage;
  const { region } = ends;
  if (ends.side === 'in') {
    const k = regions.input_offsets[region] + position;
    const name = report.strings[values.name[regions.inputs[k]]];
    return name === '' ? numbered(shown, regions.input_role, regions.input_offsets, region, k) : name;
  }
  const k = regions.output_offsets[region] + position;
  const count = regions.output_offsets[region + 1] - regions.output_offsets[region];
  const leaf = region === 0 && program.results.length === count ? program.results[position].path : null;
  if (leaf !== null) return texts.names.result + leaf;
  return numbered(shown, regions.output_role, regions.output_offsets, region, k);
}

/** `carry 1`: the role, with a number where several have it. */
function numbered({ report, texts }: Shown, roles: Int32Array, offsets: Int32Array, region: number, k: number): string {
  let before = 0;
  let all = 0;
  for (let j = offsets[region]; j < offsets[region + 1]; j++) {
    if (roles[j] !== roles[k]) continue;
    all++;
    if (j < k) before++;
  }
  const said = report.strings[roles[k]];
  const role = nameIn(texts, said === 'captured' ? 'constant' : said);
  return all === 1 ? role : `${role} ${before}`;
}
