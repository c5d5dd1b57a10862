/** The frame around the views: header, tools, tabs, keys. Made anew for another report or language. */
import { html, listen } from '../dom/elements';
import { Store } from '../dom/store';
import type { Graph } from '../graph/graph';
import type { SceneRequest } from '../layout/scene';
import type { Language } from '../report/host';
import { choice, NOTHING } from '../views/state';
import { shownProgram, shownStage, type ViewContext } from '../views/context';
import { ProgramView } from '../views/program/program-view';
import { header } from './header';
import { keysDialog } from './keys-dialog';
import { linkTo } from './link';
import { recall, remember } from './memory';
import { pngOf } from './png';
import { menuButton, type MenuEntry } from './menu';
import { SearchBox } from './search-box';
import { tabs, type ViewName } from './tabs';
import { toolbar, type Pane } from './toolbar';

export type ThemeChoice = 'auto' | 'light' | 'dark';

/** What the shell cannot do itself. */
export interface ShellActions {
  readonly theme: Store<ThemeChoice>;
  readonly shownTheme: () => 'light' | 'dark';
  /** Nothing else on the page takes keys. */
  readonly ownsPage: boolean;
  readonly setLanguage: (language: Language) => void;
  /** The report as JSON text. */
  readonly reportJson: () => Promise<string>;
}

const VIEWS: readonly ViewName[] = ['program'];
const LANGUAGES: readonly [Language, string][] = [
  ['en', 'English'],
  ['es', 'Español']
];

/** Opening more equations than this takes seconds. */
const MANY = 20_000;
/** Under which name it is remembered whether the small map is shown. */
const MINIMAP = 'minimap';
/** How long a notice stands, in milliseconds. */
const NOTICE = 4000;

let shells = 0;

export class Shell {
  readonly element: HTMLElement;
  readonly program: ProgramView;
  private readonly search: SearchBox;
  private readonly dialog: HTMLDialogElement;
  private readonly notice: HTMLElement;
  private readonly view = new Store<ViewName>('program');
  private readonly pane = new Store<Pane>('graph');
  private saying: ReturnType<typeof setTimeout> | undefined;
  /** The key that opens everything does so until then, of those that take long. */
  private confirmUntil = -Infinity;

  constructor(
    private readonly context: ViewContext,
    private readonly actions: ShellActions,
    position: Graph['position'] | null
  ) {
    const { texts, signal } = context;
    shells += 1;
    const panelId = `jaxviz-panel-${shells}`;
    this.program = new ProgramView(context, position);
    this.search = new SearchBox(
      context,
      row => this.program.reveal(choice([row], 'search')),
      () => this.program.focus()
    );
    this.dialog = keysDialog(texts, VIEWS.length, signal);
    this.notice = html('p', { class: 'notice', role: 'status', hidden: true });
    const menu = menuButton('⋯', texts.menu, () => this.menuEntries(), signal);
    this.pane.watch(pane => this.program.showPane(pane), signal);
    const { minimap } = context.state;
    minimap.set(recall(MINIMAP) !== 'off');
    minimap.watch(on => remember(MINIMAP, on ? 'on' : 'off'), signal);
    this.element = html(
      'div',
      { class: 'shell' },
      header(context, this.search.element, menu, () => this.program.graph.fit()),
      toolbar(context, this.pane),
      html(
        'main',
        { class: 'view', id: panelId, role: 'tabpanel', 'aria-label': texts.viewNames.program },
        this.program.element
      ),
      html('div', { class: 'foot' }, tabs(texts, VIEWS, this.view, panelId, signal), this.program.legend),
      this.notice,
      this.dialog
    );
    listen(this.element, 'keydown', event => this.onKey(event), signal);
    window.addEventListener('beforeprint', () => this.keepGraphSize(), { signal });
    if (actions.ownsPage) {
      const onPage = (event: KeyboardEvent): void => {
        // Nothing has the focus: the page's keys are the viewer's.
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        this.program.onKey(event);
        if (!event.defaultPrevented) this.onKey(event);
      };
      window.addEventListener('keydown', onPage, { signal });
    }
  }

  /** On paper the graph is as large as its window was; only the screen knows how large that is. */
  private keepGraphSize(): void {
    const { offsetWidth, offsetHeight } = this.program.graph.element;
    if (offsetWidth === 0) return;
    this.element.style.setProperty('--graph-width', `${offsetWidth}px`);
    this.element.style.setProperty('--graph-height', `${offsetHeight}px`);
  }

  private menuEntries(): MenuEntry[] {
    const { texts } = this.context;
    const { theme, setLanguage } = this.actions;
    const { count } = shownStage(this.context);
    const all = this.context.state.folding.value.everything;
    const themes = [
      ['auto', texts.themeAuto],
      ['light', texts.themeLight],
      ['dark', texts.themeDark]
    ] as const;
    return [
      {
        kind: 'action',
        label: all ? texts.openLess : texts.openAll(count, count > MANY),
        act: () => void this.openAll(!all)
      },
      { kind: 'action', label: texts.saveSvg, act: () => void this.saveSvg() },
      { kind: 'action', label: texts.savePng, act: () => void this.savePng() },
      { kind: 'action', label: texts.saveDot, act: () => void this.saveDot() },
      { kind: 'action', label: texts.saveJson, act: () => void this.saveJson() },
      { kind: 'action', label: texts.copyLink, act: () => void this.copyLink() },
      { kind: 'action', label: texts.keys, act: () => this.dialog.showModal() },
      {
        kind: 'choice',
        label: texts.minimap,
        options: [true, false].map(on => ({
          label: on ? texts.on : texts.off,
          chosen: this.context.state.minimap.value === on,
          act: () => this.context.state.minimap.set(on)
        }))
      },
      {
        kind: 'choice',
        label: texts.theme,
        options: themes.map(([name, label]) => ({ label, chosen: theme.value === name, act: () => theme.set(name) }))
      },
      {
        kind: 'choice',
        label: texts.languageName,
        options: LANGUAGES.map(([name, label]) => ({
          label,
          chosen: texts.language === name,
          act: () => setLanguage(name)
        }))
      }
    ];
  }

  private async openAll(open: boolean): Promise<void> {
    const { count } = shownStage(this.context);
    if (open && count > MANY) this.say(this.context.texts.openingAll(count));
    await this.program.scenes.openAll(open);
  }

  /** By its key; what takes long is said first, and done when the key is pressed again. */
  private openAllByKey(event: KeyboardEvent): void {
    const { state, texts } = this.context;
    const { count } = shownStage(this.context);
    const open = !state.folding.value.everything;
    if (!open || count <= MANY || event.timeStamp < this.confirmUntil) {
      this.confirmUntil = -Infinity;
      void this.openAll(open);
      return;
    }
    this.confirmUntil = event.timeStamp + NOTICE;
    this.say(texts.openAllAgain(count));
  }

  private saveSvg(): Promise<void> {
    const { texts, engine, signal } = this.context;
    return this.saveShown(texts.saveSvg, 'svg', 'image/svg+xml', request =>
      engine.svg(request, this.actions.shownTheme(), signal)
    );
  }

  private savePng(): Promise<void> {
    const { texts, engine, signal } = this.context;
    return this.saveShown(texts.savePng, 'png', 'image/png', async request =>
      pngOf(await engine.svg(request, this.actions.shownTheme(), signal))
    );
  }

  private saveDot(): Promise<void> {
    const { texts, engine, signal } = this.context;
    return this.saveShown(texts.saveDot, 'dot', 'text/vnd.graphviz', request => engine.dot(request, signal));
  }

  private saveJson(): Promise<void> {
    return this.save(this.context.texts.saveJson, 'json', 'application/json', () => this.actions.reportJson());
  }

  private async saveShown(
    what: string,
    ending: string,
    mimeType: string,
    make: (request: SceneRequest) => Promise<string | Blob>
  ): Promise<void> {
    const shown = this.program.scenes.shown.value;
    if (shown !== null) await this.save(what, ending, mimeType, () => make(shown.request));
  }

  /** Offers what `make` gives as a file named after the program. */
  private save(what: string, ending: string, mimeType: string, make: () => Promise<string | Blob>): Promise<void> {
    return this.attempt(what, async () => {
      this.context.host.save(`${fileName(shownProgram(this.context).name)}.${ending}`, mimeType, await make());
    });
  }

  private async copyLink(): Promise<void> {
    const { texts, state } = this.context;
    await this.attempt(texts.copyLink, async () => {
      await navigator.clipboard.writeText(linkTo(this.context, state.selection.value.lead));
      this.say(texts.linkCopied);
    });
  }

  private async attempt(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!this.context.signal.aborted)
        this.say(this.context.texts.failed(what, error instanceof Error ? error.message : String(error)));
    }
  }

  private say(message: string): void {
    this.notice.textContent = message;
    this.notice.hidden = false;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.notice.hidden = true), NOTICE);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Unmodified keys typed here are never shortcuts of the page around: `d d` would delete a cell.
    event.stopPropagation();
    const { state } = this.context;
    if (event.key === 'Escape') {
      if (this.dialog.open) return;
      if (state.hover.value !== NOTHING) state.hover.set(NOTHING);
      if (state.selection.value !== NOTHING) state.selection.set(NOTHING);
      else if (state.found.value !== null) this.search.clear();
      return;
    }
    if (event.target instanceof Element && event.target.matches('input[type=search], select, textarea')) return;
    if (event.key === '/') this.search.focus();
    else if (event.key === '?') this.dialog.showModal();
    else if (event.key === 'f') this.program.graph.fit();
    else if (event.key === '*') this.openAllByKey(event);
    else if (event.key === 'm') state.minimap.set(!state.minimap.value);
    else if (event.key === 't') {
      state.form.set(state.form.value === 'picture' ? 'tree' : 'picture');
      this.program.focus();
    } else if (/^[1-8]$/.test(event.key) && VIEWS[Number(event.key) - 1] !== undefined)
      this.view.set(VIEWS[Number(event.key) - 1]);
    else return;
    event.preventDefault();
  }

  /** Selects the equation of a row and opens what hides it. */
  async select(row: number): Promise<void> {
    const chosen = choice([row], 'link');
    this.context.state.selection.set(chosen);
    await this.program.reveal(chosen);
  }
}

/** File systems take 255 bytes. */
const LONGEST_FILE_NAME = 80;

function fileName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(0, LONGEST_FILE_NAME);
  return plain.replace(/^[_.]+|[_.]+$/g, '') || 'jax_viz';
}
