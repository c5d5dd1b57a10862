/** An argument, result or captured constant that was pointed at. */
import { html } from '../../dom/elements';
import { bytes } from '../../dom/units';
import { shownProgram, shownStage } from '../context';
import type { DetailsContext } from './details-pane';
import { facts } from './rows';

/** `result` is the position among the program's results, where it is one. */
export function valueDetails(context: DetailsContext, value: number, result = -1): Node[] {
  const { reader, texts } = context;
  const stage = shownStage(context);
  const known = value >= 0 ? reader.value(value) : null;
  const leaf = result >= 0 ? shownProgram(context).results[result] : undefined;
  const readers =
    known === null
      ? []
      : Array.from(stage.consumers.subarray(stage.consumer_offsets[value], stage.consumer_offsets[value + 1]));
  const kind = result >= 0 ? texts.results : texts.inputs;
  return [
    html('h2', {}, leaf?.path || known?.name || kind),
    html('p', { class: 'traits' }, leaf?.text ?? known?.aval ?? ''),
    facts([
      [texts.bytes, bytes(leaf?.bytes ?? known?.bytes ?? 0)],
      [texts.weakType, known?.weak === true ? texts.yes : ''],
      [
        texts.producer,
        known !== null && known.producer >= 0 ? context.link(reader.primitive(known.producer), [known.producer]) : ''
      ],
      [texts.readBy, readers.map(row => context.link(`${reader.primitive(row)}  ${reader.path(row)}`, [row]))]
    ])
  ];
}
