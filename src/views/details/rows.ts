/** Small tables of a name and values. */
import { html, type Child } from '../../dom/elements';
import { GENTLE, inSlices, later, nextFrame } from '../../dom/slices';

/** Rows shown before the rest is asked for. */
const SHOWN = 100;
/** Rows that are there at once, in a first paint too: as many as a pane shows. Further ones come while the page answers. */
const AT_ONCE = 32;
/** Longer names may break anywhere. */
const LONG_NAME = 24;
/** Longer values are folded. */
const LONG = 160;

/** A table with one row a fact: name, then value. Facts without a value are left out. */
export function facts(rows: readonly (readonly [string, Child | readonly Child[]])[]): HTMLTableElement {
  return html(
    'table',
    { class: 'facts' },
    html(
      'tbody',
      {},
      ...rows.flatMap(([name, value]) => {
        const values = (Array.isArray(value) ? (value as readonly Child[]) : [value as Child]).filter(
          item => item !== null && item !== '' && item !== false
        );
        if (values.length === 0) return [];
        return values.map((item, k) =>
          html(
            'tr',
            {},
            html('th', { scope: 'row', class: name.length > LONG_NAME && 'long-name' }, k === 0 ? folded(name) : ''),
            html('td', {}, typeof item === 'string' ? folded(item) : item)
          )
        );
      })
    )
  );
}

/** So many letters fit in one line of the usual pane. */
const ROOMY = 34;

/** Names with an aval and a size: the aval goes below the name where one line is too short for all three. */
function classOfList(rows: readonly (readonly Child[])[]): string {
  if (!rows.every(cells => cells.length === 3 && cells.every(cell => typeof cell === 'string'))) return 'list';
  return rows.every(cells => cells.join('').length <= ROOMY) ? 'list values short' : 'list values';
}

/** The start of a long text, for where it cannot open. */
export function shortened(text: string): string {
  return text.length <= LONG ? text : `${text.slice(0, LONG)} …`;
}

/** A long text shows its start and opens. */
export function folded(text: string): Node {
  if (text.length <= LONG) return document.createTextNode(text);
  return html('details', {}, html('summary', {}, shortened(text)), html('div', { class: 'long', tabindex: 0 }, text));
}

/** A heading and a table with columns; the last columns are numbers. */
export function list(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
  more: (count: number) => string,
  signal: AbortSignal
): HTMLElement[] {
  if (rows.length === 0) return [];
  const body = html('tbody');
  const add = (row: number): void =>
    body.append(
      html(
        'tr',
        {},
        ...rows[row].map((cell, k) =>
          html(k === 0 ? 'th' : 'td', k === 0 ? { scope: 'row' } : {}, typeof cell === 'string' ? folded(cell) : cell)
        )
      )
    );
  const addLater = async (from: number, to: number): Promise<void> => {
    await later();
    await nextFrame();
    await inSlices(Math.max(0, to - from), k => add(from + k), signal, GENTLE);
  };
  const first = Math.min(rows.length, AT_ONCE);
  for (let row = 0; row < first; row += 1) add(row);
  const usual = addLater(first, Math.min(rows.length, SHOWN));
  const table = html(
    'table',
    { class: classOfList(rows), 'aria-label': title },
    html(
      'thead',
      { class: columns.some(Boolean) ? null : 'visually-hidden' },
      html('tr', {}, ...columns.map(name => html('th', { scope: 'col' }, name)))
    ),
    body
  );
  const made: HTMLElement[] = [html('h3', {}, title), table];
  if (rows.length > SHOWN) {
    const rest = html('button', { type: 'button', class: 'quiet' }, more(rows.length - SHOWN));
    rest.addEventListener(
      'click',
      () => {
        rest.remove();
        void usual.then(() => addLater(SHOWN, rows.length));
      },
      { signal }
    );
    made.push(rest);
  }
  return made;
}
