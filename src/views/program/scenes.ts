/** Keeps the scene that belongs to the state: asks the engine when a wish changes, drops answers that come too late. */
import { Store } from '../../dom/store';
import type { Scene, SceneRequest } from '../../layout/scene';
import type { ViewContext } from '../context';
import { EVERYTHING } from '../../layout/grouping/opening';
import { ALL_OPEN, fold, UNFOLDED } from '../state';
import { budgetFor, MOST_BOXES } from './budget';

export interface ShownScene {
  readonly scene: Scene;
  readonly request: SceneRequest;
  /** The box that was opened or closed and stays where it is. */
  readonly anchor: string | null;
}

export function sceneRequest({ state, texts }: Pick<ViewContext, 'state' | 'texts'>, budget: number): SceneRequest {
  const { program, stage } = state.place.value;
  return {
    program,
    stage,
    grouping: state.grouping.value,
    plumbing: state.plumbing.value,
    opened: state.folding.value.opened,
    closed: state.folding.value.closed,
    budget,
    language: texts.language
  };
}

export class Scenes {
  readonly shown = new Store<ShownScene | null>(null);
  readonly fault = new Store<string | null>(null);
  private asking: AbortController | null = null;
  private pending: Promise<void> = Promise.resolve();

  private budget = MOST_BOXES;

  /** `windowSize` says how large the picture's window is. */
  constructor(
    private readonly context: ViewContext,
    private readonly windowSize: () => { width: number; height: number }
  ) {
    const { state, signal } = context;
    const afresh = (): void => {
      state.folding.set(UNFOLDED);
      void this.ask(null);
    };
    state.place.watch(afresh, signal);
    state.grouping.watch(afresh, signal);
    state.plumbing.watch(() => void this.ask(null), signal);
    signal.addEventListener('abort', () => this.asking?.abort(), { once: true });
  }

  /** Opens or closes a box by hand. */
  fold(id: string, open: boolean): Promise<void> {
    const { folding } = this.context.state;
    folding.set(fold(folding.value, id, open));
    return this.ask(id);
  }

  /** Opens all boxes, or again as many as there is room for. */
  openAll(open: boolean): Promise<void> {
    this.context.state.folding.set(open ? ALL_OPEN : UNFOLDED);
    return this.ask(null);
  }

  /** Asks for the scene of the present state. */
  ask(anchor: string | null): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    // Opening one box must not close others, so the budget holds until the scene is chosen anew.
    if (anchor === null) {
      const { width, height } = this.windowSize();
      const budget = this.context.state.folding.value.everything ? EVERYTHING : budgetFor(width, height);
      const wanted = sceneRequest(this.context, budget);
      // A scene that is at hand may have been made for another window; what is shown decides.
      this.budget = this.context.engine.settle(wanted).budget;
    }
    const request = sceneRequest(this.context, this.budget);
    this.pending = this.context.engine.scene(request, asking.signal).then(
      scene => {
        if (asking.signal.aborted) return;
        this.fault.set(null);
        this.shown.set({ scene, request, anchor });
      },
      (error: unknown) => {
        if (!asking.signal.aborted) this.fault.set(error instanceof Error ? error.message : String(error));
      }
    );
    return this.pending;
  }
}
