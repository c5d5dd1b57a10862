/** What is known of what is chosen: one equation, one value, several equations, or the program when nothing is. */
import { html } from '../../dom/elements';
import { shownStage, type ViewContext } from '../context';
import { EquationReader } from '../equation';
import { choice, NOTHING, type Choice } from '../state';
import { equationDetails } from './equation-details';
import { manyDetails } from './many-details';
import { programDetails } from './program-details';
import { valueDetails } from './value-details';

/** What a part of the details may use. */
export interface DetailsContext extends ViewContext {
  readonly reader: EquationReader;
  /** A button that selects rows, and previews them while pointed at. */
  link(text: string, rows: readonly number[], title?: string): HTMLElement;
}

export class DetailsPane {
  readonly element: HTMLElement;
  private content: AbortController | null = null;

  constructor(private readonly context: ViewContext) {
    const { texts, state, signal } = context;
    this.element = html('aside', { class: 'pane details', 'aria-label': texts.details, tabindex: 0 });
    state.selection.watch(chosen => this.show(chosen), signal);
    state.place.watch(() => this.show(state.selection.value), signal);
    signal.addEventListener('abort', () => this.content?.abort(), { once: true });
    this.show(state.selection.value);
  }

  private show(chosen: Choice): void {
    this.content?.abort();
    const content = new AbortController();
    this.content = content;
    const context = this.detailsContext(content.signal);
    this.element.replaceChildren(...this.parts(context, chosen));
    this.element.scrollTop = 0;
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
    const { context } = this;
    const { selection, hover } = context.state;
    return {
      ...context,
      signal,
      reader: new EquationReader(context.report, shownStage(context)),
      link(text, rows, title) {
        if (rows.length === 0) return html('span', { title: title ?? null }, text);
        const element = html('button', { type: 'button', class: 'link', title: title ?? null }, text);
        const made = choice(rows, 'details');
        element.addEventListener('click', () => selection.set(made), { signal });
        element.addEventListener('pointerenter', () => hover.set(made), { signal });
        element.addEventListener('pointerleave', () => hover.set(NOTHING), { signal });
        element.addEventListener('focus', () => hover.set(made), { signal });
        element.addEventListener('blur', () => hover.set(NOTHING), { signal });
        return element;
      }
    };
  }
}
