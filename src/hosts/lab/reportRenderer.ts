/** Shows a report in a cell's output. Needs no kernel, no comm and no trust: everything is in the output. */
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { Widget } from '@lumino/widgets';
import type { Host } from '../../report/host';
import type { CellClient } from './cellLinks';
import { MIME_TYPE, readEnvelope, type Envelope } from './envelope';
import { withMarks } from './labHost';
import type { MountedViewer, ViewerModule } from './viewerModule';

/** Pixels, until the user drags the viewer's edge. */
const HEIGHT = 480;

export interface ReportRendererOptions {
  /** Gives the viewer; called when the first report is shown. */
  readonly load: () => Promise<ViewerModule>;
  /** What JupyterLab answers to the viewer. */
  readonly host: Partial<Host>;
  /** Links a viewer in this node to the cells of its notebook. */
  readonly link?: (node: HTMLElement) => CellClient | null;
}

export class ReportRenderer extends Widget implements IRenderMime.IRenderer {
  constructor(options: ReportRendererOptions) {
    super();
    this._load = options.load;
    this._host = options.host;
    this._link = options.link ?? (() => null);
    this.addClass('jaxviz-Report');
  }

  /**
   * Shows the report in `model`.
   *
   * JupyterLab calls this again on the same renderer when the kernel updates the output. The viewer that
   * already shows this report then takes the newer one, so that selection, zoom and height stay.
   * Detaching the widget (windowed notebooks do so on every scroll) does not touch the viewer.
   */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const envelope = readEnvelope(model.data[MIME_TYPE]);
    if (!envelope) {
      this._tell('This output is not a jax_viz report. Run the cell again.');
      return;
    }
    if (this._viewer && this._shown?.id === envelope.id) {
      if (this._shown.gzip !== envelope.gzip) {
        this._shown = envelope;
        await this._viewer.replace({ gzip: envelope.gzip }).catch(() => undefined);
      }
      return;
    }
    this._shown = envelope;
    await this._mount(envelope);
  }

  override dispose(): void {
    if (this.isDisposed) {
      return;
    }
    this._close();
    super.dispose();
  }

  private async _mount(envelope: Envelope): Promise<void> {
    this._close();
    this.node.setAttribute('aria-label', envelope.summary);
    let viewer: ViewerModule;
    try {
      viewer = await this._load();
    } catch (error) {
      this._tell(`${envelope.summary}\nThe jax_viz viewer could not be loaded (${reason(error)}). Reload the page.`);
      return;
    }
    // While the viewer was loading, the output may have been cleared, or updated: a later call mounts then.
    if (this.isDisposed || this._viewer || this._shown === null) {
      return;
    }
    const newest = this._shown;
    this.node.replaceChildren();
    this._cells = this._link(this.node);
    const host = this._cells === null ? this._host : withMarks(this._host, this._cells);
    this._viewer = viewer.mount(this.node, { gzip: newest.gzip }, { host, height: HEIGHT });
    if (this._cells !== null) this._cells.viewer = this._viewer;
    // The viewer shows its own faults, in its place.
    await this._viewer.ready.catch(() => undefined);
  }

  private _close(): void {
    this._viewer?.dispose();
    this._viewer = null;
    this._cells?.dispose();
    this._cells = null;
  }

  /** A message in place of the viewer; as text, whatever it holds. */
  private _tell(message: string): void {
    this._close();
    this._shown = null;
    const text = document.createElement('pre');
    text.className = 'jaxviz-Report-message';
    text.setAttribute('role', 'status');
    text.textContent = message;
    this.node.replaceChildren(text);
  }

  private readonly _load: () => Promise<ViewerModule>;
  private readonly _host: Partial<Host>;
  private readonly _link: (node: HTMLElement) => CellClient | null;
  private _viewer: MountedViewer | null = null;
  private _cells: CellClient | null = null;
  private _shown: Envelope | null = null;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
