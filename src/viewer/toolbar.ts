/** The second row: stages, and how the graph is shown. */
import { html } from '../dom/elements';
import { findPlumbing } from '../layout/grouping/plumbing';
import type { Grouping } from '../layout/scene';
import type { ReportTables, StageTables } from '../report/tables';
import { shownProgram, shownStage, type ViewContext } from '../views/context';
import { radioGroup, type RadioGroup } from '../dom/radio';
import type { Store } from '../dom/store';

const GROUPINGS: readonly Grouping[] = ['calls', 'scopes', 'phase', 'regions'];
export type Pane = 'source' | 'graph' | 'details';
const PANES: readonly Pane[] = ['source', 'graph', 'details'];

export function toolbar(context: ViewContext, pane: Store<Pane>): HTMLElement {
  return html(
    'div',
    { class: 'tools' },
    stageStrip(context),
    panes(context, pane),
    html('span', { class: 'space' }),
    grouping(context),
    plumbing(context),
    form(context)
  );
}

/** One rung a stage: the function as given, then after each transform. */
function stageStrip(context: ViewContext): HTMLElement {
  const { texts, state, signal } = context;
  const holder = html('div', { class: 'strip' });
  let shown = -1;
  let made: RadioGroup<number> | null = null;
  state.place.watch(
    ({ program, stage }) => {
      if (program !== shown) {
        shown = program;
        const { stages, name } = shownProgram(context);
        const rungs = stages.map(({ transform, count, options }, index) => ({
          value: index,
          label: `${transform ?? name} ${count}`,
          title: optionsText(options) || texts.equations(count)
        }));
        const choose = (value: number): void => state.place.set({ ...state.place.value, stage: value });
        made = radioGroup(texts.stages, 'rungs', rungs, choose, signal, '→');
        holder.replaceChildren(made.element);
      }
      made?.set(stage);
    },
    signal,
    true
  );
  return holder;
}

function optionsText(options: { [name: string]: string }): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** Narrow windows show one pane at a time; this chooses it. */
function panes(context: ViewContext, pane: Store<Pane>): HTMLElement {
  const { texts, signal } = context;
  const options = PANES.map(value => ({ value, label: texts[value] }));
  const group = radioGroup(texts.panes, 'segments panes', options, value => pane.set(value), signal);
  pane.watch(value => group.set(value), signal, true);
  return group.element;
}

function grouping(context: ViewContext): HTMLElement {
  const { texts, state, signal, report } = context;
  const options = GROUPINGS.map(name => html('option', { value: name }, texts.groupings[name]));
  const select = html('select', {}, ...options);
  select.addEventListener(
    'change',
    () => {
      const chosen = GROUPINGS.find(name => name === select.value);
      if (chosen !== undefined) state.grouping.set(chosen);
    },
    { signal }
  );
  state.grouping.watch(value => (select.value = value), signal, true);
  // Groups by what no equation has would be cut anywhere.
  state.place.watch(
    () => GROUPINGS.forEach((name, k) => (options[k].disabled = !isThere(name, report, shownStage(context)))),
    signal,
    true
  );
  return html('label', {}, html('span', { class: 'tool-name' }, texts.group), select);
}

/** Whether any equation has what this groups by. */
function isThere(grouping: Grouping, report: ReportTables, { equations }: StageTables): boolean {
  if (grouping === 'scopes') return equations.scopes.some(row => report.strings[row] !== '');
  if (grouping === 'phase') return equations.phase.some(phase => phase > 0);
  return true;
}

function plumbing(context: ViewContext): HTMLElement {
  const { texts, state, signal, report } = context;
  const box = html('input', { type: 'checkbox' });
  const text = html('span');
  box.addEventListener('change', () => state.plumbing.set(box.checked), { signal });
  const tell = (): void => {
    box.checked = state.plumbing.value;
    const count = plumbingCount(report, shownStage(context));
    text.textContent = count > 0 && !box.checked ? texts.plumbingFolded(count) : texts.plumbing;
  };
  state.plumbing.watch(tell, signal);
  state.place.watch(tell, signal, true);
  return html('label', { title: texts.plumbingTitle }, box, text);
}

/** Equations that are only marks on edges, in closed groups too. */
function plumbingCount(report: ReportTables, stage: StageTables): number {
  return findPlumbing(report, stage).reduce((sum, one) => sum + one, 0);
}

function form(context: ViewContext): HTMLElement {
  const { texts, state, signal } = context;
  const options = (['picture', 'tree'] as const).map(value => ({
    value,
    label: texts[value],
    attributes: { 'data-form': value }
  }));
  const group = radioGroup(texts.showAs, 'segments form', options, value => state.form.set(value), signal);
  state.form.watch(value => group.set(value), signal, true);
  return group.element;
}
