/** Runs a query over all equations of a stage, in slices. */
import { inSlices } from '../../dom/slices';
import type { EquationReader } from '../../views/equation';
import { matches, type NumberField, type Searchable, type Term, type TextField } from './query';

/** Rows that the terms hold for, in program order. */
export async function findRows(terms: readonly Term[], reader: EquationReader, signal: AbortSignal): Promise<number[]> {
  const rows: number[] = [];
  await inSlices(
    reader.stage.count,
    row => {
      if (matches(terms, searchable(reader, row))) rows.push(row);
    },
    signal
  );
  return rows;
}

function searchable(reader: EquationReader, row: number): Searchable {
  return {
    text: (field: TextField): string => {
      switch (field) {
        case 'prim':
          return reader.primitive(row);
        case 'name':
          return reader.name(row);
        case 'aval':
          return [...reader.inputs(row), ...reader.outputs(row)].map(value => `${value.aval} ${value.name}`).join(' ');
        case 'path':
          return reader.path(row);
        case 'source':
          return reader.sourceText(row);
        case 'scope':
          return reader.scopes(row);
        case 'via':
          return reader.via(row);
        case 'phase':
          return reader.phase(row) ?? '';
        case 'param':
          return reader
            .params(row)
            .map(([name, value]) => `${name}=${value}`)
            .join(' ');
      }
    },
    numbers: (field: NumberField): readonly number[] =>
      field === 'line' ? reader.lines(row) : [reader.outputs(row).reduce((sum, value) => sum + value.bytes, 0)]
  };
}
