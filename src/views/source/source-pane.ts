/** The user's code: lines with counts, linked to equations by line and by column. */
import { html, listen } from '../../dom/elements';
import { scrollWithin } from '../../dom/scrolling';
import { BRISK, breathe, GENTLE, inSlices, nextFrame } from '../../dom/slices';
import type { SourceMark } from '../../report/host';
import { visible } from '../../report/visible';
import { isSmall, shownStage, type ViewContext } from '../context';
import { EquationReader } from '../equation';
import { choice, NOTHING, toggled, type Choice } from '../state';
import { scrollToLinked } from './first-look';
import { lineRow, type LineRow, type MarkKind } from './line-row';
import { sourceIndexOf, type SourceIndex } from './source-index';
import type { OpenString } from './python-tokens';
import { tokenize } from './python-tokens';

/** Rows of lines by line number, of one file. */
type Lines = Map<number, LineRow>;

/** Lines of context around a line that is scrolled to. */
const LINES_AROUND = 3;
/** So many lines are laid out and painted in two frames. */
const FEW_LINES = 250;
/** Marks that a host's editors get. */
const MOST_HOST_MARKS = 200;
/** So many lines can be laid out in one frame beside the first picture. */
const LINES_A_FRAME = 72;

export class SourcePane {
  readonly element: HTMLElement;
  private readonly list: HTMLElement;
  private readonly tabs: HTMLElement;
  private reader: EquationReader;
  private file = -1;
  private lines: Lines = new Map();
  private current: LineRow | null = null;
  private marked: LineRow[] = [];
  private building: AbortController | null = null;

  constructor(private readonly context: ViewContext) {
    const { texts, signal } = context;
    this.list = html('div', {
      class: 'source-lines',
      role: 'listbox',
      'aria-label': texts.source,
      'aria-multiselectable': 'true'
    });
    this.tabs = html('div', { class: 'file-tabs', role: 'tablist', 'aria-label': texts.files });
    this.element = html('section', { class: 'pane source', 'aria-label': texts.source }, this.tabs, this.list);
    this.reader = new EquationReader(context.report, shownStage(context));
    this.connect();
    signal.addEventListener('abort', () => this.building?.abort(), { once: true });
  }

  /** Shows the stage's code, from now on. Settles when its lines are there. */
  async start(): Promise<void> {
    const { state, signal } = this.context;
    // Of thousands of equations the index is work enough for one turn.
    if (this.index.mainFile() >= 0 && !isSmall(this.context)) await breathe();
    if (signal.aborted) return;
    state.place.watch(() => void this.reopen(), signal);
    state.selection.watch(chosen => this.showSelection(chosen), signal);
    state.hover.watch(() => {
      this.mark();
      this.tellHost(false);
    }, signal);
    signal.addEventListener('abort', () => this.context.host.mark([], false), { once: true });
    await this.reopen();
  }

  /** Reads the stage that is shown now. */
  private async reopen(): Promise<void> {
    this.reader = new EquationReader(this.context.report, shownStage(this.context));
    this.file = -1;
    this.fillTabs();
    const main = this.index.mainFile();
    if (main < 0) {
      this.list.replaceChildren(html('p', { class: 'note' }, this.context.texts.noSource));
      return;
    }
    await this.open(main);
  }

  private get index(): SourceIndex {
    return sourceIndexOf(this.context.report, shownStage(this.context));
  }

  private fillTabs(): void {
    const files = this.context.report.files.flatMap((file, index) =>
      file.excerpts.length > 0 ? [{ file, index }] : []
    );
    this.tabs.hidden = files.length === 0;
    this.tabs.replaceChildren(
      ...files.map(({ file, index }) =>
        html(
          'button',
          { type: 'button', role: 'tab', 'data-file': index, title: file.name, tabindex: -1 },
          shortName(file.name)
        )
      )
    );
  }

  private async open(file: number): Promise<void> {
    if (file === this.file && this.lines.size > 0) return;
    this.file = file;
    this.building?.abort();
    const building = new AbortController();
    this.building = building;
    for (const tab of this.tabs.children) {
      const chosen = tab.getAttribute('data-file') === String(file);
      tab.setAttribute('aria-selected', String(chosen));
      (tab as HTMLElement).tabIndex = chosen ? 0 : -1;
    }
    this.lines = new Map();
    this.marked = [];
    this.current = null;
    this.list.replaceChildren();
    await this.fill(file, building.signal);
  }

  private async fill(file: number, signal: AbortSignal): Promise<void> {
    const { texts } = this.context;
    const excerpts = this.context.report.files[file].excerpts;
    const all = excerpts.flatMap((excerpt, k) =>
      excerpt.lines.map((text, i) => ({ k, line: excerpt.first_line + i, text }))
    );
    const counts = all.map(({ line }) => this.index.countOfLine(file, line));
    const most = Math.max(1, ...counts.slice(0, 50_000));
    const pace = all.length <= FEW_LINES ? BRISK : GENTLE;
    let open: OpenString = null;
    let excerpt = 0;
    const add = (i: number): void => {
      const { k, line, text } = all[i];
      if (k !== excerpt) {
        this.list.append(html('div', { class: 'gap', 'aria-hidden': 'true' }, '⋯'));
        excerpt = k;
        open = null;
      }
      const result = tokenize(text, open);
      open = result.open;
      const row = lineRow({
        line,
        text,
        tokens: result.tokens,
        spans: this.index.spansOfLine(file, line),
        count: counts[i],
        most,
        label: texts.lineLabel(line, visible(text.trim()), this.index.wordsOfLine(file, line)),
        title: texts.equations(counts[i])
      });
      this.lines.set(line, row);
      this.list.append(row.element);
      if (this.current === null && row.linked) this.setCurrent(row);
    };
    const first = Math.min(all.length, LINES_A_FRAME);
    await inSlices(first, add, signal, pace);
    if (first < all.length) {
      await nextFrame();
      await inSlices(all.length - first, i => add(first + i), signal, pace);
    }
    if (signal.aborted) return;
    this.mark();
    // Asking where lines are lays the page out, unless a frame has done so already.
    await pace.rest();
    if (signal.aborted) return;
    const { value } = this.context.state.selection;
    // The user may look at another file than the selection's: it stays open.
    if (this.placeOf(value)?.file === file) this.scrollTo(value);
    else
      scrollToLinked(
        this.list,
        [...this.lines.values()].filter(row => row.linked).map(row => row.element)
      );
  }

  /** Marks a choice; scrolls to it unless it was made here. */
  private showSelection(chosen: Choice): void {
    if (chosen.rows.size > 0 && chosen.origin !== 'source') this.scrollTo(chosen);
    this.mark();
    // Who moved the text cursor there sees it already.
    this.tellHost(chosen.rows.size > 0 && chosen.origin !== 'editor');
  }

  /** Where the first of the chosen equations comes from. */
  private placeOf(chosen: Choice): { file: number; line: number } | null {
    if (chosen.rows.size === 0) return null;
    const row = chosen.lead >= 0 ? chosen.lead : [...chosen.rows][0];
    const frame = this.index.frameOfRow(row);
    return frame < 0 ? null : this.index.spansOfFrame(frame)[0];
  }

  private scrollTo(chosen: Choice): void {
    const place = this.placeOf(chosen);
    if (place === null) return;
    void this.open(place.file);
    // A file that is still being filled comes back here when it is done.
    const line = this.lines.get(place.line);
    if (line === undefined) return;
    this.setCurrent(line);
    scrollWithin(this.list, line.element, LINES_AROUND * line.element.offsetHeight);
  }

  private mark(): void {
    const { selection, hover, found } = this.context.state;
    for (const row of this.marked) row.clear();
    this.marked = [];
    this.markRows(hover.value.rows, 'preview');
    this.markRows(selection.value.rows, 'chosen');
    if (found.value !== null && selection.value.rows.size === 0) this.markRows(found.value.set, 'preview');
  }

  private markRows(rows: ReadonlySet<number>, kind: 'preview' | 'chosen'): void {
    const frames = new Set<number>();
    for (const row of rows) {
      const frame = this.index.frameOfRow(row);
      if (frame >= 0) frames.add(frame);
    }
    this.markFrames(frames, kind);
    // A line of calls has no equations of its own; what was chosen there is seen there too.
    this.markFrames(this.index.callsWithin(rows), kind === 'chosen' ? 'calls' : kind);
  }

  private markFrames(frames: Iterable<number>, kind: MarkKind): void {
    for (const frame of frames) {
      for (const span of this.index.spansOfFrame(frame)) {
        const row = span.file === this.file ? this.lines.get(span.line) : undefined;
        if (row === undefined) continue;
        row.mark(kind, span.start, span.end);
        this.marked.push(row);
      }
    }
  }

  private tellHost(reveal: boolean): void {
    const { selection, hover } = this.context.state;
    const strong = this.framesOf(selection.value.rows);
    const soft = [...this.framesOf(hover.value.rows), ...this.index.callsWithin(selection.value.rows)];
    const marks = [
      ...[...strong].map(frame => this.hostMark(frame, true)),
      ...soft.filter(frame => !strong.has(frame)).map(frame => this.hostMark(frame, false))
    ];
    this.context.host.mark(marks.slice(0, MOST_HOST_MARKS), reveal);
  }

  private framesOf(rows: ReadonlySet<number>): Set<number> {
    return new Set([...rows].map(row => this.index.frameOfRow(row)).filter(frame => frame >= 0));
  }

  private hostMark(frame: number, strong: boolean): SourceMark {
    const { file, line, column, endLine, endColumn } = this.reader.frame(frame);
    return { row: this.context.report.frames.file[frame], file, line, column, endLine, endColumn, strong };
  }

  private setCurrent(row: LineRow): void {
    if (this.current !== null) this.current.element.tabIndex = -1;
    row.element.tabIndex = 0;
    this.current = row;
  }

  private rowsAt(row: LineRow, column: number | null): Int32Array {
    const frame = column === null ? -1 : this.index.innermost(this.file, row.line, column);
    return frame >= 0 ? this.index.rowsOfFrame(frame) : this.index.rowsOfLine(this.file, row.line);
  }

  private place(event: Event): { row: LineRow; column: number | null } | null {
    if (!(event.target instanceof Element)) return null;
    const line = event.target.closest('[data-line]');
    const row = line === null ? undefined : this.lines.get(Number(line.getAttribute('data-line')));
    if (row === undefined) return null;
    const column = event.target.closest('[data-column]');
    return { row, column: column === null ? null : Number(column.getAttribute('data-column')) };
  }

  private connect(): void {
    const { state, signal } = this.context;
    listen(
      this.tabs,
      'click',
      event => {
        const tab = event.target instanceof Element ? event.target.closest('[data-file]') : null;
        if (tab !== null) void this.open(Number(tab.getAttribute('data-file')));
      },
      signal
    );
    listen(
      this.tabs,
      'keydown',
      event => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        const tabs = [...this.tabs.children] as HTMLElement[];
        const at = tabs.findIndex(tab => tab.tabIndex === 0);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        void this.open(Number(next.getAttribute('data-file')));
        next.focus();
        event.preventDefault();
      },
      signal
    );
    listen(
      this.list,
      'pointerover',
      event => {
        const at = this.place(event);
        state.hover.set(at === null ? NOTHING : choice(this.rowsAt(at.row, at.column), 'source'));
      },
      signal
    );
    listen(this.list, 'pointerleave', () => state.hover.set(NOTHING), signal);
    listen(
      this.list,
      'click',
      event => {
        const at = this.place(event);
        // A drag that marks text to copy is not a choice.
        if (at === null || (window.getSelection()?.toString() ?? '') !== '') return;
        this.setCurrent(at.row);
        this.choose(at.row, at.column, event.shiftKey);
      },
      signal
    );
    listen(this.list, 'keydown', event => this.onKey(event), signal);
  }

  private choose(row: LineRow, column: number | null, add: boolean): void {
    const { selection } = this.context.state;
    const chosen = choice(this.rowsAt(row, column), 'source');
    if (chosen.rows.size === 0 && !add) selection.set(NOTHING);
    else selection.set(add ? toggled(selection.value, chosen) : chosen);
  }

  private onKey(event: KeyboardEvent): void {
    const row = this.current;
    if (row === null) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const sibling =
          event.key === 'ArrowDown'
            ? nextLine(row.element, 'nextElementSibling')
            : nextLine(row.element, 'previousElementSibling');
        const next = sibling === null ? undefined : this.lines.get(Number(sibling.getAttribute('data-line')));
        if (next !== undefined) {
          this.setCurrent(next);
          next.cursor(null);
          next.element.focus();
          this.preview(next);
        }
        break;
      }
      case 'ArrowRight':
      case 'ArrowLeft':
        row.step(event.key === 'ArrowRight' ? 1 : -1);
        this.preview(row);
        break;
      case 'Enter':
      case ' ':
        this.choose(row, row.column, event.shiftKey);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private preview(row: LineRow): void {
    this.context.state.hover.set(choice(this.rowsAt(row, row.column), 'source'));
  }
}

function nextLine(element: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let at = element[step];
  while (at !== null && !at.hasAttribute('data-line')) at = at[step];
  return at;
}

/** The last two parts of a path: enough to tell files apart in a tab. */
function shortName(name: string): string {
  return name.split('/').slice(-2).join('/');
}
