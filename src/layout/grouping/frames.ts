/** Code positions of equations, as grouping needs them. */
import type { ReportTables, StageTables } from '../../report/tables';
import { visible } from '../../report/visible';

/** Gives the frame of an equation at a depth of its call stack, 1 for the outermost. */
export function frameFinder(report: ReportTables, stage: StageTables): (row: number, depth: number) => number {
  const { stacks } = report;
  const trails = new Map<number, readonly number[]>();
  return (row, depth) => {
    const stack = stage.equations.stack[row];
    let trail = trails.get(stack);
    if (trail === undefined) {
      const frames: number[] = [];
      for (let at = stack; at >= 0; at = stacks.parent[at]) frames.push(stacks.frame[at]);
      trails.set(stack, (trail = frames.reverse()));
    }
    return trail[Math.min(Math.max(1, depth), trail.length) - 1] ?? -1;
  };
}

/** Gives each line of each file a number. Without `all`, lines of libraries have none. */
export function lineNumbers(report: ReportTables): (frame: number, all: boolean) => number {
  const { frames, files } = report;
  const known = new Map<string, number>();
  return (frame, all) => {
    if (frame < 0 || frames.line[frame] === 0) return -1;
    if (!all && files[frames.file[frame]].kind === 'library') return -1;
    const text = `${frames.file[frame]}:${frames.line[frame]}`;
    let number = known.get(text);
    if (number === undefined) known.set(text, (number = known.size));
    return number;
  };
}

/** The source line of a frame without its indent and comment, empty where the report does not hold it. */
export function lineText(report: ReportTables, frame: number): string {
  const { frames, files } = report;
  const line = frames.line[frame];
  for (const { first_line, lines } of files[frames.file[frame]].excerpts) {
    const text = lines[line - first_line];
    if (text !== undefined) return visible(text.replace(/\s+#\s.*$/, '').trim());
  }
  return '';
}
