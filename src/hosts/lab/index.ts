/** The JupyterLab extension: reports in outputs, the panel, and links to the notebook's cells. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IThemeManager } from '@jupyterlab/apputils';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ITranslator } from '@jupyterlab/translation';
import type { CellLinks } from './cellLinks';
import { MIME_TYPE } from './envelope';
import { labHost } from './labHost';
import { cellLinks, ICellLinks, panel } from './panelPlugin';
import { ReportRenderer } from './reportRenderer';
import { loadViewer } from './viewerModule';

/** Before ipywidgets' -10, so that a report wins over a widget view that nobody can restore. */
const RANK = -20;

const outputs: JupyterFrontEndPlugin<void> = {
  id: 'jupyterlab-jax-viz:outputs',
  description: 'Shows jax_viz reports in notebook outputs.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [IThemeManager, ITranslator, ICellLinks],
  activate: (
    _app: JupyterFrontEnd,
    registry: IRenderMimeRegistry,
    themes: IThemeManager | null,
    translator: ITranslator | null,
    cells: CellLinks | null
  ): void => {
    const host = labHost(themes, translator);
    const link = (node: HTMLElement): ReturnType<CellLinks['client']> | null =>
      cells?.client(() => cells.notebookAround(node), { reveal: false }) ?? null;
    registry.addFactory(
      {
        // The report is data and the viewer never makes HTML of it, so untrusted notebooks may show it.
        safe: true,
        mimeTypes: [MIME_TYPE],
        createRenderer: () => new ReportRenderer({ load: loadViewer, host, link })
      },
      RANK
    );
  }
};

export default [outputs, cellLinks, panel];
