/** Several equations: how many of each primitive. */
import { html } from '../../dom/elements';
import { bytes } from '../../dom/units';
import type { DetailsContext } from './details-pane';
import { list } from './rows';

export function manyDetails(context: DetailsContext, rows: ReadonlySet<number>): Node[] {
  const { reader, texts } = context;
  const byPrimitive = new Map<string, { rows: number[]; bytes: number }>();
  const byPhase = new Map<string, number>();
  for (const row of rows) {
    const primitive = reader.primitive(row);
    let entry = byPrimitive.get(primitive);
    if (entry === undefined) byPrimitive.set(primitive, (entry = { rows: [], bytes: 0 }));
    entry.rows.push(row);
    entry.bytes += reader.outputBytes(row);
    const phase = reader.phase(row);
    if (phase !== null) byPhase.set(texts.phases[phase], (byPhase.get(texts.phases[phase]) ?? 0) + 1);
  }
  const sorted = [...byPrimitive].sort((a, b) => b[1].rows.length - a[1].rows.length || a[0].localeCompare(b[0]));
  return [
    html('h2', {}, texts.equations(rows.size)),
    html('p', { class: 'traits' }, [...byPhase].map(([name, count]) => `${count} ${name}`).join(' · ')),
    ...list(
      texts.primitives,
      [texts.primitive, texts.count, texts.bytesOut],
      sorted.map(([name, entry]) => [
        context.link(name, entry.rows),
        String(entry.rows.length),
        entry.bytes > 0 ? bytes(entry.bytes) : ''
      ]),
      texts.more,
      context.signal
    )
  ];
}
