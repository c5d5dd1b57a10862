/** The list of keys. */
import { button, html } from '../dom/elements';
import type { Texts } from '../views/texts';

/** `views` is how many there are to choose from. */
export function keysDialog(texts: Texts, views: number, signal: AbortSignal): HTMLDialogElement {
  const all = views > 1 ? [...texts.keyList, [`1 – ${views}`, texts.viewKeys] as const] : texts.keyList;
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
        ...all.map(([keys, what]) => html('tr', {}, html('th', { scope: 'row' }, keys), html('td', {}, what)))
      )
    )
  );
  dialog.append(button(texts.close, texts.close, () => dialog.close(), signal));
  return dialog;
}
