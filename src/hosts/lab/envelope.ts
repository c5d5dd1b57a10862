/** What our MIME type holds: the document compressed, and a text for people. */
import { visible } from '../../report/visible';

export const MIME_TYPE = 'application/vnd.jaxviz.v1+json';

export interface Envelope {
  readonly version: string;
  readonly id: string;
  readonly summary: string;
  readonly gzip: string;
}

/** The envelope in an output, or null where the output holds something else under our MIME type. */
export function readEnvelope(value: unknown): Envelope | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const { version, id, summary, gzip } = value as { [field: string]: unknown };
  if (typeof version !== 'string' || typeof id !== 'string' || typeof gzip !== 'string') {
    return null;
  }
  return { version, id, summary: typeof summary === 'string' ? visible(summary) : '', gzip };
}
