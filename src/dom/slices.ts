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

/** A page that is not shown has no frames; then work goes on after so many milliseconds. */
const NO_FRAME = 60;

/**
 * Lets the browser show what was made so far. Laying out and painting new elements takes longer than making them,
 * so who makes many waits for a frame after each slice: else one frame has to show them all.
 */
export async function nextFrame(): Promise<void> {
  await frameStart();
  // That comes before the frame is laid out and painted; a message comes after.
  await breathe();
}

/** Goes on just before the next frame is laid out: what is asked and changed then costs no frame of its own. */
export function frameStart(): Promise<void> {
  return new Promise(resolve => {
    const go = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(go, NO_FRAME);
    const frame = requestAnimationFrame(go);
  });
}

/** For what need not be in a first paint, where nothing ever is later. */
export function later(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}

/** How long a slice is, in milliseconds, and what happens between slices. */
export interface Pace {
  readonly slice: number;
  readonly rest: () => Promise<void>;
}

/** The page answers soon, and paints when it likes. */
export const STEADY: Pace = { slice: SLICE, rest: breathe };
/** For many elements: each slice of them is laid out and painted before the next. */
export const GENTLE: Pace = { slice: SLICE, rest: nextFrame };
/** For few elements, whose number is bounded: frames in between would take longer than making them all. */
export const BRISK: Pace = { slice: 100, rest: frameStart };

/**
 * Calls `work(i)` for 0 ≤ i < count, in slices. The first slice runs at once, so short work is done when
 * this returns its promise.
 */
export async function inSlices(
  count: number,
  work: (index: number) => void,
  signal: AbortSignal,
  { slice, rest }: Pace = STEADY
): Promise<void> {
  let end = performance.now() + slice;
  for (let index = 0; index < count; index += 1) {
    if (signal.aborted) return;
    work(index);
    // Reading the clock costs more than a small step of work.
    if ((index & 7) === 7 && performance.now() > end) {
      await rest();
      end = performance.now() + slice;
    }
  }
}

/** Runs a generator to its end in slices; settles with false where the signal aborted before. */
export async function runInSlices(
  steps: Iterator<unknown>,
  signal: AbortSignal,
  { slice, rest }: Pace = STEADY
): Promise<boolean> {
  let end = performance.now() + slice;
  while (!signal.aborted) {
    if (steps.next().done === true) return true;
    if (performance.now() < end) continue;
    await rest();
    end = performance.now() + slice;
  }
  return false;
}
