/** The layout engine behind numbered messages: in a worker, or on the page where none can be made. */
import { breathe } from '../dom/slices';
import { ownWorkerAddress } from '../dom/trusted';
import { answerTo } from '../layout/answer';
import { Engine } from '../layout/engine';
import { type FirstScene, readFirstScene, serves } from '../layout/first-scene';
import type { Payload, WorkerAnswer, WorkerRequest } from '../layout/protocol';
import { Scene, type SceneRequest } from '../layout/scene';
import { readReport } from '../report/decode';
import { inflate, inflatedSize } from '../report/inflate';
import { unpackReport } from '../report/packed';
import type { ReportTables } from '../report/tables';
import type { SceneMaker } from '../views/context';
import workerText from './worker-text';

/** A report up to this size is read on the page in a few milliseconds. Characters of JSON. */
const SMALL = 300_000;

/** A request without its number; distributes over the kinds of requests. */
type Unnumbered<T> = T extends WorkerRequest ? Omit<T, 'number'> : never;
type Request = Unnumbered<WorkerRequest>;
type AnswerTo<Type extends WorkerRequest['type']> = Extract<WorkerAnswer, { type: Type }>;

/** Whatever answers requests. */
interface Line {
  post(request: WorkerRequest): void;
  close(): void;
}
/** Who asked, and what, should somebody else have to answer. */
interface Waiting {
  readonly request: WorkerRequest;
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}
type Connect = (onAnswer: (answer: WorkerAnswer) => void, onFailure: (message: string) => void) => Line;

export class EngineClient implements SceneMaker {
  private readonly waiting = new Map<number, Waiting>();
  /** Made with the first request: starting a worker competes with the page for the processor. */
  private line: Line | null = null;
  private next = 1;
  private payload: Payload | null = null;
  private answered = false;
  private first: FirstScene | null = null;
  /** The line has been sent the report, or need not be yet: `wake` sends it. */
  private awake = true;
  private readonly life = new AbortController();

  constructor(
    private readonly connect: Connect = connectWorker,
    private readonly fallback: Connect = connectPage
  ) {}

  async open({ first, ...payload }: Payload, signal: AbortSignal): Promise<ReportTables> {
    this.payload = payload;
    this.first = first === undefined ? null : readFirstScene(first);
    if (this.first === null || sizeOf(payload) > SMALL) {
      return unpackReport(((await this.ask({ type: 'open', payload }, signal)) as AnswerTo<'open'>).report);
    }
    // Nothing on the way to the first picture waits for the worker.
    this.awake = false;
    return readReport('json' in payload ? payload.json : await inflate(payload.gzip));
  }

  /** Starts the worker if it was not needed so far, so that the next scene comes sooner. */
  wake(): void {
    if (this.awake || this.payload === null || this.life.signal.aborted) return;
    this.awake = true;
    // A fault of it shows with the next scene.
    this.ask({ type: 'open', payload: this.payload }, this.life.signal).catch(() => undefined);
  }

  settle(request: SceneRequest): SceneRequest {
    const { first } = this;
    return first !== null && serves(first.request, request) ? { ...request, budget: first.request.budget } : request;
  }

  async scene(request: SceneRequest, signal: AbortSignal): Promise<Scene> {
    const { first } = this;
    this.first = null;
    if (first !== null && serves(first.request, request)) return first.scene;
    return new Scene(((await this.ask({ type: 'scene', request }, signal)) as AnswerTo<'scene'>).scene);
  }

  async svg(request: SceneRequest, theme: 'light' | 'dark', signal: AbortSignal): Promise<string> {
    return ((await this.ask({ type: 'svg', request, theme }, signal)) as AnswerTo<'svg'>).svg;
  }

  async dot(request: SceneRequest, signal: AbortSignal): Promise<string> {
    return ((await this.ask({ type: 'dot', request }, signal)) as AnswerTo<'dot'>).dot;
  }

  close(): void {
    this.life.abort();
    this.line?.close();
    for (const { reject } of this.waiting.values()) reject(closed());
    this.waiting.clear();
  }

  private makeLine(): Line {
    try {
      return this.connect(
        answer => this.take(answer),
        message => this.fail(message)
      );
    } catch {
      // A content security policy may forbid workers.
      return this.fallback(
        answer => this.take(answer),
        message => this.fail(message)
      );
    }
  }

  private async ask(request: Request, signal: AbortSignal): Promise<WorkerAnswer> {
    signal.throwIfAborted();
    if (this.life.signal.aborted) throw closed();
    this.wake();
    this.line ??= this.makeLine();
    const { line } = this;
    const number = this.next;
    this.next += 1;
    // A view asks for many scenes under one signal; each listens only while it waits.
    const settled = new AbortController();
    return new Promise<WorkerAnswer>((resolve, reject) => {
      const sent = { ...request, number };
      this.waiting.set(number, { request: sent, resolve, reject });
      signal.addEventListener(
        'abort',
        () => {
          if (this.waiting.delete(number)) reject(signal.reason as Error);
        },
        { once: true, signal: settled.signal }
      );
      line.post(sent);
    }).finally(() => settled.abort());
  }

  private take(answer: WorkerAnswer): void {
    this.answered = true;
    const waiting = this.waiting.get(answer.number);
    // An aborted request has nobody waiting any more.
    if (waiting === undefined) return;
    this.waiting.delete(answer.number);
    if (answer.type === 'error') waiting.reject(new Error(answer.message));
    else waiting.resolve(answer);
  }

  /** A worker that never said anything could not start: a policy that blocks `blob:` says so by an event only. */
  private fail(message: string): void {
    if (!this.answered) {
      this.answered = true;
      this.line?.close();
      const line = this.fallback(
        answer => this.take(answer),
        reason => this.fail(reason)
      );
      this.line = line;
      for (const { request } of this.waiting.values()) line.post(request);
      return;
    }
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}

function closed(): DOMException {
  return new DOMException('The viewer was closed.', 'AbortError');
}

/** Characters of JSON; of a packed report, which may be small and unfold to a large one, bytes. */
function sizeOf(payload: Payload): number {
  return 'json' in payload ? payload.json.length : inflatedSize(payload.gzip);
}

function connectWorker(onAnswer: (answer: WorkerAnswer) => void, onFailure: (message: string) => void): Line {
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  const worker = new Worker(ownWorkerAddress(url), { name: 'jax_viz layout' });
  worker.onmessage = (event: MessageEvent<WorkerAnswer>) => onAnswer(event.data);
  worker.onerror = event => {
    event.preventDefault();
    onFailure(event.message);
  };
  return {
    post: request => worker.postMessage(request),
    close: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    }
  };
}

/** The engine on the page itself. It answers, but not in slices: a large report holds the page up meanwhile. */
function connectPage(onAnswer: (answer: WorkerAnswer) => void): Line {
  const engine = new Engine();
  let open = true;
  // One after the other, as in the worker, and with a chance for the page to paint in between.
  let turn: Promise<void> = Promise.resolve();
  return {
    post: request => {
      turn = turn.then(breathe).then(async () => {
        const answer = await answerTo(engine, request);
        if (open) onAnswer(answer);
      });
    },
    close: () => {
      open = false;
    }
  };
}
