/** One viewer in one element: opens a report, makes the shell, keeps the state over a new version of the same report. */
import { html } from '../dom/elements';
import { Store } from '../dom/store';
import { adoptStyle } from '../dom/style-sheet';
import type { Payload } from '../layout/protocol';
import type { Host, Language, Theme } from '../report/host';
import { inflate } from '../report/inflate';
import type { ReportTables } from '../report/tables';
import type { File } from '../report/schema';
import { shownStage, type ViewContext } from '../views/context';
import { MOST_BOXES } from '../views/program/budget';
import type { ShownScene } from '../views/program/scenes';
import { sourceIndexOf } from '../views/source/source-index';
import { choice, newState, NOTHING, type State } from '../views/state';
import { completeHost } from './default-host';
import { EngineClient } from './engine-client';
import { lastStage } from './header';
import { linkedRow } from './link';
import { recall, remember } from './memory';
import { Shell, type ThemeChoice } from './shell';
import { STYLE } from './style';
import { textsFor } from './texts';

export interface ViewerOptions {
  readonly host?: Partial<Host>;
  /** `fill`: as high as the element; a number of pixels: so high at first, and the user may change it. */
  readonly height?: 'fill' | number;
  readonly theme?: ThemeChoice;
  /** Follow `#path` in the page's address. Usual where a viewer fills a page without another host. */
  readonly links?: boolean;
}

/**
 * Over the static picture, not seen. A layer of its own is painted step by step while it cannot be seen, and then
 * shown at no cost; by `visibility` everything would be styled and painted in one go.
 */
const WAITING = 'position:absolute;inset:0 0 auto 0;opacity:0;will-change:opacity';
/** Height in a cell's output, in pixels. */
const USUAL_HEIGHT = 480;
/** The first picture is on the screen so many milliseconds after it was drawn. */
const WAKE_AFTER = 300;

export class Viewer {
  /** Settles when the first scene is drawn; rejects with a message for people where the report cannot be shown. */
  readonly ready: Promise<void>;
  private readonly host: Host;
  private readonly frame: HTMLElement;
  private readonly root: HTMLElement;
  private readonly placeholder: ChildNode[];
  private readonly closing = new AbortController();
  private readonly theme: Store<ThemeChoice>;
  private readonly links: boolean;
  private language: Language;
  private engine: EngineClient | null = null;
  private payload: Payload;
  private report: ReportTables | null = null;
  private state: State = newState();
  private shell: Shell | null = null;
  private shellLife: AbortController | null = null;
  private turn = 0;

  constructor(
    element: HTMLElement,
    payload: Payload,
    private readonly options: ViewerOptions = {}
  ) {
    this.host = completeHost(element, options.host ?? {});
    this.language = this.host.language;
    this.theme = new Store<ThemeChoice>(options.theme ?? 'auto');
    this.payload = payload;
    // What stands in the element already, a static picture, stays until there is something better.
    this.placeholder = [...element.childNodes];
    this.root = html('div', { class: 'jaxviz', lang: this.language });
    this.frame = html('div', { class: 'jaxviz-frame', 'data-jax-viz-viewer': '' });
    if (this.placeholder.length > 0) this.frame.style.cssText = WAITING;
    const shadow = this.frame.attachShadow({ mode: 'open' });
    adoptStyle(shadow, STYLE);
    shadow.append(this.root);
    element.append(this.frame);
    this.applyTheme();
    this.theme.watch(() => this.applyTheme(), this.closing.signal);
    this.host.onThemeChange(() => this.applyTheme(), this.closing.signal);
    this.root.append(html('p', { class: 'loading', role: 'status' }, textsFor(this.language).loading));
    this.setHeight(null);
    this.links = options.links ?? (options.height === 'fill' && options.host === undefined);
    if (this.links) {
      window.addEventListener('hashchange', () => this.followLink(), { signal: this.closing.signal });
    }
    this.ready = this.open(payload);
    // Whoever does not wait for it shall not see an unhandled rejection: the message is on the page.
    this.ready.catch(() => undefined);
  }

  /** Equations that what is drawn now stands for. */
  drawn(): number {
    return this.shell?.program.drawn() ?? 0;
  }

  /** The scene that is drawn now, and what it was asked for by. */
  shown(): ShownScene | null {
    return this.shell?.program.scenes.shown.value ?? null;
  }

  /** The files and cells of the report; `SourceMark.row` counts them. None before the report is read. */
  get files(): readonly File[] {
    return this.report?.files ?? [];
  }

  /**
   * Chooses what stands at a place of a file, as a click there would; lines from 1, columns from 0.
   * Where nothing does, a choice that came from here is cleared.
   */
  choosePlace(file: number, line: number, column: number): void {
    const { report, state, shell } = this;
    if (report === null || shell === null) return;
    const index = sourceIndexOf(report, shownStage({ report, state }));
    const frame = index.innermost(file, line, column);
    const rows = frame >= 0 ? index.rowsOfFrame(frame) : index.rowsOfLine(file, line);
    if (rows.length > 0) state.selection.set(choice(rows, 'editor'));
    else if (state.selection.value.origin === 'editor') state.selection.set(NOTHING);
  }

  /** The picture of the same stage that stands alone, on light paper, as if there were room for as much as is usual. */
  svg(): Promise<string> {
    const shown = this.shown();
    if (shown === null || this.engine === null) return Promise.reject(new Error('Nothing is drawn.'));
    return this.engine.svg({ ...shown.request, budget: MOST_BOXES }, 'light', this.closing.signal);
  }

  /** Shows another report, or a newer version of the same one; then selection, zoom and height stay. */
  async replace(payload: Payload): Promise<void> {
    this.payload = payload;
    await this.open(payload);
  }

  dispose(): void {
    this.closing.abort();
    this.shellLife?.abort();
    this.engine?.close();
    this.frame.remove();
  }

  private async open(payload: Payload): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const engine = new EngineClient();
    try {
      const report = await engine.open(payload, this.closing.signal);
      if (turn !== this.turn || this.closing.signal.aborted) {
        engine.close();
        return;
      }
      const same = this.report?.id === report.id;
      this.engine?.close();
      this.engine = engine;
      this.report = report;
      if (!same) this.state = newState();
      await this.build(same);
    } catch (error) {
      if (turn !== this.turn || this.closing.signal.aborted) return;
      this.showFault(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Makes the shell for the report and the language; `keep` the camera. */
  private async build(keep: boolean): Promise<void> {
    const { report, engine } = this;
    if (report === null || engine === null) return;
    const position = keep ? (this.shell?.program.graph.position ?? null) : null;
    this.shellLife?.abort();
    const life = new AbortController();
    this.shellLife = life;
    const texts = textsFor(this.language);
    this.root.lang = this.language;
    if (report.programs.every(program => program.stages.length === 0)) {
      const faults = report.faults.map(fault => texts.failed(fault.section, fault.message));
      throw new Error([texts.emptyReport, ...faults].join(' '));
    }
    this.checkPlace(report);
    const context: ViewContext = { report, engine, host: this.host, texts, state: this.state, signal: life.signal };
    this.shell = new Shell(
      context,
      {
        theme: this.theme,
        shownTheme: () => this.shownTheme(),
        ownsPage: this.links,
        setLanguage: language => {
          this.language = language;
          void this.build(true);
        },
        reportJson: () => ('json' in this.payload ? Promise.resolve(this.payload.json) : inflate(this.payload.gzip))
      },
      position
    );
    this.root.replaceChildren(this.shell.element);
    this.setHeight(report.id);
    await this.shell.program.start();
    if (life.signal.aborted) return;
    this.takeOver();
    setTimeout(() => engine.wake(), WAKE_AFTER);
    if (!keep) this.followLink();
  }

  /** A newer version of a report may have other programs and stages. */
  private checkPlace(report: ReportTables): void {
    const { program, stage } = this.state.place.value;
    const first = Math.max(
      0,
      report.programs.findIndex(one => one.stages.length > 0)
    );
    const shown = report.programs[program]?.stages[stage] !== undefined && this.state.selection.value !== NOTHING;
    if (!shown) this.state.place.set({ program: first, stage: lastStage({ report }, first) });
  }

  /** The viewer takes the place of what stood in the element. */
  private takeOver(): void {
    for (const node of this.placeholder.splice(0)) node.remove();
    this.unveil();
  }

  private unveil(): void {
    for (const property of ['position', 'inset', 'opacity', 'will-change']) this.frame.style.removeProperty(property);
  }

  private followLink(): void {
    const { report, shell, engine } = this;
    if (!this.links || report === null || shell === null || engine === null) return;
    const context = {
      report,
      engine,
      host: this.host,
      texts: textsFor(this.language),
      state: this.state,
      signal: this.closing.signal
    };
    const row = linkedRow(context);
    if (row >= 0) void shell.select(row);
  }

  private showFault(message: string): void {
    this.shellLife?.abort();
    this.shell = null;
    this.root.replaceChildren(html('p', { class: 'fault', role: 'alert' }, message));
    if (this.placeholder.length === 0) return;
    // A static picture says more than a message alone: both stay.
    this.unveil();
    this.root.style.height = 'auto';
  }

  private shownTheme(): Theme {
    return this.theme.value === 'auto' ? this.host.theme : this.theme.value;
  }

  private applyTheme(): void {
    this.root.dataset.theme = this.shownTheme();
    // The host's colours are right for the host's theme only.
    this.root.dataset.colours = this.shownTheme() === this.host.theme ? 'host' : 'own';
  }

  private setHeight(id: string | null): void {
    const { height } = this.options;
    if (height === 'fill') {
      this.frame.style.height = '100%';
      this.root.style.height = '100%';
      return;
    }
    this.root.classList.add('resizable');
    const key = id === null ? null : `height:${id}`;
    const known = key === null ? NaN : Number(recall(key));
    const start = known > 0 ? known : (height ?? USUAL_HEIGHT);
    if (id === null || this.root.dataset.sized !== id) this.root.style.height = `${start}px`;
    if (key === null || this.root.dataset.sized === id || typeof ResizeObserver === 'undefined') return;
    this.root.dataset.sized = id!;
    const observer = new ResizeObserver(() => {
      if (this.root.offsetHeight > 0) remember(key, String(this.root.offsetHeight));
    });
    observer.observe(this.root);
    this.closing.signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }
}
