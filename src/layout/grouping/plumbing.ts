/** Which equations only carry values along, and which of them fold into one mark. */
import type { ReportTables, StageTables } from '../../report/tables';

/** They change a value's type, shape or place, not what it says. */
const PLUMBING = new Set([
  'broadcast_in_dim',
  'convert_element_type',
  'copy',
  'copy_p',
  'expand_dims',
  'pcast',
  'pvary',
  'reshape',
  'squeeze',
  'stop_gradient'
]);

/** 1 for each equation that is plumbing. */
export function findPlumbing(report: ReportTables, stage: StageTables): Uint8Array {
  const { equations, values, equation_region_offsets } = stage;
  const found = new Uint8Array(stage.count);
  for (let row = 0; row < stage.count; row++) {
    if (equation_region_offsets[row] < equation_region_offsets[row + 1]) continue;
    if (equations.effects[row] > 0) continue;
    const primitive = report.strings[equations.primitive[row]];
    const carries = PLUMBING.has(primitive) || (primitive === 'device_put' && staysWhereItIs(row));
    found[row] = carries || (onlyLiterals(row) && !primitive.startsWith('random_')) ? 1 : 0;
  }
  return found;

  function staysWhereItIs(row: number): boolean {
    for (let k = equations.param_offsets[row]; k < equations.param_offsets[row + 1]; k++) {
      const name = report.strings[equations.param_names[k]];
      if (name === 'devices') return !/[^\s,()[\]None]/.test(report.strings[equations.param_values[k]]);
    }
    return false;
  }

  /** Known before the program runs. Without inputs at all (`iota`) it makes something and is work. */
  function onlyLiterals(row: number): boolean {
    const start = equations.input_offsets[row];
    const end = equations.input_offsets[row + 1];
    for (let k = start; k < end; k++) if (values.literal[equations.inputs[k]] < 0) return false;
    return end > start;
  }
}

/** 1 for each value that is a result of its region. */
export function findResults(stage: StageTables): Uint8Array {
  const found = new Uint8Array(stage.values.aval.length);
  for (const value of stage.regions.outputs) if (value >= 0) found[value] = 1;
  return found;
}

/**
 * Puts the plumbing rows of one level into marks. Plumbing whose results go to one other plumbing equation of
 * the level only is in its mark: nothing can come between them.
 */
export function foldMarks(stage: StageTables, isResult: Uint8Array, rows: readonly number[]): number[][] {
  const own = new Set(rows);
  const marks = new Map<number, number[]>();
  // Consumers come later in program order, so from the end each row's own mark is known.
  const markOf = new Map<number, number>();
  for (let k = rows.length - 1; k >= 0; k--) {
    const row = rows[k];
    const consumer = onlyConsumer(stage, isResult, row);
    const mark = consumer >= 0 && own.has(consumer) ? (markOf.get(consumer) ?? row) : row;
    markOf.set(row, mark);
    const members = marks.get(mark);
    if (members === undefined) marks.set(mark, [row]);
    else members.push(row);
  }
  return Array.from(marks.values(), members => members.reverse()).reverse();
}

/** The one equation that reads the results of `row`, -1 where there are several, none, or the region's result. */
function onlyConsumer(stage: StageTables, isResult: Uint8Array, row: number): number {
  const { equations, consumers, consumer_offsets } = stage;
  let only = -1;
  for (let k = equations.output_offsets[row]; k < equations.output_offsets[row + 1]; k++) {
    const value = equations.outputs[k];
    if (isResult[value] === 1) return -1;
    for (let c = consumer_offsets[value]; c < consumer_offsets[value + 1]; c++) {
      if (only >= 0 && consumers[c] !== only) return -1;
      only = consumers[c];
    }
  }
  return only;
}
