/**
 * What panel and kernel say to each other; `jax_viz/hosts/panel.py` is the twin.
 *
 * What comes from a kernel may have any shape: these functions narrow it, drop what is not ours, and make its texts
 * visible.
 */
import { visible } from '../../report/visible';

export const TARGET = 'jax_viz';
export const ANNOUNCE = 'jax_viz.announce';

export interface Request {
  readonly id: string;
  readonly type: 'list' | 'get' | 'compile' | 'cancel';
  readonly protocol: number;
  readonly report?: string;
}

/** What the list says of a report. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly equations: number;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly executionCount: number | null;
  /** Whether every section is there. */
  readonly complete: boolean;
  /** Whether the kernel can compile it and nobody has asked for that. */
  readonly compilable: boolean;
}

type Fields = { readonly [name: string]: unknown };

export type Incoming =
  | { readonly kind: 'hello'; readonly protocol: number; readonly version: string }
  | { readonly kind: 'report'; readonly entry: Entry }
  | { readonly kind: 'section'; readonly id: string; readonly entry: Entry | null; readonly error: string | null }
  | { readonly kind: 'answer'; readonly id: string; readonly fields: Fields }
  | { readonly kind: 'error'; readonly id: string; readonly message: string };

/** A message of the kernel, or null where it is none that we know. */
export function readMessage(data: unknown): Incoming | null {
  const fields = asFields(data);
  if (fields === null) return null;
  const { id, type, error } = fields;
  switch (type) {
    case 'hello':
      return typeof fields['protocol'] === 'number'
        ? { kind: 'hello', protocol: fields['protocol'], version: text(fields['version']) }
        : null;
    case 'report': {
      const entry = readEntry(fields['report']);
      return entry === null ? null : { kind: 'report', entry };
    }
    case 'section':
      return typeof id === 'string'
        ? {
            kind: 'section',
            id,
            entry: readEntry(fields['report']),
            error: typeof error === 'string' ? visible(error) : null
          }
        : null;
    case undefined:
      if (typeof id !== 'string') return null;
      return typeof error === 'string'
        ? { kind: 'error', id, message: visible(error) }
        : { kind: 'answer', id, fields };
    default:
      return null;
  }
}

/** The entries of an answer to `list`; what is no entry is left out. */
export function readEntries(value: unknown): Entry[] {
  return Array.isArray(value) ? value.flatMap(one => readEntry(one) ?? []) : [];
}

export function readEntry(value: unknown): Entry | null {
  const fields = asFields(value);
  if (fields === null || typeof fields['id'] !== 'string' || typeof fields['equations'] !== 'number') return null;
  const count = asFields(fields['cell'])?.['execution_count'];
  return {
    id: fields['id'],
    name: text(fields['name']),
    equations: fields['equations'],
    created: text(fields['created']),
    executionCount: typeof count === 'number' ? count : null,
    complete: fields['complete'] === true,
    compilable: fields['compilable'] === true
  };
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? visible(value) : '';
}
