/** The engine in a Web Worker, or in QuickJS where Python calls it by name. */
import { answerTo } from './answer';
import { Engine } from './engine';
import { buffersIn } from './buffers';
import type { WorkerAnswer, WorkerRequest } from './protocol';
import type { SceneRequest } from './scene';
import { plainScene } from './scene-json';

interface WorkerSide {
  postMessage(answer: WorkerAnswer, transfer: Transferable[]): void;
  onmessage: ((event: { data: WorkerRequest }) => void) | null;
}

/** For Python: texts in, texts out. */
interface TextSide {
  open(json: string): void;
  scene(request: string): string;
  svg(request: string, theme: 'light' | 'dark'): string;
  /** Lets go of the report. */
  close(): void;
}

declare const globalThis: { jaxViz?: TextSide; self?: unknown; postMessage?: unknown };

const engine = new Engine();

if (typeof globalThis.self === 'object' && typeof globalThis.postMessage === 'function') {
  serve(globalThis.self as WorkerSide);
} else {
  globalThis.jaxViz = {
    open: json => void engine.open(json),
    scene: request => plainScene(engine.scene(JSON.parse(request) as SceneRequest)),
    svg: (request, theme) => engine.svg(JSON.parse(request) as SceneRequest, theme),
    close: () => engine.close()
  };
}

function serve(side: WorkerSide): void {
  // One after the other: a scene is asked for while its report still inflates.
  let turn: Promise<void> = Promise.resolve();
  side.onmessage = ({ data }) => {
    turn = turn.then(async () => {
      const answer = await answerTo(engine, data);
      side.postMessage(answer, buffersIn(answer));
    });
  };
}
