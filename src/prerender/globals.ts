/** What the views ask of a browser besides elements. Each task of the page runs at once, as a microtask. */
import { markupDocument, MarkupElement, MarkupNode } from './markup';

/** The graph's part of a window of 1,200 by 700 pixels or so: it says how many boxes are open. */
const GRAPH = { width: 590, height: 570 };

class Signal {
  aborted = false;
  reason: unknown;
  private readonly listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = new Error('aborted');
    for (const listener of this.listeners) listener();
  }
}

class Controller {
  readonly signal = new Signal();
  abort(): void {
    this.signal.abort();
  }
}

class Channel {
  readonly port1: { onmessage: (() => void) | null; close(): void } = { onmessage: null, close: nothing };
  readonly port2 = { postMessage: () => soon(() => this.port1.onmessage?.()) };
}

function nothing(): void {
  // There is nothing to close and nobody to tell.
}

function soon(act: () => void): number {
  void Promise.resolve().then(act);
  return 0;
}

/** Puts a document and its surroundings where the views look for them. */
export function installGlobals(): void {
  const globals = {
    document: markupDocument(GRAPH),
    window: { addEventListener: nothing },
    navigator: {},
    Node: MarkupNode,
    HTMLElement: MarkupElement,
    SVGElement: MarkupElement,
    AbortController: Controller,
    MessageChannel: Channel,
    MutationObserver: class {
      observe = nothing;
      disconnect = nothing;
    },
    // Work in slices never finds its slice full.
    performance: { now: () => 0 },
    requestAnimationFrame: soon,
    cancelAnimationFrame: nothing,
    // Whatever waits for later is not in the first paint.
    setTimeout: () => 0,
    clearTimeout: nothing
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
