/** One equation. */
import { bytes } from '../../dom/units';
import { html } from '../../dom/elements';
import { nameIn, pictureTexts } from '../../layout/texts';
import { shownStage } from '../context';
import { frameText, type FrameFacts, type ValueFacts } from '../equation';
import { sourceIndexOf } from '../source/source-index';
import type { DetailsContext } from './details-pane';
import { facts, list } from './rows';

export function equationDetails(context: DetailsContext, row: number): Node[] {
  const { reader, texts } = context;
  const stage = shownStage(context);
  const name = reader.name(row);
  const phase = reader.phase(row);
  const source = reader.source(row);
  const traits = [
    phase === null ? '' : texts.phases[phase],
    reader.batched(row) ? texts.batched : '',
    source === null || source.line <= 0
      ? ''
      : `${source.hasText ? '' : `${source.file} `}${texts.line(frameText(source))}`
  ];
  const hint = texts.hints[reader.hint(row)];
  return [
    html('h2', {}, reader.primitive(row)),
    html('p', { class: 'traits' }, traits.filter(Boolean).join(' · ')),
    ...(hint === undefined ? [] : [html('p', { class: 'note' }, hint)]),
    facts([
      [texts.functionName, name],
      [texts.via, reader.via(row)],
      [texts.inputs, reader.inputs(row).map(value => valueText(context, value))],
      [texts.outputs, reader.outputs(row).map(value => valueText(context, value))],
      [texts.scopes, reader.scopes(row)],
      [texts.effects, reader.effects(row)],
      [texts.path, html('code', { class: 'path' }, reader.path(row))]
    ]),
    ...list(
      texts.regions,
      ['', ''],
      reader
        .regionsOf(row)
        .map(region => [
          nameIn(pictureTexts(texts.language), reader.regionLabel(region)),
          context.link(
            texts.regionOf(reader.regionCount(region), stage.regions.trips[region]),
            reader.rowsOfRegion(region)
          )
        ]),
      texts.more,
      context.signal
    ),
    ...params(context, row),
    ...list(
      texts.callStack,
      ['', ''],
      reader.callStack(row).map(frame => stackRow(context, frame)),
      texts.more,
      context.signal
    )
  ];
}

/** A value: literal or name, aval; the equation that makes it can be gone to. */
export function valueText(context: DetailsContext, value: ValueFacts): Node {
  const { texts } = context;
  const title = [value.bytes > 0 ? bytes(value.bytes) : '', value.weak ? texts.weakType : '']
    .filter(Boolean)
    .join(' · ');
  const shown =
    value.literal !== null
      ? `${value.literal} : ${value.aval}`
      : value.name === ''
        ? value.aval
        : `${value.name} : ${value.aval}`;
  const rows = value.producer >= 0 ? [value.producer] : [];
  return context.link(shown, rows, title);
}

function params(context: DetailsContext, row: number): Node[] {
  const pairs = context.reader.params(row).filter(([, value]) => value !== '');
  return pairs.length === 0 ? [] : [html('h3', {}, context.texts.params), facts(pairs)];
}

function stackRow(context: DetailsContext, frame: FrameFacts): (Node | string)[] {
  const index = sourceIndexOf(context.report, shownStage(context));
  const rows = index.rowsThrough(frame.frame);
  return [frame.function, context.link(`${frame.file}:${frame.line}`, rows, `${frame.file} ${frameText(frame)}`)];
}
