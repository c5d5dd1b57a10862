/** What the stripes' colours mean, as far as the stage has them. */
import { html } from '../../dom/elements';
import { shownStage, type ViewContext } from '../context';
import { PHASE_NAMES } from '../equation';

export function legend(context: ViewContext): HTMLElement {
  const { texts, state, signal } = context;
  const element = html('ul', { class: 'legend', 'aria-label': texts.phaseColours });
  state.place.watch(
    () => {
      const present = new Set(shownStage(context).equations.phase);
      const phased = [...present].some(phase => phase > 0);
      const items = PHASE_NAMES.flatMap((name, phase) => {
        if (!phased || !present.has(phase)) return [];
        return [html('li', { class: `phase-${phase}` }, name === null ? texts.noPhase : texts.phases[name])];
      });
      element.replaceChildren(...items);
      element.hidden = items.length === 0;
    },
    signal,
    true
  );
  return element;
}
