/** Shows the report of an anywidget model. What the viewer asks of the kernel goes over the widget's own comm. */
import { ask, type Model } from './kernel-line';
import { mount } from './mount';

/** Pixels, until the user drags the viewer's edge. */
const HEIGHT = 480;

/** A report as a host gives it: packed, as bytes or in base64. */
type Packed = BufferSource | string;

export interface WidgetView {
  readonly model: Model;
  readonly el: HTMLElement;
  readonly signal?: AbortSignal;
  /** Where it was asked for already. */
  readonly report?: Packed;
}

/** Shows the report and returns what stops it. */
export function showReport({ model, el, signal, report }: WidgetView): () => void {
  const closing = new AbortController();
  const close = (): void => closing.abort();
  signal?.addEventListener('abort', close, { once: true });
  const show = (packed: Packed): void => {
    if (closing.signal.aborted) return;
    const viewer = mount(el, { gzip: base64Of(packed) }, { height: HEIGHT, host: hostOf(model, closing.signal) });
    closing.signal.addEventListener('abort', () => viewer.dispose(), { once: true });
    // The viewer shows its own faults, in its place.
    const hear = (message: unknown, buffers: readonly BufferSource[] = []): void => {
      const changed = (message as { type?: string } | null)?.type === 'changed';
      if (changed && buffers.length > 0) viewer.replace({ gzip: base64Of(buffers[0]) }).catch(() => undefined);
    };
    model.on('msg:custom', hear);
    closing.signal.addEventListener('abort', () => model.off('msg:custom', hear), { once: true });
  };
  const given = report ?? (model.get('gzip') as Packed | undefined);
  if (given !== undefined) show(given);
  // Its answer, that there is no such report, is for the developer of a host: it stays an unhandled rejection.
  else void ask(model, { type: 'get' }, closing.signal).then(({ buffers }) => show(buffers[0]));
  return close;
}

function hostOf(model: Model, signal: AbortSignal): { request(request: { type: string }): Promise<unknown> } | object {
  if (model.send === undefined) return {};
  return {
    request: (request: { type: string; [field: string]: unknown }) =>
      ask(model, request, signal).then(({ answer }) => answer)
  };
}

/** Hosts give bytes as views or buffers, and some give text. */
export function base64Of(packed: Packed): string {
  if (typeof packed === 'string') return packed;
  const bytes = ArrayBuffer.isView(packed)
    ? new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength)
    : new Uint8Array(packed);
  let text = '';
  // A call takes so many arguments and no more.
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
