/**
 * Whether a report's rows point at rows that are there. A report may come from anywhere, an untrusted notebook
 * too; what passes here can be walked without a bound check, and no walk goes in circles. The twin of
 * `jax_viz/document/integrity.py`.
 */
import type { ReportTables, StageTables } from './tables';

/** Of one expression. Views go over its lines one by one. */
const MOST_LINES = 1_000_000;

/** How many rows the tables of the whole report have. */
export interface Rows {
  strings: number;
  files: number;
  frames: number;
  stacks: number;
}

/** What is wrong with the files, frames and stacks, for people, or `null`. */
export function sourcesFault({ frames, stacks }: Pick<ReportTables, 'frames' | 'stacks'>, rows: Rows): string | null {
  return (
    sized('frames.line', frames.line, rows.frames, Infinity) ??
    sized('frames.end_line', frames.end_line, rows.frames, Infinity) ??
    sized('frames.column', frames.column, rows.frames, Infinity) ??
    sized('frames.end_column', frames.end_column, rows.frames, Infinity) ??
    sized('frames.file', frames.file, rows.frames, rows.files) ??
    sized('frames.function', frames.function, rows.frames, rows.strings) ??
    sized('stacks.frame', stacks.frame, rows.stacks, rows.frames) ??
    sized('stacks.parent', stacks.parent, rows.stacks, rows.stacks, -1) ??
    (frames.line.some((line, row) => frames.end_line[row] - line > MOST_LINES)
      ? 'a frame is longer than any file'
      : null) ??
    (stacks.parent.some((parent, row) => parent >= row) ? 'a call stack comes before its own parent' : null)
  );
}

/** The same of one stage; to be asked before its indices are made, which walk its lists. */
export function stageFault(
  stage: Pick<StageTables, 'avals' | 'values' | 'regions' | 'equations' | 'count'>,
  { strings, frames, stacks }: Rows
): string | null {
  const { avals, values, regions, equations, count } = stage;
  const valueCount = values.aval.length;
  const regionCount = regions.equation.length;
  if (regionCount === 0) return 'a stage has no region';
  return (
    sized('avals.text', avals.text, avals.shape.length, strings) ??
    sized('avals.dtype', avals.dtype, avals.shape.length, strings) ??
    sized('avals.weak_type', avals.weak_type, avals.shape.length, 2) ??
    sized('avals.bytes', avals.bytes, avals.shape.length, Infinity) ??
    sized('values.aval', values.aval, valueCount, avals.text.length) ??
    sized('values.name', values.name, valueCount, strings) ??
    sized('values.literal', values.literal, valueCount, strings, -1) ??
    lists('regions.inputs', regions.input_offsets, regions.inputs, regionCount, valueCount) ??
    lists('regions.outputs', regions.output_offsets, regions.outputs, regionCount, valueCount) ??
    sized('regions.input_role', regions.input_role, regions.inputs.length, strings) ??
    sized('regions.output_role', regions.output_role, regions.outputs.length, strings) ??
    sized('regions.operand', regions.operand, regions.inputs.length, Infinity, -1) ??
    sized('regions.result', regions.result, regions.outputs.length, Infinity, -1) ??
    sized('regions.parameter', regions.parameter, regionCount, strings) ??
    sized('regions.label', regions.label, regionCount, strings) ??
    sized('regions.equation', regions.equation, regionCount, count, -1) ??
    sized('regions.trips', regions.trips, regionCount, Infinity, -1) ??
    firstFault(['region', 'index', 'primitive', 'name', 'via', 'scopes', 'effects', 'hint'] as const, name =>
      sized(`equations.${name}`, equations[name], count, name === 'region' ? regionCount : limitOf(name, strings))
    ) ??
    sized('equations.phase', equations.phase, count, 4) ??
    sized('equations.batched', equations.batched, count, 2) ??
    sized('equations.source', equations.source, count, frames, -1) ??
    sized('equations.stack', equations.stack, count, stacks, -1) ??
    lists('equations.inputs', equations.input_offsets, equations.inputs, count, valueCount) ??
    lists('equations.outputs', equations.output_offsets, equations.outputs, count, valueCount) ??
    lists('equations.param_names', equations.param_offsets, equations.param_names, count, strings) ??
    sized('equations.param_values', equations.param_values, equations.param_names.length, strings) ??
    (regions.equation.some((holder, row) => (holder === -1) !== (row === 0))
      ? 'region 0 alone is held by no equation'
      : null) ??
    (regions.equation.some((holder, row) => holder >= 0 && equations.region[holder] >= row)
      ? 'a region comes before the equation that holds it'
      : null) ??
    operandFault(regions, equations.input_offsets)
  );
}

/** What fills a region's input has to be an input of the equation that holds it. */
function operandFault(
  { equation, input_offsets: offsets, operand }: StageTables['regions'],
  held: Int32Array
): string | null {
  for (let region = 0; region < equation.length; region += 1) {
    const holder = equation[region];
    // Of the outermost region these are positions among the arguments.
    if (holder < 0) continue;
    const most = held[holder + 1] - held[holder];
    for (let k = offsets[region]; k < offsets[region + 1]; k += 1)
      if (operand[k] >= most) return 'regions.operand names what its equation has not';
  }
  return null;
}

function limitOf(name: string, strings: number): number {
  return name === 'index' ? Infinity : strings;
}

function sized(name: string, column: Int32Array | Float64Array, rows: number, limit: number, least = 0): string | null {
  if (column.length !== rows) return `${name} has ${column.length} rows of ${rows}`;
  return column.some(row => row < least || row >= limit) ? `${name} names a row that is not there` : null;
}

function lists(name: string, offsets: Int32Array, rows: Int32Array, count: number, limit: number): string | null {
  const grows = offsets.every((offset, k) => k === 0 || offset >= offsets[k - 1]);
  if (offsets.length !== count + 1 || offsets[0] !== 0 || offsets[count] !== rows.length || !grows) {
    return `${name} does not fit its rows`;
  }
  return sized(name, rows, rows.length, limit);
}

function firstFault<Item>(items: readonly Item[], fault: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = fault(item);
    if (found !== null) return found;
  }
  return null;
}
