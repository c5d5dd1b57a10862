/** The JupyterLab extension: one plugin that renders reports in outputs. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IThemeManager } from '@jupyterlab/apputils';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ITranslator } from '@jupyterlab/translation';
import { MIME_TYPE } from './envelope';
import { labHost } from './labHost';
import { ReportRenderer } from './reportRenderer';
import { loadViewer } from './viewerModule';

/** Before ipywidgets' -10, so that a report wins over a widget view that nobody can restore. */
const RANK = -20;

const outputs: JupyterFrontEndPlugin<void> = {
  id: 'jupyterlab-jax-viz:outputs',
  description: 'Shows jax_viz reports in notebook outputs.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [IThemeManager, ITranslator],
  activate: (
    _app: JupyterFrontEnd,
    registry: IRenderMimeRegistry,
    themes: IThemeManager | null,
    translator: ITranslator | null
  ): void => {
    const host = labHost(themes, translator);
    registry.addFactory(
      {
        // The report is data and the viewer never makes HTML of it, so untrusted notebooks may show it.
        safe: true,
        mimeTypes: [MIME_TYPE],
        createRenderer: () => new ReportRenderer({ load: loadViewer, host })
      },
      RANK
    );
  }
};

export default [outputs];
