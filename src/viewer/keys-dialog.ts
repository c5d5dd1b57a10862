/** The list of keys. */
import { button, html } from '../dom/elements';
import type { Texts } from '../views/texts';

export function keysDialog(texts: Texts, signal: AbortSignal): HTMLDialogElement {
  const dialog = html(
    'dialog',
    { class: 'keys', 'aria-label': texts.keys },
    html('h2', {}, texts.keys),
    html(
      'table',
      {},
      html(
        'tbody',
        {},
        ...texts.keyList.map(([keys, what]) => html('tr', {}, html('th', { scope: 'row' }, keys), html('td', {}, what)))
      )
    )
  );
  dialog.append(button(texts.close, texts.close, () => dialog.close(), signal));
  return dialog;
}
