/** The program: source, graph or tree, details; all three show one selection. */
import { html } from '../../dom/elements';
import { breathe, nextFrame } from '../../dom/slices';
import { Graph } from '../../graph/graph';
import { marksOf } from '../../graph/marks';
import { along, boxOfRows, neighbour, share, type Direction } from '../../graph/walk';
import type { Box, Scene } from '../../layout/scene';
import { isSmall, shownProgram, shownStage, type ViewContext } from '../context';
import { DetailsPane } from '../details/details-pane';
import { EquationReader } from '../equation';
import { SourcePane } from '../source/source-pane';
import { choice, NOTHING, toggled, type Choice, type Origin } from '../state';
import { Tree } from '../tree/tree';
import { legend } from './legend';
import { Marking } from './marking';
import { Scenes, type ShownScene } from './scenes';
import { splitter } from './splitter';

const ARROWS: { readonly [key: string]: Direction | undefined } = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down'
};
/** Percent of the view. */
const SOURCE_WIDTH = 31;
const DETAILS_WIDTH = 23;
/** A match may hide this many groups deep. */
const DEEPEST = 64;

export class ProgramView {
  readonly element: HTMLElement;
  readonly scenes: Scenes;
  readonly graph: Graph;
  private readonly tree: Tree;
  private readonly source: SourcePane;
  private readonly details: DetailsPane;
  private readonly stageElement: HTMLElement;
  private readonly fault: HTMLElement;
  /** For a place where it covers nothing. */
  readonly legend: HTMLElement;
  private boxes: Int32Array = new Int32Array(0);
  private readonly marking = new Marking();
  private reader: EquationReader;
  private drawing: Promise<void> = Promise.resolve();
  /** Number of the last reveal: a newer one overtakes those that still open boxes. */
  private revealing = 0;

  /** `position` is where the camera of the first scene stands; null leaves it to the graph. */
  constructor(
    private readonly context: ViewContext,
    private position: Graph['position'] | null = null
  ) {
    const { texts, state, signal } = context;
    const program = shownProgram(context);
    this.reader = new EquationReader(context.report, shownStage(context));
    this.graph = new Graph({
      label: texts.graphLabel(program.name, shownStage(context).count),
      hint: texts.graphHint,
      corner: { inSight: texts.inSight, minimapTitle: texts.minimapTitle, minimap: state.minimap },
      pathOf: row => this.reader.path(row),
      signal,
      events: {
        hover: box => this.hover(box, 'graph'),
        choose: (box, add) => this.choose(box, add, 'graph'),
        toggle: box => void this.toggle(box),
        ground: () => state.selection.set(NOTHING),
        key: event => this.onKey(event)
      }
    });
    this.scenes = new Scenes(context, () => this.graph.size());
    this.tree = new Tree(context, {
      hover: box => this.hover(box, 'tree'),
      choose: (box, add) => this.choose(box, add, 'tree'),
      fold: (box, open) => this.fold(box, open)
    });
    this.source = new SourcePane(context);
    this.details = new DetailsPane(context, chosen => void this.reveal(chosen));
    this.legend = legend(context);
    this.fault = html('p', { class: 'fault', role: 'alert', hidden: true });
    this.stageElement = html(
      'section',
      { class: 'pane stage', 'aria-label': texts.graph },
      this.fault,
      this.graph.element,
      this.tree.element
    );
    this.element = html(
      'div',
      { class: 'program-view', 'data-pane': 'graph' },
      this.source.element,
      this.stageElement,
      this.details.element
    );
    this.element.append(
      splitter(this.element, texts.source, '--source-width', 'start', SOURCE_WIDTH, signal),
      splitter(this.element, texts.details, '--details-width', 'end', DETAILS_WIDTH, signal)
    );

    this.scenes.shown.watch(shown => shown !== null && this.show(shown), signal);
    this.scenes.fault.watch(message => this.showFault(message), signal);
    state.form.watch(form => this.showForm(form), signal, true);
    state.selection.watch((chosen, before) => {
      this.mark();
      if (chosen.origin !== 'graph' && chosen !== before) this.bringIntoSight(chosen);
    }, signal);
    state.hover.watch(() => this.mark(), signal);
    state.found.watch(() => this.mark(), signal);
  }

  /**
   * Fills the panes and draws the first scene, once the element is on the page. The picture's window is asked for
   * while the panes are empty, and in a large program each of them gets frames of its own. Settles when everything is there.
   */
  async start(): Promise<void> {
    const { signal } = this.context;
    const small = isSmall(this.context);
    await (small ? breathe() : nextFrame());
    if (signal.aborted) return;
    const asked = this.scenes.ask(null);
    this.details.start();
    if (!small) await nextFrame();
    if (signal.aborted) return;
    await this.source.start();
    await asked;
    await this.drawing;
    const fault = this.scenes.fault.value;
    if (fault !== null && this.scenes.shown.value === null) throw new Error(fault);
  }

  drawn(): number {
    return this.graph.drawn();
  }

  focus(): void {
    if (this.context.state.form.value === 'picture') this.graph.element.focus();
    else this.tree.focus();
  }

  /** Opens what hides the first of the chosen equations among others, then selects them. */
  async reveal(chosen: Choice): Promise<void> {
    const { lead } = chosen;
    this.revealing += 1;
    const { revealing } = this;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const box = this.scene?.boxes[this.boxes[lead] ?? -1];
      if (box === undefined || box.open || !box.expandable || isItself(box, lead)) break;
      // A group that is chosen as a whole is in sight as it is.
      if (share(box, chosen.rows) === 'all') break;
      await this.scenes.fold(box.id, true);
      if (revealing !== this.revealing) return;
      if (this.scenes.fault.value !== null || this.scene?.boxes[this.boxes[lead]]?.id === box.id) break;
    }
    await this.graph.placed;
    if (revealing !== this.revealing) return;
    const { selection } = this.context.state;
    // Who selected it before it was reached, as a link does, is not told again: it lies elsewhere now.
    if (selection.value === chosen) this.bringIntoSight(chosen);
    else selection.set(chosen);
  }

  /** Closes or opens the box, which stays where it is. */
  private async toggle(index: number): Promise<void> {
    const box = this.scene?.boxes[index];
    if (box === undefined || !box.expandable) return;
    await this.fold(index, !box.open);
  }

  private async fold(index: number, open: boolean): Promise<void> {
    const box = this.scene?.boxes[index];
    if (box !== undefined && box.expandable && box.open !== open) await this.scenes.fold(box.id, open);
  }

  private get scene(): Scene | null {
    return this.scenes.shown.value?.scene ?? null;
  }

  private show({ scene, anchor }: ShownScene): void {
    const stage = shownStage(this.context);
    this.reader = new EquationReader(this.context.report, stage);
    this.boxes = boxOfRows(scene, stage.count);
    this.drawing = this.graph.show(scene, anchor, this.position);
    this.position = null;
    if (this.context.state.form.value === 'tree') void this.tree.show(scene);
    this.mark();
  }

  private showFault(message: string | null): void {
    this.fault.hidden = message === null;
    this.fault.textContent = message === null ? '' : this.context.texts.failed(this.context.texts.graph, message);
  }

  private showForm(form: 'picture' | 'tree'): void {
    this.graph.element.hidden = form !== 'picture';
    this.tree.element.hidden = form !== 'tree';
    if (form === 'tree' && this.scene !== null) {
      void this.tree.show(this.scene);
      this.mark();
    }
  }

  private hover(index: number, origin: Origin): void {
    const box = this.scene?.boxes[index];
    const { hover } = this.context.state;
    if (box === undefined) hover.set(NOTHING);
    else if (hover.value.box !== box.id) hover.set(choice(box.members, origin, box.id));
  }

  private choose(index: number, add: boolean, origin: Origin): void {
    const box = this.scene?.boxes[index];
    if (box === undefined) return;
    const { selection } = this.context.state;
    const own = box.equations.length > 0 && (box.kind === 'equation' || box.kind === 'mark') ? box.equations[0] : -1;
    const made = choice(box.members, origin, box.id);
    const chosen = own >= 0 ? { ...made, lead: own } : made;
    selection.set(add ? toggled(selection.value, chosen) : chosen);
  }

  /** The box under the keyboard: the one chosen last, else the one that holds the chosen equation. */
  private current(): number {
    const { selection } = this.context.state;
    const byId = selection.value.box === null ? -1 : this.graph.boxIndex(selection.value.box);
    if (byId >= 0) return byId;
    return selection.value.lead >= 0 ? (this.boxes[selection.value.lead] ?? -1) : -1;
  }

  private mark(): void {
    const { scene } = this;
    if (scene === null) return;
    const { selection, hover, found } = this.context.state;
    const marks = this.marking.marks(scene, this.boxes, {
      current: this.current(),
      chosen: selection.value,
      hovered: hover.value,
      found: found.value?.set ?? null
    });
    this.graph.mark(marks);
    if (this.context.state.form.value === 'tree') this.tree.mark(index => marksOf(marks[index]));
  }

  private bringIntoSight(chosen: Choice): void {
    const index = chosen.lead >= 0 ? (this.boxes[chosen.lead] ?? -1) : -1;
    if (index < 0) return;
    if (this.context.state.form.value === 'picture') this.graph.reveal(index, chosen.origin !== 'source');
    else if (chosen.origin !== 'tree') this.tree.reveal(index);
  }

  onKey(event: KeyboardEvent): void {
    const { scene } = this;
    if (scene === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const current = this.current();
    const direction = ARROWS[event.key];
    if (direction !== undefined)
      this.goTo(current < 0 ? this.firstBox() : neighbour(scene, current, direction), event.shiftKey);
    else if (event.key === '[' || event.key === ']') {
      if (current >= 0) this.goTo(along(scene, current, event.key === '[' ? 'producers' : 'consumers')[0] ?? -1, false);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (current < 0) this.goTo(this.firstBox(), false);
      else if (this.context.state.selection.value.box !== scene.boxes[current].id) this.goTo(current, event.shiftKey);
      else void this.toggle(current);
    } else if (event.key === '+' || event.key === '=') {
      if (current >= 0) void this.fold(current, true);
    } else if (event.key === '-') {
      // On a box that is closed already, its surroundings close.
      let at = current;
      while (at >= 0 && !(scene.boxes[at].open && scene.boxes[at].expandable)) at = scene.boxes[at].parent;
      if (at >= 0) {
        this.goTo(at, false);
        void this.fold(at, false);
      }
    } else if (event.key === 'f') this.graph.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private goTo(index: number, add: boolean): void {
    if (index < 0) return;
    this.choose(index, add, 'graph');
    this.graph.reveal(index);
  }

  /** The uppermost closed box that is an equation or a group of them. */
  private firstBox(): number {
    const boxes = this.scene?.boxes ?? [];
    let best = -1;
    boxes.forEach((box, index) => {
      if (box.open || (box.kind !== 'equation' && box.kind !== 'group')) return;
      if (best < 0 || box.y < boxes[best].y || (box.y === boxes[best].y && box.x < boxes[best].x)) best = index;
    });
    return best;
  }

  /** Below 500 px: which pane is shown. */
  showPane(pane: 'source' | 'graph' | 'details'): void {
    this.element.setAttribute('data-pane', pane);
  }
}

/** Whether the box is drawn for this very equation. */
function isItself(box: Box, row: number): boolean {
  return (
    (box.kind === 'equation' || box.kind === 'mark') &&
    box.equations.includes(row) &&
    (box.kind === 'mark' || box.equations[0] === row)
  );
}
