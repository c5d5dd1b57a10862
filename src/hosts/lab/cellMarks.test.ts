// @vitest-environment happy-dom
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CodeEditor } from '@jupyterlab/codeeditor';
import { afterEach, describe, expect, it } from 'vitest';
import { CellMarks, joined, type CellMark } from './cellMarks';

const model = {} as CodeEditor.IModel;
const views: EditorView[] = [];

function editor(marks: CellMarks, doc: string): EditorView {
  const view = new EditorView({ state: EditorState.create({ doc, extensions: marks.extension(model) }) });
  document.body.append(view.dom);
  views.push(view);
  return view;
}

const strong = (line: number, start: number, end: number): CellMark => ({ line, start, end, strong: true });
const texts = (view: EditorView, name: string): string[] =>
  [...view.dom.querySelectorAll(`.${name}`)].map(element => element.textContent);

afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

describe('CellMarks', () => {
  it('marks a piece once, though calls stand in one another', () => {
    const marks = new CellMarks();
    const view = editor(marks, 'x = 1\ny = sin(cos(x)) + x');
    marks.set(new Map([[model, [strong(2, 8, 14), strong(2, 4, 15), strong(2, 18, 19)]]]));
    expect(texts(view, 'jaxviz-cell-line')).toEqual(['y = sin(cos(x)) + x']);
    expect(texts(view, 'jaxviz-cell-columns')).toEqual(['sin(cos(x))', 'x']);
  });

  it('leaves out what is beyond the text', () => {
    const marks = new CellMarks();
    const view = editor(marks, 'ab');
    marks.set(new Map([[model, [strong(0, 0, 1), strong(1, 1, Infinity), strong(2, 0, 1), strong(1, 9, 12)]]]));
    expect(texts(view, 'jaxviz-cell-columns')).toEqual(['b']);
  });

  it('forgets the marks of an edited cell, and says so', async () => {
    const marks = new CellMarks();
    const view = editor(marks, 'abc');
    const edited: unknown[] = [];
    marks.edited.connect((_, of) => void edited.push(of));
    marks.set(new Map([[model, [strong(1, 0, 2)]]]));
    view.dispatch({ changes: { from: 0, insert: 'z' } });
    await Promise.resolve();
    expect(texts(view, 'jaxviz-cell-columns')).toEqual([]);
    expect(edited).toEqual([model]);
  });
});

describe('joined', () => {
  it('joins what overlaps or touches, and nothing else', () => {
    const columns = [
      { start: 5, end: 9 },
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 6, end: 7 }
    ];
    expect(joined(columns)).toEqual([
      { start: 0, end: 3 },
      { start: 5, end: 9 }
    ]);
  });
});
