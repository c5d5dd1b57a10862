/** What is known of what is chosen: one equation, one value, several equations, or the program when nothing is. */
import { html, listen } from '../../dom/elements';
import { shownStage, type ViewContext } from '../context';
import { EquationReader } from '../equation';
import { choice, NOTHING, type Choice } from '../state';
import { equationDetails } from './equation-details';
import { manyDetails } from './many-details';
import { programDetails } from './program-details';
import { shortened } from './rows';
import { valueDetails } from './value-details';

/** What a part of the details may use. */
export interface DetailsContext extends ViewContext {
  readonly reader: EquationReader;
  /** A button that selects rows and opens what hides them, and previews them while pointed at. */
  link(text: string, rows: readonly number[] | Int32Array, title?: string): HTMLElement;
}

export class DetailsPane {
  readonly element: HTMLElement;
  private content: AbortController | null = null;
  private scrolled = false;

  /** `reveal` selects what a link leads to and brings it into sight. */
  constructor(
    private readonly context: ViewContext,
    private readonly reveal: (chosen: Choice) => void
  ) {
    const { texts, signal } = context;
    this.element = html('aside', { class: 'pane details', 'aria-label': texts.details, tabindex: 0 });
    listen(this.element, 'scroll', () => (this.scrolled = true), signal);
    signal.addEventListener('abort', () => this.content?.abort(), { once: true });
  }

  /** Shows what is chosen, from now on. */
  start(): void {
    const { state, signal } = this.context;
    state.selection.watch(chosen => this.show(chosen), signal);
    state.place.watch(() => this.show(state.selection.value), signal);
    this.show(state.selection.value);
  }

  private show(chosen: Choice): void {
    this.content?.abort();
    const content = new AbortController();
    this.content = content;
    const context = this.detailsContext(content.signal);
    this.element.replaceChildren(...this.parts(context, chosen));
    // Setting it lays the page out, so only where it says something.
    if (this.scrolled) this.element.scrollTop = 0;
    this.scrolled = false;
  }

  private parts(context: DetailsContext, chosen: Choice): Node[] {
    const value = /^[ic](\d+)$/.exec(chosen.box ?? '');
    if (chosen.rows.size === 0) {
      if (value !== null) return valueDetails(context, Number(value[1]));
      const result = /^o(\d+)$/.exec(chosen.box ?? '');
      if (result !== null)
        return valueDetails(context, context.reader.resultValue(Number(result[1])), Number(result[1]));
      return programDetails(context);
    }
    if (chosen.rows.size === 1) return equationDetails(context, chosen.lead);
    // An equation with regions: itself first, then what is in it.
    if (chosen.box === `e${chosen.lead}`)
      return [...equationDetails(context, chosen.lead), ...manyDetails(context, chosen.rows)];
    return manyDetails(context, chosen.rows);
  }

  private detailsContext(signal: AbortSignal): DetailsContext {
    const { context, reveal } = this;
    const { hover } = context.state;
    return {
      ...context,
      signal,
      reader: new EquationReader(context.report, shownStage(context)),
      link(text, rows, title) {
        if (rows.length === 0) return html('span', { title: title ?? null }, shortened(text));
        const shown = shortened(text);
        const element = html(
          'button',
          { type: 'button', class: 'link', title: title ?? (shown === text ? null : text) },
          shown
        );
        let known: Choice | null = null;
        // Thousands of rows become a set only for whoever looks.
        const made = (): Choice => (known ??= choice(rows, 'details'));
        element.addEventListener('click', () => reveal(made()), { signal });
        element.addEventListener('pointerenter', () => hover.set(made()), { signal });
        element.addEventListener('pointerleave', () => hover.set(NOTHING), { signal });
        element.addEventListener('focus', () => hover.set(made()), { signal });
        element.addEventListener('blur', () => hover.set(NOTHING), { signal });
        return element;
      }
    };
  }
}
