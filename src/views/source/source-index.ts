/**
 * Which equations stand behind which columns of which line. Pure.
 *
 * A frame *owns* the equations that are shown at it, and is *passed* by those whose call stack leads through it.
 * A place selects what it owns; where it owns nothing, what passes it.
 */
import { inverse, rowsOf, type Inverse } from '../../report/inverse';
import type { ReportTables, StageTables } from '../../report/tables';

/** Columns of one line that belong to a frame; `end` may be Infinity: to the end of the line. */
export interface Span {
  readonly frame: number;
  readonly start: number;
  readonly end: number;
}

export interface LineSpans {
  readonly line: number;
  readonly spans: Span[];
  /** Frames that begin in this line. */
  readonly frames: number[];
}

export interface LineWords {
  readonly own: number;
  /** Equations of which only the calls that lead to them stand here. */
  readonly calls: number;
  /** The expression began in a line above. */
  readonly continued: boolean;
}

const NOTHING = new Int32Array(0);

export class SourceIndex {
  /** Where each equation is shown: its own frame, else the innermost of its stack with text, else its own without. */
  private readonly shownAt: Int32Array;
  /** Equations that a frame owns, in program order. */
  private readonly own: Inverse;
  /** Equations of each call stack. They are many more than stacks, so what a stack decides is found out once. */
  private readonly ofStack: Inverse;
  /** Call stacks that lead through a frame. */
  private readonly stacksThrough = new Map<number, number[]>();
  /** The innermost frame with text of each call stack, -1 without one. */
  private readonly innermostOf: Int32Array;
  /** Frames of files with text. */
  private readonly withText: Uint8Array;
  /** Lines with spans by file. */
  private readonly lines: Map<number, LineSpans>[];

  constructor(
    private readonly report: ReportTables,
    private readonly stage: StageTables
  ) {
    const { frames, stacks, files } = report;
    const { source, stack } = stage.equations;
    this.withText = Uint8Array.from(frames.file, file => Number(files[file].excerpts.length > 0));
    this.innermostOf = new Int32Array(stacks.frame.length);
    // A stack comes after its parent.
    stacks.frame.forEach((frame, at) => {
      const outside = stacks.parent[at] >= 0 ? this.innermostOf[stacks.parent[at]] : -1;
      this.innermostOf[at] = this.hasText(frame) ? frame : outside;
    });
    this.shownAt = new Int32Array(source.length);
    for (let row = 0; row < source.length; row += 1) {
      const shown = this.frameOfRow(row);
      this.shownAt[row] = shown >= 0 ? shown : source[row];
    }
    this.own = inverse(this.shownAt, frames.file.length);
    this.ofStack = inverse(stack, stacks.frame.length);
    this.lines = files.map(() => new Map<number, LineSpans>());
    for (let at = 0; at < stacks.frame.length; at += 1) if (this.stackCount(at) > 0) this.readStack(at);
    for (let frame = 0; frame < frames.file.length; frame += 1)
      if (this.ownCount(frame) > 0 || this.stacksThrough.has(frame)) this.readFrame(frame);
  }

  /** Equations that a line selects. */
  rowsOfLine(file: number, line: number): Int32Array {
    const frames = this.framesOfLine(file, line);
    const own = frames.map(frame => rowsOf(this.own, frame));
    return united(own.some(rows => rows.length > 0) ? own : frames.flatMap(frame => this.passing(frame)));
  }

  /** Number of equations that are shown at a line. */
  countOfLine(file: number, line: number): number {
    const frames = this.lines[file]?.get(line)?.frames ?? [];
    return frames.reduce((sum, frame) => sum + this.ownCount(frame), 0);
  }

  /** What is to be said of a line in words: also a later line of a long expression selects what that owns. */
  wordsOfLine(file: number, line: number): LineWords {
    const frames = [...new Set(this.framesOfLine(file, line))];
    const stacks = new Set(frames.flatMap(frame => this.stacksThrough.get(frame) ?? []));
    let calls = 0;
    // By stacks, as every line is asked for this while the page starts: equations are many more.
    for (const stack of stacks) calls += this.stackCount(stack);
    let own = 0;
    for (const frame of frames) {
      for (const row of rowsOf(this.own, frame)) if (stacks.has(this.stage.equations.stack[row])) calls -= 1;
      own += this.ownCount(frame);
    }
    return { own, calls, continued: frames.length > 0 && this.lines[file]?.get(line)?.frames.length === 0 };
  }

  /** Frames that own nothing and lead only to equations among `rows`: calls that are chosen as a whole. */
  callsWithin(rows: ReadonlySet<number>): number[] {
    const { parent, frame } = this.report.stacks;
    const ofStack = new Map<number, number>();
    for (const row of rows) {
      const stack = this.stage.equations.stack[row];
      ofStack.set(stack, (ofStack.get(stack) ?? 0) + 1);
    }
    const missing = new Map<number, number>();
    for (const [stack, count] of ofStack) {
      const frames = new Set<number>();
      for (let at = stack; at >= 0; at = parent[at]) frames.add(frame[at]);
      for (const one of frames) {
        if (this.ownCount(one) > 0 || !this.hasText(one)) continue;
        missing.set(one, (missing.get(one) ?? this.passingCount(one)) - count);
      }
    }
    return [...missing].flatMap(([one, count]) => (count === 0 ? [one] : []));
  }

  /** Equations that the columns of a frame select. */
  rowsOfFrame(frame: number): Int32Array {
    return this.ownCount(frame) > 0 ? rowsOf(this.own, frame) : united(this.passing(frame));
  }

  /** Equations whose call stack leads through a frame, its own included. */
  rowsThrough(frame: number): Int32Array {
    return united([rowsOf(this.own, frame), ...this.passing(frame)]);
  }

  spansOfLine(file: number, line: number): readonly Span[] {
    return this.lines[file]?.get(line)?.spans ?? [];
  }

  /** The smallest frame around a column, -1 if there is none. */
  innermost(file: number, line: number, column: number): number {
    let best = -1;
    for (const span of this.spansOfLine(file, line)) {
      if (column < span.start || column >= span.end) continue;
      if (best < 0 || this.isSmaller(span.frame, best)) best = span.frame;
    }
    return best;
  }

  /** The frame at which an equation is shown among files with text: its own, else the innermost of its stack. */
  frameOfRow(row: number): number {
    const { source, stack } = this.stage.equations;
    if (this.hasText(source[row])) return source[row];
    return stack[row] >= 0 ? this.innermostOf[stack[row]] : -1;
  }

  /** The lines of a frame, with the columns that belong to it. */
  spansOfFrame(frame: number): { file: number; line: number; start: number; end: number }[] {
    const { file, line, column, end_line, end_column } = this.report.frames;
    const last = Math.max(end_line[frame], line[frame]);
    const spans = [];
    for (let at = line[frame]; at <= last; at += 1) {
      const start = at === line[frame] ? column[frame] : 0;
      const end = at === last && end_column[frame] > 0 ? end_column[frame] : Infinity;
      spans.push({ file: file[frame], line: at, start, end });
    }
    return spans;
  }

  /** The file with the most equations among those with text, -1 if none has any. */
  mainFile(): number {
    const totals = new Map<number, number>();
    this.report.frames.file.forEach((file, frame) => totals.set(file, (totals.get(file) ?? 0) + this.ownCount(frame)));
    let best = -1;
    this.report.files.forEach((file, index) => {
      if (file.excerpts.length === 0) return;
      if (best < 0 || (totals.get(index) ?? 0) > (totals.get(best) ?? 0)) best = index;
    });
    return best;
  }

  /** Frames that begin in a line; in the later lines of a long expression, those that go on there. */
  private framesOfLine(file: number, line: number): readonly number[] {
    const entry = this.lines[file]?.get(line);
    if (entry === undefined) return [];
    return entry.frames.length > 0 ? entry.frames : entry.spans.map(span => span.frame);
  }

  private hasText(frame: number): boolean {
    return frame >= 0 && this.withText[frame] === 1;
  }

  private ownCount(frame: number): number {
    return this.own.offsets[frame + 1] - this.own.offsets[frame];
  }

  private stackCount(stack: number): number {
    return this.ofStack.offsets[stack + 1] - this.ofStack.offsets[stack];
  }

  private readStack(stack: number): void {
    const { parent, frame } = this.report.stacks;
    for (let at = stack; at >= 0; at = parent[at]) {
      const through = this.stacksThrough.get(frame[at]);
      if (through === undefined) this.stacksThrough.set(frame[at], [stack]);
      // A recursive call has one frame several times in its stack.
      else if (through[through.length - 1] !== stack) through.push(stack);
    }
  }

  /** Equations whose call stack leads through a frame and that are shown at another one, stack by stack. */
  private passing(frame: number): Int32Array[] {
    const stacks = this.stacksThrough.get(frame) ?? [];
    return stacks.map(stack => rowsOf(this.ofStack, stack).filter(row => this.frameOfRow(row) !== frame));
  }

  /** How many pass a frame that owns nothing. */
  private passingCount(frame: number): number {
    return (this.stacksThrough.get(frame) ?? []).reduce((sum, stack) => sum + this.stackCount(stack), 0);
  }

  private readFrame(frame: number): void {
    const { file, line } = this.report.frames;
    if (line[frame] <= 0 || !this.hasText(frame)) return;
    const lines = this.lines[file[frame]];
    for (const span of this.spansOfFrame(frame)) {
      let entry = lines.get(span.line);
      if (entry === undefined) lines.set(span.line, (entry = { line: span.line, spans: [], frames: [] }));
      entry.spans.push({ frame, start: span.start, end: span.end });
      if (span.line === line[frame]) entry.frames.push(frame);
    }
  }

  private isSmaller(one: number, other: number): boolean {
    const { line, column, end_line, end_column } = this.report.frames;
    const lines = (frame: number): number => end_line[frame] - line[frame];
    if (lines(one) !== lines(other)) return lines(one) < lines(other);
    return end_column[one] - column[one] < end_column[other] - column[other];
  }
}

/** The rows of several lists, each once, in program order. */
function united(lists: readonly Int32Array[]): Int32Array {
  const filled = lists.filter(list => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? NOTHING;
  const rows = new Int32Array(filled.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of filled) {
    rows.set(list, at);
    at += list.length;
  }
  return rows.sort().filter((row, k) => k === 0 || row !== rows[k - 1]);
}

const indices = new WeakMap<StageTables, SourceIndex>();

/** The index of a stage, made once. */
export function sourceIndexOf(report: ReportTables, stage: StageTables): SourceIndex {
  let index = indices.get(stage);
  if (index === undefined) indices.set(stage, (index = new SourceIndex(report, stage)));
  return index;
}
