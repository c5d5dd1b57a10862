/**
 * Which texts a regular expression matches. Backtracking may take years for one text and nothing on the page could
 * stop it, so it runs in a short-lived worker that can be ended.
 */

/** A search that was given up. */
export class SlowSearchError extends Error {}

/** What an answer may take, in milliseconds. */
export const LIMIT = 1000;
/** Texts in one message: so many are matched far within the limit by an expression that does not explode. */
const BATCH = 2000;
/** Without a worker: texts are matched by their start, of so many characters. */
const START = 200;

/** Says when it is there; then answers each list of texts with a list of truth values. */
export const WORKER = `onmessage = ({ data: { source, flags, texts } }) => {
  const regex = new RegExp(source, flags);
  postMessage(texts.map(text => regex.test(text)));
};
postMessage(null);`;

/** The texts among `texts` that match. */
export async function matching(regex: RegExp, texts: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  try {
    return await matchingInWorker(regex, texts, signal);
  } catch (error) {
    if (!(error instanceof NoWorkerError)) throw error;
    return matchingHere(regex, texts);
  }
}

/** A policy may forbid workers, by an exception or by an event. */
class NoWorkerError extends Error {}

function matchingInWorker(
  { source, flags }: RegExp,
  texts: readonly string[],
  signal: AbortSignal
): Promise<Set<string>> {
  const settled = new AbortController();
  return new Promise<Set<string>>((resolve, reject) => {
    signal.throwIfAborted();
    let worker: Worker;
    try {
      const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
      settled.signal.addEventListener('abort', () => URL.revokeObjectURL(url));
      worker = new Worker(url, { name: 'jax_viz search' });
    } catch {
      throw new NoWorkerError();
    }
    settled.signal.addEventListener('abort', () => worker.terminate());
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: settled.signal });
    const found = new Set<string>();
    let sent = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    settled.signal.addEventListener('abort', () => clearTimeout(timer));
    worker.onerror = event => {
      event.preventDefault();
      reject(new NoWorkerError());
    };
    worker.onmessage = (event: MessageEvent<readonly boolean[] | null>) => {
      clearTimeout(timer);
      if (event.data !== null) {
        event.data.forEach((is, k) => is && found.add(texts[sent + k]));
        sent += event.data.length;
      }
      if (sent >= texts.length) {
        resolve(found);
        return;
      }
      timer = setTimeout(() => reject(new SlowSearchError()), LIMIT);
      worker.postMessage({ source, flags, texts: texts.slice(sent, sent + BATCH) });
    };
  }).finally(() => settled.abort());
}

/** On the page only what cannot explode: no repeated groups, few repetitions, the start of each text. */
function matchingHere(regex: RegExp, texts: readonly string[]): Set<string> {
  // What stands in a class or behind a backslash is a letter like others, but for back references.
  const bare = regex.source.replace(/\\[^\dk]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (/\)[*+{]|\\/.test(bare) || (bare.match(/[*+{]/g) ?? []).length > 2) throw new SlowSearchError();
  return new Set(texts.filter(text => regex.test(text.slice(0, START))));
}
