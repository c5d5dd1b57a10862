/** Nothing chosen: the program as a whole. */
import { html } from '../../dom/elements';
import { bytes, seconds } from '../../dom/units';
import type { Leaf, Timings } from '../../report/schema';
import { shownProgram, shownStage } from '../context';
import type { DetailsContext } from './details-pane';
import { facts, list } from './rows';

const STEPS = ['trace', 'lower', 'compile'] as const;

export function programDetails(context: DetailsContext): Node[] {
  const { report, texts, reader } = context;
  const program = shownProgram(context);
  const stage = shownStage(context);
  const all = (rows: readonly Leaf[], title: string): HTMLElement[] =>
    list(
      `${title} (${rows.length}, ${bytes(rows.reduce((sum, leaf) => sum + leaf.bytes, 0))})`,
      ['', '', ''],
      rows.map(leaf => [leaf.path || texts.result, leaf.text, bytes(leaf.bytes)]),
      texts.more,
      context.signal
    );
  return [
    html('h2', {}, program.name),
    html('p', { class: 'traits' }, texts.equations(stage.count)),
    ...report.faults.map(fault => html('p', { class: 'fault' }, texts.failed(fault.section, fault.message))),
    isAllCached(program.timings)
      ? html('p', { class: 'note', title: texts.allCachedTitle }, texts.allCached)
      : facts(timingRows(context, program.timings)),
    ...all(program.arguments, texts.arguments),
    ...staticArguments(context),
    ...all(program.results, texts.results),
    ...list(
      `${texts.constants} (${program.constants.length}, ${bytes(program.constants.reduce((sum, one) => sum + one.bytes, 0))})`,
      ['', '', ''],
      program.constants.map(one => [one.name, one.text, bytes(one.bytes)]),
      texts.more,
      context.signal
    ),
    html('h3', {}, texts.madeBy),
    facts([
      ['jax', reader.report.producer.jax],
      ['jax_viz', reader.report.producer.jax_viz],
      ['Python', reader.report.producer.python]
    ])
  ];
}

/** No step was done anew: the times are those of look-ups, and three rows would say one thing. */
export function isAllCached({ cached }: Timings): boolean {
  return STEPS.every(step => cached.includes(step));
}

function timingRows({ texts }: DetailsContext, timings: Timings): [string, string][] {
  const row = (name: (typeof STEPS)[number]): [string, string] => {
    const value = timings[name];
    const time = value === null ? '' : seconds(value);
    return [texts[name], timings.cached.includes(name) ? `${time} ${texts.cached}`.trim() : time];
  };
  return STEPS.map(row);
}

function staticArguments(context: DetailsContext): Node[] {
  const pairs = Object.entries(shownProgram(context).static_arguments);
  return pairs.length === 0 ? [] : [html('h3', {}, context.texts.staticArguments), facts(pairs)];
}
