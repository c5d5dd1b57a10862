/** Marks in the notebook's own editors: a soft one for the line, a strong one for the columns. */
import { RangeSet, StateEffect, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import type { CodeEditor } from '@jupyterlab/codeeditor';
import { Signal, type ISignal } from '@lumino/signaling';

/** From 0, in the editor's units. */
export interface Columns {
  readonly start: number;
  readonly end: number;
}

/** Columns of one line of a cell; lines from 1. */
export interface CellMark extends Columns {
  readonly line: number;
  /** Chosen, not only pointed at. */
  readonly strong: boolean;
}

/** Where the text cursor is. */
export interface Cursor {
  readonly model: CodeEditor.IModel;
  readonly line: number;
  readonly column: number;
}

const LINE = Decoration.line({ class: 'jaxviz-cell-line' });
const STRONG = Decoration.mark({ class: 'jaxviz-cell-columns' });

const redraw = StateEffect.define<null>();

/** Colours of JupyterLab; the strong mark has an underline too, as colour alone says nothing to some. */
const theme = EditorView.baseTheme({
  '.jaxviz-cell-line': {
    backgroundColor: 'color-mix(in srgb, var(--jp-brand-color1, #0072b2) 10%, transparent)'
  },
  '.jaxviz-cell-columns': {
    // Little ground, as coloured code has to be read on it.
    backgroundColor: 'color-mix(in srgb, var(--jp-warn-color1, #e8b800) 14%, transparent)',
    boxShadow: 'inset 0 -2px 0 var(--jp-warn-color1, #e8b800)',
    borderRadius: '2px'
  }
});

/** The marks of all cells. Editors come and go with scrolling; they read here what is theirs. */
export class CellMarks {
  /** The text cursor was moved by the user. */
  get cursorMoved(): ISignal<this, Cursor> {
    return this._cursorMoved;
  }

  /** A cell with marks was edited; its marks are gone. */
  get edited(): ISignal<this, CodeEditor.IModel> {
    return this._edited;
  }

  /** Puts these marks, and takes all others away. */
  set(marks: ReadonlyMap<CodeEditor.IModel, readonly CellMark[]>): void {
    const touched = new Set([...this._marks.keys(), ...marks.keys()]);
    this._marks = new Map(marks);
    for (const model of touched) this._changed.emit(model);
  }

  of(model: CodeEditor.IModel): readonly CellMark[] {
    return this._marks.get(model) ?? [];
  }

  /** What an editor of `model` needs. */
  extension(model: CodeEditor.IModel): Extension {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the plugin below has a `this` of its own
    const marks = this;
    class Plugin {
      decorations: DecorationSet;

      constructor(private readonly _view: EditorView) {
        this.decorations = decorate(_view, marks.of(model));
        marks._changed.connect(this._redraw, this);
      }

      update(update: ViewUpdate): void {
        if (update.docChanged && marks.of(model).length > 0) {
          marks._marks.delete(model);
          afterUpdate(() => marks._edited.emit(model));
        }
        const told = update.transactions.some(one => one.effects.some(effect => effect.is(redraw)));
        if (told || update.docChanged) this.decorations = decorate(update.view, marks.of(model));
        if (update.selectionSet && !update.docChanged && update.view.hasFocus) {
          const { head } = update.state.selection.main;
          const line = update.state.doc.lineAt(head);
          const cursor = { model, line: line.number, column: head - line.from };
          afterUpdate(() => marks._cursorMoved.emit(cursor));
        }
      }

      destroy(): void {
        marks._changed.disconnect(this._redraw, this);
      }

      private _redraw(_: unknown, of: CodeEditor.IModel): void {
        if (of === model) this._view.dispatch({ effects: redraw.of(null) });
      }
    }
    return [theme, ViewPlugin.fromClass(Plugin, { decorations: plugin => plugin.decorations })];
  }

  private _marks = new Map<CodeEditor.IModel, readonly CellMark[]>();
  private readonly _changed = new Signal<this, CodeEditor.IModel>(this);
  private readonly _cursorMoved = new Signal<this, Cursor>(this);
  private readonly _edited = new Signal<this, CodeEditor.IModel>(this);
}

/** Who hears of an update may mark the same editor again, which takes no change while it updates. */
function afterUpdate(tell: () => void): void {
  queueMicrotask(tell);
}

function decorate(view: EditorView, marks: readonly CellMark[]): DecorationSet {
  const { doc } = view.state;
  const ranges: Range<Decoration>[] = [];
  const lines = new Set<number>();
  for (const { line } of marks) {
    if (line < 1 || line > doc.lines || lines.has(line)) continue;
    lines.add(line);
    const { from, to } = doc.line(line);
    ranges.push(LINE.range(from));
    const strong = marks.filter(mark => mark.line === line && mark.strong);
    for (const { start, end } of joined(strong)) {
      const first = Math.min(from + start, to);
      const last = Math.min(from + end, to);
      if (first < last) ranges.push(STRONG.range(first, last));
    }
  }
  return RangeSet.of(ranges, true);
}

/** The same columns without overlaps: calls stand inside calls, and grounds over one another would hide the code. */
export function joined(columns: readonly Columns[]): Columns[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of [...columns].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}
