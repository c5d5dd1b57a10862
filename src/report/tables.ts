/**
 * A decoded report: the document's columns as typed arrays plus the indices that every view needs.
 * Made in the worker, handed to the page without copying.
 */
import type { Cell, Constant, Fault, File, Leaf, Producer, Timings } from './schema';

type Columns<Name extends string> = { [K in Name]: Int32Array };

export interface StageTables {
  transform: string | null;
  options: { [name: string]: string };
  /** Number of equations, at all depths. */
  count: number;
  avals: Columns<'text' | 'dtype' | 'weak_type'> & { shape: number[][]; bytes: Float64Array };
  values: Columns<'aval' | 'name' | 'literal'>;
  regions: Columns<
    | 'equation'
    | 'parameter'
    | 'index'
    | 'label'
    | 'definition'
    | 'constants'
    | 'input_offsets'
    | 'inputs'
    | 'input_role'
    | 'operand'
    | 'output_offsets'
    | 'outputs'
    | 'output_role'
    | 'result'
  > & { trips: Float64Array };
  equations: Columns<
    | 'region'
    | 'index'
    | 'primitive'
    | 'name'
    | 'param_offsets'
    | 'param_names'
    | 'param_values'
    | 'input_offsets'
    | 'inputs'
    | 'output_offsets'
    | 'outputs'
    | 'source'
    | 'stack'
    | 'via'
    | 'scopes'
    | 'phase'
    | 'batched'
    | 'effects'
    | 'hint'
  >;
  /** Row of the equation that makes a value, -1 for region inputs, constants and literals. */
  producer: Int32Array;
  /** Equations that read a value directly: rows `consumers[consumer_offsets[v] …]`. */
  consumer_offsets: Int32Array;
  consumers: Int32Array;
  /** Own equations of a region, in order: `region_equations[region_equation_offsets[r] …]`. */
  region_equation_offsets: Int32Array;
  region_equations: Int32Array;
  /** Regions held by an equation: `equation_regions[equation_region_offsets[e] …]`. */
  equation_region_offsets: Int32Array;
  equation_regions: Int32Array;
}

export interface ProgramTables {
  name: string;
  signature: string;
  arguments: Leaf[];
  static_arguments: { [name: string]: string };
  results: Leaf[];
  constants: Constant[];
  stages: StageTables[];
  timings: Timings;
}

export interface ReportTables {
  version: string;
  id: string;
  created: string;
  producer: Producer;
  cell: Cell | null;
  strings: string[];
  files: File[];
  frames: Columns<'file' | 'line' | 'column' | 'end_line' | 'end_column' | 'function'>;
  stacks: Columns<'parent' | 'frame'>;
  programs: ProgramTables[];
  faults: Fault[];
}
