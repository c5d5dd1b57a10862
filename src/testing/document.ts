/** Small documents for tests, made by hand: what Python's analysis writes, column for column. */
import type { Report, Stage } from '../report/schema';
import type { ReportTables } from '../report/tables';
import { decodeReport } from '../report/decode';

export interface FrameWords {
  function: string;
  line: number;
  column?: number;
  file?: number;
}

export interface EquationWords {
  /** The call stack, outermost frame first. */
  stack?: readonly FrameWords[];
  /** 0 none, 1 forward, 2 backward, 3 recompute. */
  phase?: number;
  scopes?: string;
  via?: string;
  name?: string;
  params?: { [name: string]: string };
  batched?: boolean;
  effects?: string;
  nested?: readonly NestedWords[];
}

export interface NestedWords {
  parameter: string;
  index?: number;
  label?: string;
  trips?: number;
  definition?: number;
  /** The position among the holder's operands (-1: none), and the role, of each input. */
  inputs: readonly { operand: number; role: string; aval?: string }[];
  /** Of each output the position among the holder's results, and the role. */
  outputs: readonly { result: number; role: string }[];
  fill: Fill;
}

/** Adds a region's equations; gives its outputs. */
export type Fill = (region: RegionBuilder, inputs: readonly number[]) => readonly number[];

/** Regions without a given definition have each their own. */
const FIRST_OWN_DEFINITION = 1000;

export class ReportBuilder {
  readonly document: Report = {
    version: '1.0',
    id: 'test',
    created: '2026-01-01T00:00:00Z',
    producer: { jax_viz: '0', jax: '0', python: '3' },
    cell: null,
    strings: [''],
    sources: {
      files: [
        { name: 'Cell [1]', kind: 'cell', execution_count: 1, cell_id: null, excerpts: [{ first_line: 1, lines: [] }] }
      ],
      frames: { file: [], line: [], column: [], end_line: [], end_column: [], function: [] },
      stacks: { parent: [], frame: [] }
    },
    programs: [
      {
        name: 'f',
        signature: '(x)',
        arguments: [],
        static_arguments: {},
        results: [],
        constants: [],
        stages: [],
        timings: { trace: null, lower: null, compile: null, cached: [] }
      }
    ],
    faults: []
  };
  private readonly stringRows = new Map([['', 0]]);
  private readonly stackRows = new Map<string, number>();

  /** Sets the lines of the cell. */
  source(...lines: string[]): this {
    this.document.sources.files[0].excerpts = [{ first_line: 1, lines }];
    return this;
  }

  cell(number: number, ...lines: string[]): number {
    const excerpts = [{ first_line: 1, lines }];
    return (
      this.document.sources.files.push({
        name: `Cell [${number}]`,
        kind: 'cell',
        execution_count: number,
        cell_id: null,
        excerpts
      }) - 1
    );
  }

  library(name: string): number {
    return (
      this.document.sources.files.push({ name, kind: 'library', execution_count: null, cell_id: null, excerpts: [] }) -
      1
    );
  }

  stage(): StageBuilder {
    const stage = emptyStage();
    this.document.programs[0].stages.push(stage);
    return new StageBuilder(this, stage);
  }

  tables(): ReportTables {
    return decodeReport(structuredClone(this.document));
  }

  readonly string = (text: string): number => {
    let row = this.stringRows.get(text);
    if (row === undefined) {
      row = this.document.strings.push(text) - 1;
      this.stringRows.set(text, row);
    }
    return row;
  };

  /** Row of a call stack, -1 for an empty one. */
  stack(words: readonly FrameWords[]): number {
    const { frames, stacks } = this.document.sources;
    let parent = -1;
    for (const { function: name, line, column = 4, file = 0 } of words) {
      const key = `${parent} ${name} ${line} ${column} ${file}`;
      let row = this.stackRows.get(key);
      if (row === undefined) {
        const frame = frames.file.push(file) - 1;
        frames.line.push(line);
        frames.column.push(column);
        frames.end_line.push(line);
        frames.end_column.push(column + 5);
        frames.function.push(this.string(name));
        row = stacks.parent.push(parent) - 1;
        stacks.frame.push(frame);
        this.stackRows.set(key, row);
      }
      parent = row;
    }
    return parent;
  }
}

export class StageBuilder {
  constructor(
    readonly report: ReportBuilder,
    readonly stage: Stage
  ) {}

  /** The top level: inputs by name and aval; `fill` gives as many results as said. */
  top(inputs: readonly { name: string; aval?: string }[], results: number, fill: Fill): this {
    const rows = inputs.map(({ name, aval = 'f32[4]' }) => this.value(aval, name));
    this.region(-1, rows, {
      parameter: '',
      inputs: inputs.map(() => ({ operand: -1, role: 'argument' })),
      outputs: Array.from({ length: results }, (_, result) => ({ result, role: 'result' })),
      fill
    });
    return this;
  }

  nested(holder: number, words: NestedWords): void {
    this.region(
      holder,
      words.inputs.map(({ aval = 'f32[4]' }) => this.value(aval)),
      words
    );
  }

  value(aval: string, name = '', literal = ''): number {
    const { avals, values } = this.stage;
    const text = this.report.string(aval);
    let row = avals.text.indexOf(text);
    if (row < 0) {
      const shape = (/\[(.*)\]/.exec(aval)?.[1] ?? '').split(',').filter(Boolean).map(Number);
      row = avals.text.push(text) - 1;
      avals.shape.push(shape);
      avals.dtype.push(this.report.string(aval.replace(/\[.*/, '')));
      avals.weak_type.push(0);
      avals.bytes.push(shape.reduce((size, length) => size * length, 4));
    }
    values.aval.push(row);
    values.name.push(this.report.string(name));
    values.literal.push(literal === '' ? -1 : this.report.string(literal));
    return values.aval.length - 1;
  }

  private region(holder: number, inputs: readonly number[], words: NestedWords): void {
    const { regions } = this.stage;
    const { string } = this.report;
    const row = regions.equation.push(holder) - 1;
    regions.parameter.push(string(words.parameter));
    regions.index.push(words.index ?? 0);
    regions.label.push(string(words.label ?? ''));
    regions.trips.push(words.trips ?? -1);
    regions.definition.push(words.definition ?? FIRST_OWN_DEFINITION + row);
    regions.constants.push(words.inputs.filter(({ role }) => role === 'captured').length);
    regions.inputs.push(...inputs);
    regions.input_role.push(...words.inputs.map(({ role }) => string(role)));
    regions.operand.push(...words.inputs.map(({ operand }) => operand));
    regions.input_offsets.push(regions.inputs.length);
    const place = regions.outputs.length;
    regions.outputs.push(...words.outputs.map(() => -1));
    regions.output_role.push(...words.outputs.map(({ role }) => string(role)));
    regions.result.push(...words.outputs.map(({ result }) => result));
    regions.output_offsets.push(regions.outputs.length);
    words.fill(new RegionBuilder(this, row), inputs).forEach((value, k) => (regions.outputs[place + k] = value));
  }
}

export class RegionBuilder {
  private count = 0;

  constructor(
    readonly stage: StageBuilder,
    readonly row: number
  ) {}

  literal(text: string): number {
    return this.stage.value('f32[]', '', text);
  }

  /** One equation with one result; gives the result's row. */
  add(primitive: string, inputs: readonly number[], words: EquationWords = {}, aval = 'f32[4]'): number {
    return this.addMany(primitive, inputs, words, [aval])[0];
  }

  addMany(primitive: string, inputs: readonly number[], words: EquationWords, avals: readonly string[]): number[] {
    const { report, stage } = this.stage;
    const { equations } = stage;
    const row = equations.region.push(this.row) - 1;
    const params = Object.entries(words.params ?? {});
    const stack = report.stack(words.stack ?? []);
    equations.index.push(this.count++);
    equations.primitive.push(report.string(primitive));
    equations.name.push(report.string(words.name ?? ''));
    equations.param_names.push(...params.map(([name]) => report.string(name)));
    equations.param_values.push(...params.map(([, value]) => report.string(value)));
    equations.param_offsets.push(equations.param_names.length);
    equations.inputs.push(...inputs);
    equations.input_offsets.push(equations.inputs.length);
    const outputs = avals.map(aval => this.stage.value(aval));
    equations.outputs.push(...outputs);
    equations.output_offsets.push(equations.outputs.length);
    equations.source.push(stack < 0 ? -1 : report.document.sources.stacks.frame[stack]);
    equations.stack.push(stack);
    equations.via.push(report.string(words.via ?? ''));
    equations.scopes.push(report.string(words.scopes ?? ''));
    equations.phase.push(words.phase ?? 0);
    equations.batched.push(words.batched === true ? 1 : 0);
    equations.effects.push(report.string(words.effects ?? ''));
    equations.hint.push(0);
    for (const nested of words.nested ?? []) this.stage.nested(row, nested);
    return outputs;
  }
}

function emptyStage(): Stage {
  return {
    transform: null,
    options: {},
    avals: { text: [], shape: [], dtype: [], weak_type: [], bytes: [] },
    values: { aval: [], name: [], literal: [] },
    regions: {
      equation: [],
      parameter: [],
      index: [],
      label: [],
      definition: [],
      trips: [],
      constants: [],
      input_offsets: [0],
      inputs: [],
      input_role: [],
      operand: [],
      output_offsets: [0],
      outputs: [],
      output_role: [],
      result: []
    },
    equations: {
      region: [],
      index: [],
      primitive: [],
      name: [],
      param_offsets: [0],
      param_names: [],
      param_values: [],
      input_offsets: [0],
      inputs: [],
      output_offsets: [0],
      outputs: [],
      source: [],
      stack: [],
      via: [],
      scopes: [],
      phase: [],
      batched: [],
      effects: [],
      hint: []
    }
  };
}
