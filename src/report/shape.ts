/**
 * Whether a parsed text has the fields of a document, each of its type. A report may come from anywhere; what passes
 * here and in `integrity.ts` can be shown without asking again what a field holds.
 */
import { SHAPES } from './shapes';

type Fields = { [name: string]: unknown };

/** Columns beyond 32 bits. */
const WIDE = new Set(['bytes', 'trips']);

/** What is wrong, for people, or `null`. Fields that older versions did not write are filled in, but for columns. */
export function shapeFault(document: unknown): string | null {
  return structFault('Report', document, 'the report');
}

function structFault(struct: string, value: unknown, where: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where} is no record`;
  const fields = value as Fields;
  for (const [field, shape] of Object.entries((SHAPES as { [name: string]: { [field: string]: string } })[struct])) {
    // A question mark: older documents may lack it.
    const name = field.replace('?', '');
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const place = where === 'the report' ? name : `${where}.${name}`;
    if (own === undefined) {
      if (name === field) return `${place} is missing`;
      fillIn(fields, name, shape);
      if (!(shape in SHAPES)) continue;
      fields[name] = {};
      structFault(shape, fields[name], place);
      continue;
    }
    const fault = faultOf(shape, own, place);
    if (fault !== null) return fault;
  }
  return null;
}

/** A shape is `text`, `integer`, `number`, `boolean`, a struct's name, `"a"|"b"`, `shape[]`, `shape{}` or `shape?`. */
function faultOf(shape: string, value: unknown, where: string): string | null {
  if (shape.endsWith('?')) return value === null ? null : faultOf(shape.slice(0, -1), value, where);
  if (shape.endsWith('[]')) {
    if (!Array.isArray(value)) return `${where} is no list`;
    const inner = shape.slice(0, -2);
    // Without a call an item: columns are long.
    if (inner === 'integer') return columnFault(value, where);
    if (inner === 'text')
      return value.every(item => typeof item === 'string') ? null : `${where} holds what is no text`;
    for (let k = 0; k < value.length; k++) {
      const fault = faultOf(inner, value[k], `${where}[${k}]`);
      if (fault !== null) return fault;
    }
    return null;
  }
  if (shape.endsWith('{}')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where} is no record`;
    const texts = Object.values(value).every(item => faultOf(shape.slice(0, -2), item, where) === null);
    return texts ? null : `${where} holds what is no ${shape.slice(0, -2)}`;
  }
  if (shape.startsWith('"'))
    return shape.split('|').includes(JSON.stringify(value)) ? null : `${where} is none of ${shape}`;
  switch (shape) {
    case 'text':
      return typeof value === 'string' ? null : `${where} is no text`;
    case 'boolean':
      return typeof value === 'boolean' ? null : `${where} is neither true nor false`;
    case 'integer':
      return Number.isSafeInteger(value) ? null : `${where} is no whole number`;
    case 'number':
      return Number.isFinite(value) ? null : `${where} is no number`;
    default:
      return structFault(shape, value, where);
  }
}

function columnFault(column: readonly unknown[], where: string): string | null {
  const wide = WIDE.has(where.slice(where.lastIndexOf('.') + 1)) || where.includes('shape');
  for (const item of column) {
    if (!Number.isSafeInteger(item)) return `${where} holds what is no whole number`;
    if (!wide && (item as number) !== ((item as number) | 0))
      return `${where} holds ${item as number}, which names no row`;
  }
  return null;
}

function fillIn(fields: Fields, name: string, shape: string): void {
  if (shape.endsWith('?')) fields[name] = null;
  else if (shape.endsWith('{}')) fields[name] = {};
  else if (shape.endsWith('[]') && shape !== 'integer[]') fields[name] = [];
}
