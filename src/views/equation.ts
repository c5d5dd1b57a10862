/** Reads single equations out of the columns, as texts and numbers for people. Pure. */
import { pathOf } from '../report/paths';
import type { ReportTables, StageTables } from '../report/tables';
import { visible } from '../report/visible';

export const PHASE_NAMES = [null, 'forward', 'backward', 'recompute'] as const;
export type PhaseName = Exclude<(typeof PHASE_NAMES)[number], null>;

export interface ValueFacts {
  readonly value: number;
  readonly aval: string;
  /** Pytree path of an argument, name of a constant, or empty. */
  readonly name: string;
  /** Text of a literal, or null. */
  readonly literal: string | null;
  readonly bytes: number;
  readonly weak: boolean;
  /** Row of the equation that makes it, -1 if none does. */
  readonly producer: number;
}

export interface FrameFacts {
  readonly frame: number;
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hasText: boolean;
}

export class EquationReader {
  constructor(
    readonly report: ReportTables,
    readonly stage: StageTables
  ) {}

  primitive(row: number): string {
    return this.string(this.stage.equations.primitive[row]);
  }

  name(row: number): string {
    return this.string(this.stage.equations.name[row]);
  }

  via(row: number): string {
    return this.string(this.stage.equations.via[row]);
  }

  scopes(row: number): string {
    return this.string(this.stage.equations.scopes[row]);
  }

  effects(row: number): string {
    return this.string(this.stage.equations.effects[row]);
  }

  phase(row: number): PhaseName | null {
    return PHASE_NAMES[this.stage.equations.phase[row]] ?? null;
  }

  batched(row: number): boolean {
    return this.stage.equations.batched[row] > 0;
  }

  /** `3/branches.1/0`. */
  path(row: number): string {
    return pathOf(this.report, this.stage, row);
  }

  regionsOf(row: number): number[] {
    const { equation_region_offsets: offsets, equation_regions: regions } = this.stage;
    return Array.from(regions.subarray(offsets[row], offsets[row + 1]));
  }

  /** Code of a well-known pattern that the equation belongs to, or empty. */
  hint(row: number): string {
    return this.string(this.stage.equations.hint[row]);
  }

  outputBytes(row: number): number {
    const { output_offsets: offsets, outputs } = this.stage.equations;
    let sum = 0;
    for (let k = offsets[row]; k < offsets[row + 1]; k += 1)
      sum += this.stage.avals.bytes[this.stage.values.aval[outputs[k]]];
    return sum;
  }

  /** `body_jaxpr`, `branches.1`: the parameter, with its index where there are several; then the label. */
  regionLabel(region: number): string {
    const { parameter, index, label, equation } = this.stage.regions;
    const name = this.string(parameter[region]);
    const several = this.regionsOf(equation[region]).filter(other => parameter[other] === parameter[region]).length > 1;
    const given = this.string(label[region]);
    const step = several ? `${name}.${index[region]}` : name;
    return given === '' || given === name ? step : given;
  }

  /** All equations in a region, at any depth: those that follow its holder in program order. */
  rowsOfRegion(region: number): number[] {
    const { region_equations: own, region_equation_offsets: offsets } = this.stage;
    const rows: number[] = [];
    const visit = (at: number): void => {
      for (let k = offsets[at]; k < offsets[at + 1]; k += 1) {
        rows.push(own[k]);
        for (const inner of this.regionsOf(own[k])) visit(inner);
      }
    };
    visit(region);
    return rows;
  }

  regionCount(region: number): number {
    return this.rowsOfRegion(region).length;
  }

  /** Row of the value that the stage returns at a position, -1 where there is none. */
  resultValue(position: number): number {
    const { output_offsets: offsets, outputs } = this.stage.regions;
    return position < offsets[1] - offsets[0] ? outputs[offsets[0] + position] : -1;
  }

  params(row: number): [string, string][] {
    const { param_offsets: offsets, param_names: names, param_values: values } = this.stage.equations;
    const pairs: [string, string][] = [];
    for (let k = offsets[row]; k < offsets[row + 1]; k += 1)
      pairs.push([this.string(names[k]), this.string(values[k])]);
    return pairs;
  }

  inputs(row: number): ValueFacts[] {
    const { input_offsets: offsets, inputs } = this.stage.equations;
    return Array.from(inputs.subarray(offsets[row], offsets[row + 1]), value => this.value(value));
  }

  outputs(row: number): ValueFacts[] {
    const { output_offsets: offsets, outputs } = this.stage.equations;
    return Array.from(outputs.subarray(offsets[row], offsets[row + 1]), value => this.value(value));
  }

  value(value: number): ValueFacts {
    const { values, avals, producer } = this.stage;
    const aval = values.aval[value];
    const literal = values.literal[value];
    return {
      value,
      aval: this.string(avals.text[aval]),
      name: this.string(values.name[value]),
      literal: literal >= 0 ? this.string(literal) : null,
      bytes: avals.bytes[aval] ?? 0,
      weak: avals.weak_type[aval] > 0,
      producer: producer[value]
    };
  }

  frame(frame: number): FrameFacts {
    const { file, line, column, end_line, end_column, function: functions } = this.report.frames;
    const source = this.report.files[file[frame]];
    return {
      frame,
      file: source.name,
      function: this.string(functions[frame]),
      line: line[frame],
      column: column[frame],
      endLine: end_line[frame],
      endColumn: end_column[frame],
      hasText: source.excerpts.length > 0
    };
  }

  source(row: number): FrameFacts | null {
    const frame = this.stage.equations.source[row];
    return frame >= 0 ? this.frame(frame) : null;
  }

  /** The call stack, innermost first. */
  callStack(row: number): FrameFacts[] {
    const { parent, frame } = this.report.stacks;
    const frames: FrameFacts[] = [];
    for (let at = this.stage.equations.stack[row]; at >= 0; at = parent[at]) frames.push(this.frame(frame[at]));
    return frames;
  }

  /** Lines that the equation is shown at. */
  lines(row: number): number[] {
    const source = this.source(row);
    if (source === null || source.line <= 0) return [];
    return Array.from({ length: Math.max(1, source.endLine - source.line + 1) }, (_, k) => source.line + k);
  }

  /** The code that the equation's columns mark, one line of it. */
  sourceText(row: number): string {
    const frame = this.stage.equations.source[row];
    if (frame < 0) return '';
    const { file, line, column, end_line, end_column } = this.report.frames;
    const text = this.lineText(file[frame], line[frame]);
    const inLine = end_line[frame] === line[frame] && end_column[frame] > column[frame];
    // Columns count characters, not UTF-16 units.
    return visible(inLine ? Array.from(text).slice(column[frame], end_column[frame]).join('') : text.trim());
  }

  /** One line of a file, empty where the report does not hold it. */
  lineText(file: number, line: number): string {
    for (const excerpt of this.report.files[file].excerpts) {
      const text = excerpt.lines[line - excerpt.first_line];
      if (text !== undefined) return text;
    }
    return '';
  }

  /** Number of equations when a jaxpr that is called several times counts once. */
  uniqueCount(): number {
    const { regions, region_equation_offsets: offsets, equations } = this.stage;
    const seen = new Set<number>();
    const skipped = new Set<number>();
    let sum = 0;
    for (let region = 0; region < regions.equation.length; region += 1) {
      const holder = regions.equation[region];
      // A region inside a repeated jaxpr has been seen with it.
      if ((holder >= 0 && skipped.has(equations.region[holder])) || seen.has(regions.definition[region])) {
        skipped.add(region);
        continue;
      }
      seen.add(regions.definition[region]);
      sum += offsets[region + 1] - offsets[region];
    }
    return sum;
  }

  private string(index: number): string {
    return index >= 0 ? (this.report.strings[index] ?? '') : '';
  }
}

/** `19:17–32`; columns as in the report's API and in JAX's own messages: from 0, the end exclusive. */
export function frameText(frame: FrameFacts): string {
  if (frame.line <= 0) return '';
  const start = `${frame.line}:${frame.column}`;
  if (frame.endLine > frame.line) return `${start}–${frame.endLine}:${frame.endColumn}`;
  return frame.endColumn > frame.column ? `${start}–${frame.endColumn}` : String(frame.line);
}
