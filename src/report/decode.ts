/** The plain document → tables: columns become typed arrays, and the indices that every view needs are added. */
import { ReportError } from './error';
import type { Rows } from './integrity';
import { sourcesFault, stageFault } from './integrity';
import { inverse } from './inverse';
import type { Program, Report, Stage } from './schema';
import { shapeFault } from './shape';
import type { ProgramTables, ReportTables, StageTables } from './tables';
import { withVisibleTexts } from './visible';

/** The newest format that this viewer reads; the twin of `FORMAT_VERSION` in `jax_viz/document/codec.py`. */
export const FORMAT_VERSION = '1.1';

export { ReportError } from './error';

/** The tables of a document's text. */
export function readReport(json: string): ReportTables {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    throw new ReportError(
      'This jax_viz report is not complete: its text was cut short or changed on its way. ' +
        'Run the cell again, or save the report again with report.save(...).'
    );
  }
  checkVersion(document);
  refuse(shapeFault(document));
  try {
    return decodeReport(document);
  } catch (error) {
    if (error instanceof ReportError) throw error;
    // Shapes are known by now, so it is what no check stands for: a column that every version writes is left out.
    return refuse('a column is missing');
  }
}

/** The tables of a parsed document; refuses one whose rows name nothing. */
export function decodeReport(report: Report): ReportTables {
  const { frames, stacks, files } = report.sources;
  const rows: Rows = {
    strings: report.strings.length,
    files: files.length,
    frames: frames.file.length,
    stacks: stacks.frame.length
  };
  const tables: ReportTables = {
    version: report.version,
    id: report.id,
    created: report.created,
    producer: report.producer,
    cell: report.cell ?? null,
    strings: report.strings,
    // Before 1.1 files had no cell id.
    files: files.map(file => ({ ...file, cell_id: file.cell_id ?? null })),
    frames: {
      file: column(frames.file),
      line: column(frames.line),
      column: column(frames.column),
      end_line: column(frames.end_line),
      end_column: column(frames.end_column),
      function: column(frames.function)
    },
    stacks: { parent: column(stacks.parent), frame: column(stacks.frame) },
    programs: [],
    faults: report.faults ?? []
  };
  refuse(sourcesFault(tables, rows));
  tables.programs = report.programs.map(program => decodeProgram(program, rows));
  return withVisibleTexts(tables);
}

function refuse(fault: string): never;
function refuse(fault: string | null): void;
function refuse(fault: string | null): void {
  if (fault === null) return;
  throw new ReportError(
    `The content of this jax_viz report does not fit its format (${fault}). It was probably edited or written by ` +
      'another program. Run the cell again, or save the report again with report.save(...).'
  );
}

/** Narrows a parsed text to a report of a major version that this viewer knows. */
export function checkVersion(document: unknown): asserts document is Report {
  const fields = typeof document === 'object' && document !== null ? (document as { [name: string]: unknown }) : {};
  const version = typeof fields.version === 'string' ? /^(\d+)\.(\d+)$/.exec(fields.version) : null;
  if (version === null || typeof fields.id !== 'string' || !Array.isArray(fields.programs)) {
    throw new ReportError('This is not a jax_viz report: the fields version, id and programs are missing.');
  }
  if (Number(version[1]) > Number(FORMAT_VERSION.split('.')[0])) {
    throw new ReportError(
      `This report has format ${version[0]}, but this viewer reads formats up to ${FORMAT_VERSION}. ` +
        'Install the newest jax_viz (pip install -U jupyterlab-jax-viz) and open it again; the report itself is fine.'
    );
  }
  if (typeof fields.sources !== 'object' || !Array.isArray(fields.strings)) {
    throw new ReportError('This jax_viz report lacks its sources or strings. Save it again with report.save(...).');
  }
}

function decodeProgram(program: Program, rows: Rows): ProgramTables {
  refuse(program.stages.length === 0 ? 'a program has no stage' : null);
  return {
    name: program.name,
    signature: program.signature,
    arguments: program.arguments,
    static_arguments: program.static_arguments,
    results: program.results,
    constants: program.constants,
    stages: program.stages.map(stage => decodeStage(stage, rows)),
    timings: program.timings
  };
}

function decodeStage(stage: Stage, rows: Rows): StageTables {
  const { avals, values, regions, equations } = stage;
  const count = equations.primitive.length;
  const columns: StageTables['equations'] = {
    region: column(equations.region),
    index: column(equations.index),
    primitive: column(equations.primitive),
    name: column(equations.name),
    param_offsets: column(equations.param_offsets),
    param_names: column(equations.param_names),
    param_values: column(equations.param_values),
    input_offsets: column(equations.input_offsets),
    inputs: column(equations.inputs),
    output_offsets: column(equations.output_offsets),
    outputs: column(equations.outputs),
    source: column(equations.source),
    stack: column(equations.stack),
    via: column(equations.via),
    scopes: column(equations.scopes),
    phase: column(equations.phase),
    batched: column(equations.batched),
    effects: column(equations.effects),
    hint: laterColumn(equations.hint, count)
  };
  const regionColumns: StageTables['regions'] = {
    equation: column(regions.equation),
    parameter: column(regions.parameter),
    index: column(regions.index),
    label: column(regions.label),
    definition: column(regions.definition),
    trips: Float64Array.from(regions.trips),
    constants: column(regions.constants),
    input_offsets: column(regions.input_offsets),
    inputs: column(regions.inputs),
    input_role: column(regions.input_role),
    operand: column(regions.operand),
    output_offsets: column(regions.output_offsets),
    outputs: column(regions.outputs),
    output_role: column(regions.output_role),
    result: column(regions.result)
  };
  const avalColumns: StageTables['avals'] = {
    text: column(avals.text),
    dtype: column(avals.dtype),
    weak_type: column(avals.weak_type),
    shape: avals.shape,
    bytes: Float64Array.from(avals.bytes)
  };
  const valueColumns: StageTables['values'] = {
    aval: column(values.aval),
    name: column(values.name),
    literal: column(values.literal)
  };
  const own = { avals: avalColumns, values: valueColumns, regions: regionColumns, equations: columns, count };
  refuse(stageFault(own, rows));
  const ofRegion = inverse(columns.region, regionColumns.equation.length);
  const held = inverse(regionColumns.equation, count);
  const reading = inverseLists(columns.input_offsets, columns.inputs, values.aval.length);
  return {
    transform: stage.transform,
    options: stage.options,
    ...own,
    producer: producers(columns, values.aval.length),
    consumer_offsets: reading.offsets,
    consumers: reading.rows,
    region_equation_offsets: ofRegion.offsets,
    region_equations: ofRegion.rows,
    equation_region_offsets: held.offsets,
    equation_regions: held.rows
  };
}

function column(numbers: readonly number[]): Int32Array {
  return Int32Array.from(numbers);
}

/** A column that documents of older minor versions may lack; 0 is the empty text. */
function laterColumn(numbers: readonly number[] | undefined, rows: number): Int32Array {
  // Python fills what an older document lacks with an empty list, and writes it so.
  return numbers === undefined || numbers.length === 0 ? new Int32Array(rows) : column(numbers);
}

function producers(equations: StageTables['equations'], valueCount: number): Int32Array {
  const producer = new Int32Array(valueCount).fill(-1);
  for (let row = 0; row < equations.region.length; row++) {
    for (let k = equations.output_offsets[row]; k < equations.output_offsets[row + 1]; k++) {
      producer[equations.outputs[k]] = row;
    }
  }
  return producer;
}

/** For each value the equations that read it, each once. */
function inverseLists(
  listOffsets: Int32Array,
  lists: Int32Array,
  valueCount: number
): { offsets: Int32Array; rows: Int32Array } {
  const counts = new Int32Array(valueCount + 1);
  const last = new Int32Array(valueCount).fill(-1);
  const visit = (act: (value: number, row: number) => void): void => {
    last.fill(-1);
    for (let row = 0; row + 1 < listOffsets.length; row++) {
      for (let k = listOffsets[row]; k < listOffsets[row + 1]; k++) {
        const value = lists[k];
        if (last[value] === row) continue;
        last[value] = row;
        act(value, row);
      }
    }
  };
  visit(value => counts[value + 1]++);
  for (let k = 0; k < valueCount; k++) counts[k + 1] += counts[k];
  const rows = new Int32Array(counts[valueCount]);
  const next = counts.slice();
  visit((value, row) => (rows[next[value]++] = row));
  return { offsets: counts, rows };
}
