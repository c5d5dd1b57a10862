/** Between viewers and the cells of notebooks: which cell a report's file is, marks to it, the text cursor from it. */
import type { ICodeCellModel, ICellModel } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';
import type { SourceMark } from '../../report/host';
import type { File } from '../../report/schema';
import type { CellMark, CellMarks, Cursor } from './cellMarks';
import { align, toCharacters, toEditorColumn, type Alignment } from './cellText';
import type { MountedViewer } from './viewerModule';

/** A cell that a file of a report is, and whether it still holds that text. */
interface Found {
  readonly notebook: NotebookPanel;
  readonly model: ICellModel;
  readonly index: number;
  readonly alignment: Alignment | null;
}

/** One viewer's link to the cells of the notebook that it belongs to. */
export interface CellClient extends IDisposable {
  /** The viewer, once it is mounted. */
  viewer: MountedViewer | null;
  /** What `Host.mark` does for this viewer. */
  mark(marks: readonly SourceMark[], reveal: boolean): void;
  /** Cells whose text is another one now, by the name that the report has for them. */
  readonly edited: readonly string[];
}

export class CellLinks {
  constructor(
    private readonly _tracker: INotebookTracker,
    private readonly _marks: CellMarks
  ) {
    _marks.cursorMoved.connect((_, cursor) => this._onCursor(cursor));
    _marks.edited.connect(() => this._textChanged.emit());
  }

  /** A cell that is marked was edited. */
  get textChanged(): ISignal<this, void> {
    return this._textChanged;
  }

  /** The notebook that an output stands in. */
  notebookAround(node: HTMLElement): NotebookPanel | null {
    return this._tracker.find(panel => panel.node.contains(node)) ?? null;
  }

  /**
   * Links a viewer.
   *
   * `notebook` tells whose cells it is about. `reveal`: a choice in the viewer scrolls the cell into sight, which a
   * viewer in an output must not do: it would move away under the user's hand.
   */
  client(notebook: () => NotebookPanel | null, options: { readonly reveal: boolean }): CellClient {
    const client = new Client(this, notebook, options.reveal);
    this._clients.add(client);
    return client;
  }

  forget(client: Client): void {
    this._clients.delete(client);
    this.show(client, []);
  }

  /** Marks what a viewer shows. Viewers take turns: the one that spoke last has the marks. */
  show(client: Client, marks: readonly SourceMark[], reveal = false): void {
    if (marks.length === 0 && this._speaker !== client) return;
    this._speaker = client;
    const found = new Map<number, Found | null>();
    const byModel = new Map<ICellModel, CellMark[]>();
    let first: Found | null = null;
    let firstLine = 0;
    for (const mark of marks) {
      if (!found.has(mark.row)) found.set(mark.row, this.find(client.notebook(), client.file(mark.row)));
      const cell = found.get(mark.row);
      if (!cell?.alignment) continue;
      const lines = linesOf(cell.model, mark, cell.alignment);
      if (first === null && mark.strong && lines.length > 0) [first, firstLine] = [cell, lines[0].line];
      byModel.set(cell.model, [...(byModel.get(cell.model) ?? []), ...lines]);
    }
    this._marks.set(byModel);
    if (reveal && first !== null) void scrollTo(first, firstLine);
  }

  /** The cell that a file is: by its id, else by its execution count; in this notebook, else in another one. */
  find(notebook: NotebookPanel | null, file: File | null): Found | null {
    if (notebook === null || file === null || file.kind !== 'cell') return null;
    const kernel = notebook.sessionContext.session?.kernel?.id;
    const others: NotebookPanel[] = [];
    this._tracker.forEach(panel => {
      // Notebooks that share a kernel share its functions.
      if (panel !== notebook && kernel !== undefined && panel.sessionContext.session?.kernel?.id === kernel) {
        others.push(panel);
      }
    });
    for (const panel of [notebook, ...others]) {
      const found = findIn(panel, file);
      if (found !== null) return found;
    }
    return null;
  }

  private _onCursor({ model, line, column }: Cursor): void {
    for (const client of this._clients) client.follow(model, line, column);
  }

  private _speaker: Client | null = null;
  private readonly _clients = new Set<Client>();
  private readonly _textChanged = new Signal<this, void>(this);
}

class Client implements CellClient {
  viewer: MountedViewer | null = null;

  constructor(
    private readonly _links: CellLinks,
    readonly notebook: () => NotebookPanel | null,
    private readonly _reveal: boolean
  ) {}

  file(row: number): File | null {
    return this.viewer?.files[row] ?? null;
  }

  mark(marks: readonly SourceMark[], reveal: boolean): void {
    this._links.show(this, marks, reveal && this._reveal);
  }

  get edited(): readonly string[] {
    const files = this.viewer?.files ?? [];
    return files.flatMap(file => {
      const found = this._links.find(this.notebook(), file);
      return found !== null && found.alignment === null ? [file.name] : [];
    });
  }

  /** Chooses what stands at the text cursor, where the viewer's report has this cell. */
  follow(model: unknown, line: number, column: number): void {
    const files = this.viewer?.files ?? [];
    for (const [row, file] of files.entries()) {
      const found = this._links.find(this.notebook(), file);
      if (found === null || found.model !== model || found.alignment === null) continue;
      const { lines, columns } = found.alignment;
      const text = lineText(found.model, line);
      this.viewer?.choosePlace(row, line - lines, Math.max(0, toCharacters(text, column) - columns));
      return;
    }
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) return;
    this._isDisposed = true;
    this._links.forget(this);
    this.viewer = null;
  }

  private _isDisposed = false;
}

function findIn(notebook: NotebookPanel, file: File): Found | null {
  const cells = notebook.model?.cells;
  if (cells === undefined || cells === null) return null;
  for (let index = 0; index < cells.length; index += 1) {
    const model = cells.get(index);
    if (!isOf(model, file)) continue;
    const lines = file.excerpts.flatMap(excerpt => excerpt.lines);
    return { notebook, model, index, alignment: align(model.sharedModel.getSource(), lines) };
  }
  return null;
}

function isOf(model: ICellModel, file: File): boolean {
  if (model.type !== 'code') return false;
  if (file.cell_id !== null) return model.id === file.cell_id;
  return file.execution_count !== null && (model as ICodeCellModel).executionCount === file.execution_count;
}

function lineText(model: ICellModel, line: number): string {
  return model.sharedModel.getSource().split('\n')[line - 1] ?? '';
}

/** A mark, line by line, where it stands in the cell. */
function linesOf(model: ICellModel, mark: SourceMark, { lines, columns }: Alignment): CellMark[] {
  const marks: CellMark[] = [];
  const last = Math.max(mark.line, mark.endLine);
  for (let line = mark.line; line <= last; line += 1) {
    const text = lineText(model, line + lines);
    const indent = text.length - text.trimStart().length;
    const start = line === mark.line ? mark.column + columns : indent;
    const end = line === last && mark.endColumn > 0 ? mark.endColumn + columns : Infinity;
    marks.push({
      line: line + lines,
      start: toEditorColumn(text, start),
      end: toEditorColumn(text, end),
      strong: mark.strong
    });
  }
  return marks;
}

/** Brings a line into sight; neither the active cell nor the text cursor moves. */
async function scrollTo({ notebook, index }: Found, line: number): Promise<void> {
  const cell = notebook.content.widgets[index];
  if (!notebook.isVisible || cell === undefined) return;
  await notebook.content.scrollToItem(index, 'smart');
  await cell.ready;
  cell.editor?.revealPosition({ line: line - 1, column: 0 });
}
