/** Answers one request with an engine: the same in the worker and on a page that can make none. */
import { inflate } from '../report/inflate';
import { packReport } from '../report/packed';
import type { Engine } from './engine';
import type { WorkerAnswer, WorkerRequest } from './protocol';

/** Never rejects: a fault is an answer too. */
export async function answerTo(engine: Engine, request: WorkerRequest): Promise<WorkerAnswer> {
  const { number } = request;
  try {
    switch (request.type) {
      case 'open': {
        const { payload } = request;
        const json = 'json' in payload ? payload.json : await inflate(payload.gzip);
        return { number, type: 'open', report: packReport(engine.open(json)) };
      }
      case 'scene':
        return { number, type: 'scene', scene: engine.scene(request.request).columns };
      case 'svg':
        return { number, type: 'svg', svg: engine.svg(request.request, request.theme) };
      case 'dot':
        return { number, type: 'dot', dot: engine.dot(request.request) };
    }
  } catch (error) {
    return { number, type: 'error', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  // What a browser says of its stack helps nobody.
  if (error instanceof RangeError) return 'This program is nested too deeply, or too large, to be drawn.';
  return error instanceof Error ? error.message : String(error);
}
