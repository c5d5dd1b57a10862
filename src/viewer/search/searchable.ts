/** What a search sees of one equation. */
import type { EquationReader } from '../../views/equation';
import type { NumberField, Searchable, TextField } from './query';

export function searchable(reader: EquationReader, row: number): Searchable {
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
