/**
 * A report's tables as they go from the worker to the page: copies of all columns, which are handed over, and the
 * strings as one text. The worker keeps its own tables, as it goes on using them.
 */
import type { ReportTables } from './tables';
import type { TextTable } from './text-table';
import { allTexts, tableOf } from './text-table';

export type PackedReport = Omit<ReportTables, 'strings'> & { strings: TextTable };

export function packReport(report: ReportTables): PackedReport {
  const { strings, ...rest } = report;
  return { ...copied(rest), strings: tableOf(strings) };
}

export function unpackReport({ strings, ...rest }: PackedReport): ReportTables {
  return { ...rest, strings: allTexts(strings) };
}

/** Typed arrays in plain objects and lists become copies of their own; what else there is stays the same. */
function copied<Data>(data: Data): Data {
  if (ArrayBuffer.isView(data)) return (data as unknown as Int32Array).slice() as Data;
  if (Array.isArray(data)) return (typeof data[0] === 'object' ? data.map(copied) : data) as Data;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, copied(part)])) as Data;
}
