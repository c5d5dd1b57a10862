/** The first row: which program, how big, how long it took; search and menu. */
import { button, html } from '../dom/elements';
import { seconds } from '../dom/units';
import { isAllCached } from '../views/details/program-details';
import { shownProgram, shownStage, type ViewContext } from '../views/context';
import { EquationReader } from '../views/equation';

export function header(context: ViewContext, search: HTMLElement, menu: HTMLElement, fit: () => void): HTMLElement {
  const { texts, state, signal, report } = context;
  const name =
    report.programs.length > 1 ? programChooser(context) : html('b', { class: 'name' }, shownProgram(context).name);
  const signature = html('span', { class: 'signature' });
  const count = html('span', { class: 'count' });
  const times = html('span', { class: 'times' });
  const update = (): void => {
    const program = shownProgram(context);
    const stage = shownStage(context);
    if (report.programs.length === 1) name.textContent = program.name;
    // The name stands beside it already.
    signature.textContent = program.signature.startsWith(program.name)
      ? program.signature.slice(program.name.length)
      : program.signature;
    signature.title = program.signature;
    count.textContent = texts.equations(stage.count);
    count.title = texts.uniqueEquations(new EquationReader(report, stage).uniqueCount());
    const cached = isAllCached(program.timings);
    times.textContent = cached ? texts.allCached : timesText(context);
    times.title = cached ? texts.allCachedTitle : texts.timingsTitle;
  };
  state.place.watch(update, signal, true);
  return html(
    'header',
    { class: 'head' },
    name,
    signature,
    count,
    times,
    html('span', { class: 'space' }),
    search,
    iconButton('⤢', texts.fit, fit, signal),
    menu
  );
}

function timesText(context: ViewContext): string {
  const { texts } = context;
  const { timings } = shownProgram(context);
  return (['trace', 'lower', 'compile'] as const)
    .flatMap(step => {
      const cached = timings.cached.includes(step);
      const value = timings[step];
      if (value === null && !cached) return [];
      return [`${texts[step]} ${cached ? texts.cached : seconds(value ?? 0)}`];
    })
    .join(' · ');
}

function programChooser(context: ViewContext): HTMLSelectElement {
  const { texts, state, signal, report } = context;
  const select = html(
    'select',
    { class: 'name', 'aria-label': texts.program },
    ...report.programs.map((program, index) => html('option', { value: index }, `${index + 1}. ${program.name}`))
  );
  select.value = String(state.place.value.program);
  select.addEventListener(
    'change',
    () => state.place.set({ program: Number(select.value), stage: lastStage(context, Number(select.value)) }),
    { signal }
  );
  return select;
}

/** A program is first shown as it runs: its last stage. */
export function lastStage(context: Pick<ViewContext, 'report'>, program: number): number {
  return Math.max(0, (context.report.programs[program]?.stages.length ?? 1) - 1);
}

export function iconButton(sign: string, title: string, act: () => void, signal: AbortSignal): HTMLButtonElement {
  const made = button(sign, title, act, signal);
  made.className = 'icon';
  return made;
}
