/** Work in slices, so that the page answers while something long is done. */

/** Longest stretch of work between two chances for the page to answer, in milliseconds. */
export const SLICE = 8;

/** Lets pending input and painting happen, then goes on. */
export function breathe(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Calls `work(i)` for 0 ≤ i < count, in slices. The first slice runs at once, so short work is done when
 * this returns its promise.
 */
export async function inSlices(
  count: number,
  work: (index: number) => void,
  signal: AbortSignal,
  slice = SLICE
): Promise<void> {
  let end = performance.now() + slice;
  for (let index = 0; index < count; index += 1) {
    if (signal.aborted) return;
    work(index);
    // Reading the clock costs more than a small step of work.
    if ((index & 15) === 15 && performance.now() > end) {
      await breathe();
      end = performance.now() + slice;
    }
  }
}
