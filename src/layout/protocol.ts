/** Messages between the page and the worker. One request, one answer with the same number. */
import type { PackedReport } from '../report/packed';
import type { SceneRequest } from './scene';
import type { SceneColumns } from './scene-columns';

/** A report as a host has it: the plain document's text, or the envelope of a notebook output. */
export type Payload = ({ json: string } | { gzip: string }) & {
  /** The first scene as JSON, where the page carries it (`first-scene.ts`). */
  first?: string;
};

export type WorkerRequest =
  | { number: number; type: 'open'; payload: Payload }
  | { number: number; type: 'scene'; request: SceneRequest }
  | { number: number; type: 'svg'; request: SceneRequest; theme: 'light' | 'dark' }
  | { number: number; type: 'dot'; request: SceneRequest };

export type WorkerAnswer =
  | { number: number; type: 'open'; report: PackedReport }
  | { number: number; type: 'scene'; scene: SceneColumns }
  | { number: number; type: 'svg'; svg: string }
  | { number: number; type: 'dot'; dot: string }
  | { number: number; type: 'error'; message: string };
