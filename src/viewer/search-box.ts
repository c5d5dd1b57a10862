/** The search field: finds while typing, Enter steps, Escape clears. */
import { html, listen } from '../dom/elements';
import { shownStage, type ViewContext } from '../views/context';
import { EquationReader } from '../views/equation';
import type { Found } from '../views/state';
import { parseQuery, type Term } from './search/query';
import { SlowSearchError } from './search/regex-matches';
import { fieldsFound, findRows } from './search/search';

export class SearchBox {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly status: HTMLElement;
  /** In which fields a word was found. */
  private readonly where: HTMLElement;
  private running: AbortController | null = null;
  private finding: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: ViewContext,
    private readonly reveal: (row: number) => Promise<void>,
    /** Gives the focus to where the keys work. */
    private readonly leave: () => void
  ) {
    const { texts, signal, state } = context;
    this.input = html('input', {
      type: 'search',
      placeholder: texts.search,
      'aria-label': texts.search,
      title: texts.searchTitle,
      'aria-describedby': 'search-hint',
      autocomplete: 'off',
      spellcheck: 'false'
    });
    this.status = html('span', { class: 'search-status', role: 'status' });
    this.where = html('span', { role: 'status' });
    const hint = html(
      'div',
      { class: 'search-hint', id: 'search-hint' },
      this.where,
      html('code', {}, texts.searchHint)
    );
    this.element = html('div', { class: 'search', role: 'search' }, this.input, this.status, hint);
    listen(this.input, 'input', () => this.find(), signal);
    listen(this.input, 'keydown', event => void this.onKey(event), signal);
    state.place.watch(() => this.find(), signal);
    state.found.watch(found => this.tell(found), signal);
    signal.addEventListener('abort', () => this.running?.abort(), { once: true });
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  clear(): void {
    this.input.value = '';
    this.find();
  }

  private find(): void {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const { state, texts } = this.context;
    this.input.removeAttribute('aria-invalid');
    this.input.title = texts.searchTitle;
    // A refused text left `found` as it was, so nobody else takes its message away.
    this.tell(state.found.value);
    this.where.textContent = '';
    try {
      const terms = parseQuery(this.input.value);
      if (terms.length === 0) {
        state.found.set(null);
        return;
      }
      const reader = new EquationReader(this.context.report, shownStage(this.context));
      this.finding = findRows(terms, reader, running.signal).then(
        rows => {
          if (running.signal.aborted) return;
          state.found.set({ rows, set: new Set(rows), position: 0 });
          void this.tellWhere(terms, rows, reader, running.signal);
        },
        (error: unknown) => {
          if (!running.signal.aborted) this.refuse(error);
        }
      );
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    const { state, texts } = this.context;
    state.found.set(null);
    this.input.setAttribute('aria-invalid', 'true');
    const slow = error instanceof SlowSearchError;
    const message = slow ? texts.slowSearch : texts.badSearch(error instanceof Error ? error.message : String(error));
    this.input.title = message;
    this.status.textContent = message;
  }

  private tell(found: Found | null): void {
    const { texts } = this.context;
    this.status.textContent =
      found === null ? '' : found.rows.length === 0 ? texts.foundNone : texts.found(found.position, found.rows.length);
  }

  /** A word is looked for everywhere: says where it was, as `dot` is part of many source lines. */
  private async tellWhere(
    terms: readonly Term[],
    rows: readonly number[],
    reader: EquationReader,
    signal: AbortSignal
  ): Promise<void> {
    const counts = await fieldsFound(terms, rows, reader, signal);
    if (signal.aborted || counts.length === 0) return;
    const { texts } = this.context;
    this.where.textContent = texts.foundIn(counts);
    this.input.title = `${texts.foundIn(counts)}\n${texts.searchTitle}`;
  }

  private async onKey(event: KeyboardEvent): Promise<void> {
    const { state } = this.context;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (this.input.value === '') {
        // What is hidden takes no focus; then nothing has it.
        this.input.blur();
        this.leave();
      } else this.clear();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      await this.finding;
      const found = state.found.value;
      if (found === null || found.rows.length === 0) return;
      const count = found.rows.length;
      const position = event.shiftKey
        ? found.position <= 1
          ? count
          : found.position - 1
        : (found.position % count) + 1;
      state.found.set({ ...found, position });
      await this.reveal(found.rows[position - 1]);
    }
  }
}
