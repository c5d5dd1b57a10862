/**
 * Which equations stand behind which columns of which line. Pure.
 *
 * A frame *owns* the equations that are shown at it, and is *passed* by those whose call stack leads through it.
 * A place selects what it owns; where it owns nothing, what passes it.
 */
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

const NO_ROWS: readonly number[] = [];

export class SourceIndex {
  private readonly own = new Map<number, number[]>();
  /** Equations of each call stack. They are many more than stacks, so what a stack decides is found out once. */
  private readonly ofStack = new Map<number, number[]>();
  /** Call stacks that lead through a frame. */
  private readonly stacksThrough = new Map<number, number[]>();
  /** The innermost frame with text of each call stack, -1 without one. */
  private readonly innermostOf = new Map<number, number>();
  /** Lines with spans by file. */
  private readonly lines: Map<number, LineSpans>[];

  constructor(
    private readonly report: ReportTables,
    private readonly stage: StageTables
  ) {
    this.lines = report.files.map(() => new Map<number, LineSpans>());
    this.readEquations();
    for (const frame of new Set([...this.own.keys(), ...this.stacksThrough.keys()])) this.readFrame(frame);
  }

  /** Equations that a line selects. */
  rowsOfLine(file: number, line: number): number[] {
    const frames = this.framesOfLine(file, line);
    const own = frames.flatMap(frame => this.own.get(frame) ?? []);
    return unique(own.length > 0 ? own : frames.flatMap(frame => this.passing(frame)));
  }

  /** Number of equations that are shown at a line. */
  countOfLine(file: number, line: number): number {
    const frames = this.lines[file]?.get(line)?.frames ?? [];
    return frames.reduce((sum, frame) => sum + (this.own.get(frame)?.length ?? 0), 0);
  }

  /** What is to be said of a line in words: also a later line of a long expression selects what that owns. */
  wordsOfLine(file: number, line: number): LineWords {
    const frames = this.framesOfLine(file, line);
    const stacks = new Set(frames.flatMap(frame => this.stacksThrough.get(frame) ?? []));
    // By stacks, as every line is asked for this while the page starts: equations are many more.
    const { stack } = this.stage.equations;
    const passing = [...stacks].reduce((sum, one) => sum + (this.ofStack.get(one)?.length ?? 0), 0);
    const own = [...new Set(frames.flatMap(frame => this.own.get(frame) ?? []))];
    return {
      own: own.length,
      calls: passing - own.filter(row => stacks.has(stack[row])).length,
      continued: frames.length > 0 && this.lines[file]?.get(line)?.frames.length === 0
    };
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
        if (this.own.has(one) || !this.hasText(one)) continue;
        missing.set(one, (missing.get(one) ?? this.passingCount(one)) - count);
      }
    }
    return [...missing].flatMap(([one, count]) => (count === 0 ? [one] : []));
  }

  /** Equations that the columns of a frame select. */
  rowsOfFrame(frame: number): readonly number[] {
    return this.own.get(frame) ?? this.passing(frame);
  }

  /** Equations whose call stack leads through a frame, its own included. */
  rowsThrough(frame: number): number[] {
    return unique([...(this.own.get(frame) ?? []), ...this.passing(frame)]);
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
    return this.hasText(source[row]) ? source[row] : (this.innermostOf.get(stack[row]) ?? -1);
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
    for (const [frame, rows] of this.own) {
      const file = this.report.frames.file[frame];
      totals.set(file, (totals.get(file) ?? 0) + rows.length);
    }
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
    if (entry === undefined) return NO_ROWS;
    return entry.frames.length > 0 ? entry.frames : entry.spans.map(span => span.frame);
  }

  private hasText(frame: number): boolean {
    return frame >= 0 && this.report.files[this.report.frames.file[frame]].excerpts.length > 0;
  }

  private readEquations(): void {
    const { source, stack } = this.stage.equations;
    for (let row = 0; row < this.stage.count; row += 1) {
      if (!this.ofStack.has(stack[row])) this.readStack(stack[row]);
      push(this.ofStack, stack[row], row);
      const shownAt = this.frameOfRow(row);
      if (shownAt >= 0) push(this.own, shownAt, row);
      else if (source[row] >= 0) push(this.own, source[row], row);
    }
  }

  private readStack(stack: number): void {
    const { parent, frame } = this.report.stacks;
    for (let at = stack; at >= 0; at = parent[at]) {
      push(this.stacksThrough, frame[at], stack);
      if (!this.innermostOf.has(stack) && this.hasText(frame[at])) this.innermostOf.set(stack, frame[at]);
    }
  }

  /** Equations whose call stack leads through a frame and that are shown at another one, in program order. */
  private passing(frame: number): number[] {
    const stacks = this.stacksThrough.get(frame) ?? [];
    return unique(
      stacks.flatMap(stack => (this.ofStack.get(stack) ?? []).filter(row => this.frameOfRow(row) !== frame))
    );
  }

  /** How many pass a frame that owns nothing. */
  private passingCount(frame: number): number {
    const stacks = new Set(this.stacksThrough.get(frame) ?? []);
    return [...stacks].reduce((sum, stack) => sum + (this.ofStack.get(stack)?.length ?? 0), 0);
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

function push(map: Map<number, number[]>, key: number, item: number): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  // A recursive call has one frame several times in its stack.
  else if (items[items.length - 1] !== item) items.push(item);
}

function unique(rows: number[]): number[] {
  return [...new Set(rows)].sort((a, b) => a - b);
}

const indices = new WeakMap<StageTables, SourceIndex>();

/** The index of a stage, made once. */
export function sourceIndexOf(report: ReportTables, stage: StageTables): SourceIndex {
  let index = indices.get(stage);
  if (index === undefined) indices.set(stage, (index = new SourceIndex(report, stage)));
  return index;
}
