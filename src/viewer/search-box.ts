/** The search field: finds while typing, Enter steps, Escape clears. */
import { html, listen } from '../dom/elements';
import { shownStage, type ViewContext } from '../views/context';
import { EquationReader } from '../views/equation';
import type { Found } from '../views/state';
import { parseQuery } from './search/query';
import { SlowSearchError } from './search/regex-matches';
import { findRows } from './search/search';

export class SearchBox {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly status: HTMLElement;
  private running: AbortController | null = null;
  private finding: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: ViewContext,
    private readonly reveal: (row: number) => Promise<void>
  ) {
    const { texts, signal, state } = context;
    this.input = html('input', {
      type: 'search',
      placeholder: texts.search,
      'aria-label': texts.search,
      title: texts.searchTitle,
      autocomplete: 'off',
      spellcheck: 'false'
    });
    this.status = html('span', { class: 'search-status', role: 'status' });
    this.element = html('div', { class: 'search', role: 'search' }, this.input, this.status);
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
    try {
      const terms = parseQuery(this.input.value);
      if (terms.length === 0) {
        state.found.set(null);
        return;
      }
      const reader = new EquationReader(this.context.report, shownStage(this.context));
      this.finding = findRows(terms, reader, running.signal).then(
        rows => {
          if (!running.signal.aborted) state.found.set({ rows, set: new Set(rows), position: 0 });
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
    this.input.title = slow
      ? texts.slowSearch
      : texts.badSearch(error instanceof Error ? error.message : String(error));
    this.status.textContent = slow ? texts.slowSearch : '?';
  }

  private tell(found: Found | null): void {
    const { texts } = this.context;
    this.status.textContent =
      found === null ? '' : found.rows.length === 0 ? texts.foundNone : texts.found(found.position, found.rows.length);
  }

  private async onKey(event: KeyboardEvent): Promise<void> {
    const { state } = this.context;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (this.input.value === '') this.input.blur();
      else this.clear();
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
