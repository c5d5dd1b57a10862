// Made from jax_viz/document by tools/make_types.py. Do not edit.

export interface Report {
  version: string;
  id: string;
  created: string;
  producer: Producer;
  cell: Cell | null;
  strings: string[];
  sources: Sources;
  programs: Program[];
  faults: Fault[];
}
/**
 * Which versions made the report.
 */
export interface Producer {
  jax_viz: string;
  jax: string;
  python: string;
}
/**
 * The notebook cell that was observed.
 */
export interface Cell {
  execution_count: number | null;
  id: string | null;
}
export interface Sources {
  files: File[];
  frames: Frames;
  stacks: Stacks;
}
/**
 * One source file or notebook cell.
 *
 * A library's file has no excerpts. `name` is what a person sees: `Cell [3]`,
 * `train.py`, `flax/nnx/nn/linear.py`; it is never an absolute path outside
 * the user's own files. `cell_id` is the notebook's own id of a cell, which stays when the cell
 * is moved or run again.
 */
export interface File {
  name: string;
  kind: "cell" | "library" | "user";
  execution_count: number | null;
  cell_id: string | null;
  excerpts: Excerpt[];
}
/**
 * Consecutive lines of a file; `first_line` counts from 1.
 */
export interface Excerpt {
  first_line: number;
  lines: string[];
}
/**
 * One row a code position. Lines count from 1, columns (of characters) from 0; the end is exclusive.
 *
 * A line of 0 means that Python gave none.
 */
export interface Frames {
  file: number[];
  line: number[];
  column: number[];
  end_line: number[];
  end_column: number[];
  function: number[];
}
/**
 * Call stacks as a trie: each row adds one frame below the stack `parent` (-1: outermost).
 */
export interface Stacks {
  parent: number[];
  frame: number[];
}
export interface Program {
  name: string;
  signature: string;
  arguments: Leaf[];
  static_arguments: {
    [k: string]: string;
  };
  results: Leaf[];
  constants: Constant[];
  stages: Stage[];
  timings: Timings;
}
/**
 * One array leaf of the arguments or results. `path` is its pytree path, `params[0]['w']`.
 */
export interface Leaf {
  path: string;
  text: string;
  shape: number[];
  dtype: string;
  weak_type: boolean;
  bytes: number;
}
/**
 * An array that was closed over and became part of the program, at any depth.
 *
 * `path` is the region that holds it, in the text form of an equation's path (empty: the top level).
 */
export interface Constant {
  name: string;
  text: string;
  shape: number[];
  dtype: string;
  bytes: number;
  path: string;
}
/**
 * The program after one more transform; `transform` is `None` for the function as given.
 */
export interface Stage {
  transform: string | null;
  options: {
    [k: string]: string;
  };
  avals: Avals;
  values: Values;
  regions: Regions;
  equations: Equations;
}
/**
 * Abstract values. `text` is JAX's short form (`f32[128,784]`); `bytes` is 0 where JAX gives no size.
 */
export interface Avals {
  text: number[];
  shape: number[][];
  dtype: number[];
  weak_type: number[];
  bytes: number[];
}
/**
 * One row a variable of one region, or a literal (`literal` is then its text, else -1).
 *
 * `name` is the pytree path of a program argument or the name of a captured constant.
 */
export interface Values {
  aval: number[];
  name: number[];
  literal: number[];
}
/**
 * One row a jaxpr *as called*: region 0 is the stage's own, the others hang under an equation.
 *
 * Two regions with the same `definition` are calls of one jaxpr object. `parameter`
 * and `index` are the step of the path. Inputs are constants first (`constants` of
 * them), then arguments, with a role each (`const`, `carry`, `x`, `operand`, `captured`);
 * `operand` is the position among the holder's inputs, `result` among its outputs (-1: none).
 * `trips` is the number of iterations of a scan, -1 where unknown or not a loop.
 */
export interface Regions {
  equation: number[];
  parameter: number[];
  index: number[];
  label: number[];
  definition: number[];
  trips: number[];
  constants: number[];
  input_offsets: number[];
  inputs: number[];
  input_role: number[];
  operand: number[];
  output_offsets: number[];
  outputs: number[];
  output_role: number[];
  result: number[];
}
/**
 * One row an equation, in program order, an inner equation after the one that holds it.
 *
 * Offsets columns have one entry more than rows: row r owns `[offsets[r], offsets[r + 1])`.
 * `name` is the called function's name where the primitive has one (`jit`, `custom_jvp_call`).
 * `via` is the public function between the user's line and the primitive (`jnp.dot`).
 * `source` is the frame that the equation is shown at: the user's innermost one, else the
 * innermost of a library. `hint` is a code for what a well-known pattern means (`negative-index`).
 * `stack` holds the user's and the libraries' frames, JAX's own left out.
 */
export interface Equations {
  region: number[];
  index: number[];
  primitive: number[];
  name: number[];
  param_offsets: number[];
  param_names: number[];
  param_values: number[];
  input_offsets: number[];
  inputs: number[];
  output_offsets: number[];
  outputs: number[];
  source: number[];
  stack: number[];
  via: number[];
  scopes: number[];
  phase: number[];
  batched: number[];
  effects: number[];
  hint: number[];
}
/**
 * Seconds of wall clock, `None` until known. What JAX took from a cache is named in `cached`.
 */
export interface Timings {
  trace: number | null;
  lower: number | null;
  compile: number | null;
  cached: ("compile" | "lower" | "trace")[];
}
/**
 * A section that could not be made. The rest of the report stands.
 */
export interface Fault {
  section: string;
  message: string;
}
