/** The plugin that adds the panel and the links to cells. What it adds at start is small; the viewer comes later. */
import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette, IThemeManager } from '@jupyterlab/apputils';
import { EditorExtensionRegistry, IEditorExtensionRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator } from '@jupyterlab/translation';
import { Token } from '@lumino/coreutils';
import { CellLinks } from './cellLinks';
import { CellMarks } from './cellMarks';
import type { KernelLink } from './kernelLink';
import { KernelLinks } from './kernelLinks';
import { labHost } from './labHost';
import { Panel } from './panel';
import { PanelModel } from './panelModel';
import { panelTexts } from './texts';
import { loadViewer } from './viewerModule';

export const ICellLinks = new Token<CellLinks>(
  'jupyterlab-jax-viz:ICellLinks',
  'Links viewers of jax_viz to the cells of notebooks.'
);

export const OPEN_COMMAND = 'jax-viz:open';

export const cellLinks: JupyterFrontEndPlugin<CellLinks> = {
  id: 'jupyterlab-jax-viz:cells',
  description: 'Marks in cell editors what a jax_viz viewer shows, and follows the text cursor.',
  autoStart: true,
  provides: ICellLinks,
  requires: [INotebookTracker, IEditorExtensionRegistry],
  activate: (_app, tracker: INotebookTracker, editors: IEditorExtensionRegistry): CellLinks => {
    const marks = new CellMarks();
    editors.addExtension({
      name: 'jax-viz:marks',
      factory: ({ model }) => EditorExtensionRegistry.createImmutableExtension(marks.extension(model))
    });
    return new CellLinks(tracker, marks);
  }
};

export const panel: JupyterFrontEndPlugin<void> = {
  id: 'jupyterlab-jax-viz:panel',
  description: 'A side bar panel that shows the jax_viz reports of the current notebook.',
  autoStart: true,
  requires: [INotebookTracker, ICellLinks],
  optional: [ILayoutRestorer, ICommandPalette, IThemeManager, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    cells: CellLinks,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    themes: IThemeManager | null,
    translator: ITranslator | null
  ): void => {
    const host = labHost(themes, translator);
    const texts = panelTexts(host.language ?? 'en');
    const model = new PanelModel();
    const client = cells.client(() => tracker.currentWidget, { reveal: true });
    const widget = new Panel({ model, texts, host, load: loadViewer, cells: client });
    cells.textChanged.connect(widget.checkCells);
    app.shell.add(widget, 'right', { rank: 900, type: 'jax_viz' });
    restorer?.add(widget, widget.id);
    followNotebooks(app, tracker, model, widget.checkCells);
    app.commands.addCommand(OPEN_COMMAND, {
      label: texts.open,
      execute: () => app.shell.activateById(widget.id)
    });
    palette?.addItem({ command: OPEN_COMMAND, category: texts.panel });
  }
};

/** Keeps the model at the notebook in front and at whichever link speaks to its kernel. */
function followNotebooks(
  app: JupyterFrontEnd,
  tracker: INotebookTracker,
  model: PanelModel,
  cellsChanged: () => void
): void {
  const links = new KernelLinks(app.shell);
  let current: NotebookPanel | null = null;
  const ended = new WeakSet<KernelLink>();
  const follow = (): void => {
    const link = current === null ? null : links.linkFor(current);
    if (link !== null && !ended.has(link)) {
      ended.add(link);
      // Of two notebooks on one kernel the one that spoke for both was closed.
      link.disposed.connect(() => {
        if (model.link === link) follow();
      });
    }
    model.follow(current, link);
  };
  const turn = (): void => {
    if (current !== null && !current.isDisposed) {
      current.sessionContext.kernelChanged.disconnect(follow);
      current.content.modelContentChanged.disconnect(cellsChanged);
    }
    current = tracker.currentWidget;
    current?.sessionContext.kernelChanged.connect(follow);
    current?.content.modelContentChanged.connect(cellsChanged);
    follow();
  };
  tracker.currentChanged.connect(turn);
  void app.restored.then(turn);
}
