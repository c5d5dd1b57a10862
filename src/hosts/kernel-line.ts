/** Numbered questions to the kernel over a widget's own comm, and their answers. */
import { PROTOCOL } from './protocol';

/** As much of an anywidget model as we use. Hosts without a kernel have no `send`. */
export interface Model {
  get(name: string): unknown;
  on(event: 'msg:custom', callback: (message: unknown, buffers?: readonly BufferSource[]) => void): void;
  off(event: 'msg:custom', callback: (message: unknown, buffers?: readonly BufferSource[]) => void): void;
  send?(message: unknown): void;
}

export interface Answer {
  readonly id: string;
  readonly error?: string;
  readonly [field: string]: unknown;
}

let asked = 0;

/** Asks the kernel; settles when it answers, which a busy one does late. Rejects with what the kernel says is wrong. */
export function ask(
  model: Model,
  request: { type: string; [field: string]: unknown },
  signal: AbortSignal
): Promise<{ answer: Answer; buffers: readonly BufferSource[] }> {
  return new Promise((resolve, reject) => {
    asked += 1;
    // A kernel tells everybody: other pages that show the same widget count from one too.
    const id = `${asked}.${Math.random()}`;
    const hear = (message: unknown, buffers: readonly BufferSource[] = []): void => {
      const answer = message as Answer | null;
      if (answer?.id !== id) return;
      stop();
      if (answer.error === undefined) resolve({ answer, buffers });
      else reject(new Error(answer.error));
    };
    const stop = (): void => {
      model.off('msg:custom', hear);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    model.on('msg:custom', hear);
    model.send?.({ ...request, id, protocol: PROTOCOL });
  });
}
