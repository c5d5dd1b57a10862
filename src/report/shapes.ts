// Made from jax_viz/document by tools/make_types.py. Do not edit.

export const SHAPES = {
  Report: {
    version: 'text',
    id: 'text',
    created: 'text',
    producer: 'Producer',
    'cell?': 'Cell?',
    'strings?': 'text[]',
    'sources?': 'Sources',
    'programs?': 'Program[]',
    'faults?': 'Fault[]'
  },
  Producer: {
    jax_viz: 'text',
    jax: 'text',
    python: 'text'
  },
  Cell: {
    'execution_count?': 'integer?',
    'id?': 'text?'
  },
  Sources: {
    'files?': 'File[]',
    'frames?': 'Frames',
    'stacks?': 'Stacks'
  },
  File: {
    name: 'text',
    kind: '"cell"|"library"|"user"',
    'execution_count?': 'integer?',
    'cell_id?': 'text?',
    'excerpts?': 'Excerpt[]'
  },
  Excerpt: {
    first_line: 'integer',
    lines: 'text[]'
  },
  Frames: {
    'file?': 'integer[]',
    'line?': 'integer[]',
    'column?': 'integer[]',
    'end_line?': 'integer[]',
    'end_column?': 'integer[]',
    'function?': 'integer[]'
  },
  Stacks: {
    'parent?': 'integer[]',
    'frame?': 'integer[]'
  },
  Program: {
    name: 'text',
    signature: 'text',
    'arguments?': 'Leaf[]',
    'static_arguments?': 'text{}',
    'results?': 'Leaf[]',
    'constants?': 'Constant[]',
    'stages?': 'Stage[]',
    'timings?': 'Timings'
  },
  Leaf: {
    path: 'text',
    text: 'text',
    shape: 'integer[]',
    dtype: 'text',
    weak_type: 'boolean',
    bytes: 'integer'
  },
  Constant: {
    name: 'text',
    text: 'text',
    shape: 'integer[]',
    dtype: 'text',
    bytes: 'integer',
    path: 'text'
  },
  Stage: {
    'transform?': 'text?',
    'options?': 'text{}',
    'avals?': 'Avals',
    'values?': 'Values',
    'regions?': 'Regions',
    'equations?': 'Equations'
  },
  Avals: {
    'text?': 'integer[]',
    'shape?': 'integer[][]',
    'dtype?': 'integer[]',
    'weak_type?': 'integer[]',
    'bytes?': 'integer[]'
  },
  Values: {
    'aval?': 'integer[]',
    'name?': 'integer[]',
    'literal?': 'integer[]'
  },
  Regions: {
    'equation?': 'integer[]',
    'parameter?': 'integer[]',
    'index?': 'integer[]',
    'label?': 'integer[]',
    'definition?': 'integer[]',
    'trips?': 'integer[]',
    'constants?': 'integer[]',
    'input_offsets?': 'integer[]',
    'inputs?': 'integer[]',
    'input_role?': 'integer[]',
    'operand?': 'integer[]',
    'output_offsets?': 'integer[]',
    'outputs?': 'integer[]',
    'output_role?': 'integer[]',
    'result?': 'integer[]'
  },
  Equations: {
    'region?': 'integer[]',
    'index?': 'integer[]',
    'primitive?': 'integer[]',
    'name?': 'integer[]',
    'param_offsets?': 'integer[]',
    'param_names?': 'integer[]',
    'param_values?': 'integer[]',
    'input_offsets?': 'integer[]',
    'inputs?': 'integer[]',
    'output_offsets?': 'integer[]',
    'outputs?': 'integer[]',
    'source?': 'integer[]',
    'stack?': 'integer[]',
    'via?': 'integer[]',
    'scopes?': 'integer[]',
    'phase?': 'integer[]',
    'batched?': 'integer[]',
    'effects?': 'integer[]',
    'hint?': 'integer[]'
  },
  Timings: {
    'trace?': 'number?',
    'lower?': 'number?',
    'compile?': 'number?',
    'cached?': '"compile"|"lower"|"trace"[]'
  },
  Fault: {
    section: 'text',
    message: 'text'
  }
} as const;
