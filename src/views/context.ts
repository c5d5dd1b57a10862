/** What a view gets from the viewer. */
import type { Host } from '../report/host';
import type { ProgramTables, ReportTables, StageTables } from '../report/tables';
import type { Scene, SceneRequest } from '../layout/scene';
import type { State } from './state';
import type { Texts } from './texts';

/** The layout engine, in a worker or not. */
export interface SceneMaker {
  /** The request to make in place of this one: for a scene that is at hand and will do, that scene's own. */
  settle(request: SceneRequest): SceneRequest;
  scene(request: SceneRequest, signal: AbortSignal): Promise<Scene>;
  svg(request: SceneRequest, theme: 'light' | 'dark', signal: AbortSignal): Promise<string>;
  dot(request: SceneRequest, signal: AbortSignal): Promise<string>;
}

export interface ViewContext {
  readonly report: ReportTables;
  readonly engine: SceneMaker;
  readonly host: Host;
  readonly texts: Texts;
  readonly state: State;
  /** Aborts when the view is taken away. */
  readonly signal: AbortSignal;
}

export function shownProgram({ report, state }: Pick<ViewContext, 'report' | 'state'>): ProgramTables {
  return report.programs[state.place.value.program]!;
}

export function shownStage(context: Pick<ViewContext, 'report' | 'state'>): StageTables {
  return shownProgram(context).stages[context.state.place.value.stage]!;
}

/** All about a program of so many equations is laid out and painted in one frame. */
const FEW_EQUATIONS = 300;

export function isSmall(context: Pick<ViewContext, 'report' | 'state'>): boolean {
  return shownStage(context).count <= FEW_EQUATIONS;
}
