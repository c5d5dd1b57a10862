/** JupyterLab's side bar panel: the state in words, the list of reports, and the viewer. */
import { LabIcon } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { html } from '../../dom/elements';
import type { Host } from '../../report/host';
import type { CellClient } from './cellLinks';
import type { Envelope } from './envelope';
import { withMarks } from './labHost';
import type { PanelModel, PanelState } from './panelModel';
import { PANEL_STYLE } from './panelStyle';
import { PROTOCOL } from '../protocol';
import { type Entry } from './messages';
import type { PanelTexts } from './texts';
import type { MountedViewer, ViewerModule } from './viewerModule';

export const PANEL_ID = 'jax-viz-panel';

/** Milliseconds that a kernel is busy before the panel says so: most answers come sooner. */
const BUSY_AFTER = 500;

const icon = new LabIcon({
  name: 'jax-viz:panel',
  svgstr:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16"><g class="jp-icon3" fill="#616161">' +
    '<path d="M4.6 4.4 8 10.2M11.4 4.4 8 10.2" fill="none" class="jp-icon3-stroke" stroke="currentColor" ' +
    'stroke-width="1.4"/><rect x="1.5" y="1.5" width="5" height="3.4" rx="1"/>' +
    '<rect x="9.5" y="1.5" width="5" height="3.4" rx="1"/><rect x="5" y="10" width="6" height="4" rx="1"/></g></svg>'
});

export interface PanelOptions {
  readonly model: PanelModel;
  readonly texts: PanelTexts;
  readonly host: Partial<Host>;
  readonly load: () => Promise<ViewerModule>;
  /** The viewer's link to the cells. */
  readonly cells: CellClient;
}

export class Panel extends Widget {
  constructor(options: PanelOptions) {
    super();
    this._options = options;
    const { texts, model } = options;
    this.id = PANEL_ID;
    this.addClass('jaxviz-Panel');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', texts.panel);
    this.node.tabIndex = -1;
    this.title.icon = icon;
    this._stateText = html('span', { class: 'jaxviz-Panel-text' });
    this._loadButton = html('button', { type: 'button', title: texts.loadTitle, hidden: true }, texts.load);
    this._state = html(
      'div',
      { class: 'jaxviz-Panel-state' },
      html('span', { class: 'jaxviz-Panel-dot', 'aria-hidden': 'true' }),
      // Only the words are announced, not the button beside them.
      html('span', { class: 'jaxviz-Panel-text', role: 'status', 'aria-live': 'polite' }, this._stateText),
      this._loadButton
    );
    this._select = html('select', { 'aria-label': texts.report });
    this._compileButton = html('button', { type: 'button' }, texts.compile);
    this._bar = html(
      'div',
      { class: 'jaxviz-Panel-bar', hidden: true },
      html('label', {}, html('span', {}, texts.report), this._select),
      this._compileButton
    );
    this._progress = html('div', { class: 'jaxviz-Panel-progress', role: 'progressbar', hidden: true });
    this._progress.setAttribute('aria-label', texts.compiling);
    this._note = html('div', { class: 'jaxviz-Panel-note', role: 'status', 'aria-live': 'polite', hidden: true });
    this._empty = html('p', { class: 'jaxviz-Panel-empty', hidden: true }, texts.none);
    this._body = html('div', { class: 'jaxviz-Panel-body' }, this._empty);
    this.node.append(html('style', {}, PANEL_STYLE), this._state, this._bar, this._progress, this._note, this._body);
    this._loadButton.addEventListener('click', () => void model.load());
    this._select.addEventListener('change', () => model.choose(this._select.value === '' ? null : this._select.value));
    this._compileButton.addEventListener('click', () => void (model.compiling ? model.cancel() : model.compile()));
    model.changed.connect(this._update, this);
    this._update();
  }

  /** Says again which cells were edited. */
  readonly checkCells = (): void => {
    if (this._viewer !== null && this.isVisible) this._showNote();
  };

  override dispose(): void {
    if (this.isDisposed) return;
    window.clearTimeout(this._busyTimer);
    this._options.model.changed.disconnect(this._update, this);
    this._closeViewer();
    super.dispose();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this._look();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this._look();
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this._options.model.active = false;
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    const target = !this._loadButton.hidden ? this._loadButton : this._bar.hidden ? this.node : this._select;
    target.focus();
  }

  private _look(): void {
    if (!this.isVisible) return;
    this._options.model.active = true;
    void this._showReport();
  }

  private _update(): void {
    this._showState();
    this._showList();
    this._showTitle();
    this._showCompile();
    this._showNote();
    void this._showReport();
  }

  private _showState(): void {
    const { state } = this._options.model;
    // A word that comes and goes within a moment would only be read aloud.
    if (state === 'busy' && this._shownState !== 'busy' && this._shownState !== null) {
      this._busyTimer ||= window.setTimeout(() => {
        this._busyTimer = 0;
        if (this._options.model.state === 'busy') this._writeState('busy');
      }, BUSY_AFTER);
      return;
    }
    window.clearTimeout(this._busyTimer);
    this._busyTimer = 0;
    this._writeState(state);
  }

  private _writeState(state: PanelState): void {
    this._shownState = state;
    const text = this._stateWords(state);
    this._state.dataset['state'] = state;
    if (this._stateText.textContent !== text) this._stateText.textContent = text;
    this._loadButton.hidden = state !== 'not-loaded';
  }

  private _stateWords(state: PanelState): string {
    const { texts, model } = this._options;
    if (state !== 'skew') return texts.states[state];
    const kernel = model.link?.version?.protocol ?? 0;
    return kernel > PROTOCOL ? texts.newerKernel(kernel, PROTOCOL) : texts.olderKernel(kernel, PROTOCOL);
  }

  private _showList(): void {
    const { model, texts } = this._options;
    const { entries, chosen, link } = model;
    this._bar.hidden = entries.length === 0;
    this._empty.hidden = entries.length > 0 || model.state !== 'connected';
    const wanted: [string, string][] = entries.map(entry => {
      const gone = link?.entries.some(one => one.id === entry.id) !== true;
      return [entry.id, this._words(entry) + (gone ? ` (${texts.earlierKernel})` : '')];
    });
    const newest = link?.entries[0] ?? entries[0];
    wanted.unshift(['', newest === undefined ? texts.newest : `${texts.newest}: ${this._words(newest)}`]);
    const now = [...this._select.options].map(option => [option.value, option.text]);
    // A list that is open would be closed by new elements.
    if (JSON.stringify(now) !== JSON.stringify(wanted)) {
      this._select.replaceChildren(...wanted.map(([id, words]) => html('option', { value: id }, words)));
    }
    this._select.value = chosen ?? '';
  }

  private _words(entry: Entry): string {
    const { texts } = this._options;
    const when = new Date(entry.created);
    const parts = [
      entry.name || texts.noReport,
      texts.equations(entry.equations),
      entry.executionCount === null ? '' : texts.cell(entry.executionCount),
      Number.isNaN(when.valueOf()) ? '' : when.toLocaleTimeString(document.documentElement.lang || undefined)
    ];
    return parts.filter(part => part !== '').join(' · ');
  }

  /** The tab names what is shown; before anything is, the newest. */
  private _showTitle(): void {
    const { model, texts } = this._options;
    const entry = model.entry ?? model.entries[0] ?? null;
    const what = entry === null ? '' : `${entry.name || texts.noReport} · ${texts.equations(entry.equations)}`;
    this.title.caption = what === '' ? texts.panel : `${texts.panel}: ${what}`;
    this.node.setAttribute('aria-label', this.title.caption);
  }

  private _showCompile(): void {
    const { model, texts } = this._options;
    const { entry, compiling, stale } = model;
    this._compileButton.hidden = entry === null || !(entry.compilable || compiling);
    this._compileButton.disabled = stale;
    this._compileButton.textContent = compiling ? texts.stop : texts.compile;
    this._compileButton.title = stale ? texts.compileStale : compiling ? texts.stop : texts.compileTitle;
    this._progress.hidden = !compiling;
  }

  private _showNote(): void {
    const { model, texts, cells } = this._options;
    const lines: string[] = [];
    const { fault, stale, state } = model;
    if (fault !== null) lines.push(state === 'not-loaded' ? texts.loadFailed(fault) : fault);
    // While it only connects, nothing is known to be gone.
    if (stale && state !== 'connecting' && state !== 'busy') lines.push(texts.stale);
    const edited = cells.edited;
    if (edited.length > 0) lines.push(texts.edited(edited.join(', ')));
    if (this._loadFault !== null) lines.push(texts.viewerFailed(this._loadFault));
    const text = lines.join('\n');
    if (this._note.textContent !== text) this._note.textContent = text;
    this._note.hidden = text === '';
  }

  private async _showReport(): Promise<void> {
    const { model, load, host, cells } = this._options;
    const { shown } = model;
    if (shown === null) {
      this._closeViewer();
      return;
    }
    // The viewer is loaded when somebody looks at the panel for the first time.
    if (!this.isVisible || this._isShown(shown.envelope)) return;
    this._envelope = shown.envelope;
    let viewer: ViewerModule;
    try {
      viewer = await load();
    } catch (error) {
      this._envelope = null;
      this._loadFault = error instanceof Error ? error.message : String(error);
      this._showNote();
      return;
    }
    this._loadFault = null;
    if (this.isDisposed || this._envelope !== shown.envelope) return;
    const payload = { gzip: shown.envelope.gzip };
    cells.mark([], false);
    if (this._viewer === null) {
      this._viewer = viewer.mount(this._body, payload, { host: withMarks(host, cells), height: 'fill', links: false });
      cells.viewer = this._viewer;
      await this._viewer.ready.catch(() => undefined);
    } else {
      // The viewer shows its own faults, in its place.
      await this._viewer.replace(payload).catch(() => undefined);
    }
    if (!this.isDisposed) this._showNote();
  }

  private _isShown(envelope: Envelope): boolean {
    return this._envelope?.id === envelope.id && this._envelope.gzip === envelope.gzip;
  }

  private _closeViewer(): void {
    this._options.cells.mark([], false);
    this._options.cells.viewer = null;
    this._viewer?.dispose();
    this._viewer = null;
    this._envelope = null;
  }

  private readonly _options: PanelOptions;
  private readonly _state: HTMLElement;
  private readonly _stateText: HTMLElement;
  private readonly _loadButton: HTMLButtonElement;
  private readonly _bar: HTMLElement;
  private readonly _select: HTMLSelectElement;
  private readonly _compileButton: HTMLButtonElement;
  private readonly _progress: HTMLElement;
  private readonly _note: HTMLElement;
  private readonly _empty: HTMLElement;
  private readonly _body: HTMLElement;
  private _shownState: PanelState | null = null;
  private _busyTimer = 0;
  private _viewer: MountedViewer | null = null;
  private _envelope: Envelope | null = null;
  private _loadFault: string | null = null;
}
