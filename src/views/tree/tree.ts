/**
 * The scene as a tree, for the keyboard and for screen readers: groups and equations with inputs and outputs.
 * Opening an item opens the box, so both forms show the same.
 */
import { html, listen } from '../../dom/elements';
import { inSlices } from '../../dom/slices';
import { scrollWithin } from '../../dom/scrolling';
import type { Mark } from '../../graph/marks';
import type { Box, Scene } from '../../layout/scene';
import { shownProgram, shownStage, type ViewContext } from '../context';
import { EquationReader, type ValueFacts } from '../equation';

export interface TreeEvents {
  hover(box: number): void;
  choose(box: number, add: boolean): void;
  fold(box: number, open: boolean): Promise<void>;
}

/** Kinds that are not work and no items: they are named as inputs and outputs of equations. */
const LEFT_OUT = new Set(['input', 'output', 'constant']);
const SHOWN_MARKS: readonly Mark[] = ['chosen', 'part', 'preview', 'match', 'faded'];
/** More inputs than this are told as a number. */
const TOLD = 4;

export class Tree {
  readonly element: HTMLElement;
  private scene: Scene | null = null;
  private reader: EquationReader;
  private items = new Map<number, HTMLElement>();
  private order: number[] = [];
  private focused: string | null = null;
  private filling: AbortController | null = null;
  private marksOf: (box: number) => readonly Mark[] = () => [];

  constructor(
    private readonly context: ViewContext,
    private readonly events: TreeEvents
  ) {
    const { texts, signal } = context;
    this.reader = new EquationReader(context.report, shownStage(context));
    this.element = html('div', {
      class: 'tree',
      role: 'tree',
      'aria-label': texts.treeLabel(shownProgram(context).name),
      'aria-multiselectable': 'true'
    });
    listen(this.element, 'keydown', event => this.onKey(event), signal);
    listen(
      this.element,
      'click',
      event => {
        const index = this.itemAt(event);
        if (index < 0) return;
        const onTwist = event.target instanceof Element && event.target.classList.contains('twist');
        this.setFocused(index);
        if (onTwist) void this.fold(index, !this.box(index).open);
        else events.choose(index, event.shiftKey);
      },
      signal
    );
    listen(
      this.element,
      'dblclick',
      event => {
        const index = this.itemAt(event);
        if (index >= 0) void this.fold(index, !this.box(index).open);
      },
      signal
    );
    listen(this.element, 'pointerover', event => events.hover(this.itemAt(event)), signal);
    listen(this.element, 'pointerleave', () => events.hover(-1), signal);
    signal.addEventListener('abort', () => this.filling?.abort(), { once: true });
  }

  /** Lists a scene's boxes; of many the first are there at once. */
  async show(scene: Scene): Promise<void> {
    const hadFocus = this.element.contains(rootOf(this.element).activeElement);
    this.filling?.abort();
    const filling = new AbortController();
    this.filling = filling;
    this.scene = scene;
    this.reader = new EquationReader(this.context.report, shownStage(this.context));
    this.marksOf = () => [];
    this.items = new Map();
    const places = placesOf(scene);
    this.order = places.map(place => place.index);
    const groups = new Map<number, HTMLElement>();
    this.element.replaceChildren();
    await inSlices(
      places.length,
      k => {
        const { index, level, position, size } = places[k];
        const { parent } = scene.boxes[index];
        const item = this.item(index, level, position, size);
        this.items.set(index, item);
        this.markItem(item, index);
        let group = groups.get(parent);
        if (group === undefined) {
          group = parent < 0 ? this.element : html('div', { role: 'group' });
          groups.set(parent, group);
          if (parent >= 0) this.items.get(parent)?.append(group);
        }
        group.append(item);
      },
      filling.signal
    );
    if (filling.signal.aborted) return;
    const at = scene.boxes.findIndex(box => box.id === this.focused);
    this.setFocused(this.items.has(at) ? at : (this.order[0] ?? -1));
    if (hadFocus) this.focus();
  }

  mark(marksOf: (box: number) => readonly Mark[]): void {
    this.marksOf = marksOf;
    for (const [index, item] of this.items) this.markItem(item, index);
  }

  private markItem(item: HTMLElement, index: number): void {
    const marks = this.marksOf(index);
    item.setAttribute('aria-selected', String(marks.includes('chosen')));
    for (const name of SHOWN_MARKS) item.classList.toggle(name, marks.includes(name));
  }

  reveal(index: number): void {
    const item = this.items.get(index);
    if (item === undefined) return;
    this.setFocused(index);
    const row = item.firstElementChild;
    if (row instanceof HTMLElement) scrollWithin(this.element, row, row.offsetHeight);
  }

  focus(): void {
    this.items.get(this.focusedIndex())?.focus();
  }

  private box(index: number): Box {
    return this.scene!.boxes[index];
  }

  private item(index: number, level: number, position: number, size: number): HTMLElement {
    const box = this.box(index);
    const own = box.equations.length > 0 && (box.kind === 'equation' || box.kind === 'mark') ? box.equations[0] : -1;
    const flow = own >= 0 ? this.flow(own) : '';
    // A group's detail says it already.
    const count =
      box.members.length > 1 && box.kind !== 'group' ? this.context.texts.equations(box.members.length) : '';
    // A picture has room for a number only.
    const head = box.kind === 'mark' ? box.detail : [box.label, box.badge].filter(Boolean).join(' ');
    return html(
      'div',
      {
        role: 'treeitem',
        class: `item ${box.kind}`,
        tabindex: -1,
        'data-index': index,
        'data-id': box.id,
        'data-path': own >= 0 ? this.reader.path(own) : null,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': size,
        'aria-expanded': box.expandable ? String(box.open) : null,
        'aria-selected': 'false',
        'aria-label': [head, flow === '' ? box.detail : flow, count].filter(Boolean).join(', ')
      },
      html(
        'div',
        { class: `row phase-${box.phase}`, style: `padding-inline-start:${(level - 1) * 16 + 6}px` },
        html('span', { class: 'twist', 'aria-hidden': 'true' }, box.expandable ? (box.open ? '▾' : '▸') : ''),
        html('b', {}, head),
        html('span', { class: 'flow' }, flow === '' ? box.detail : flow),
        html('span', { class: 'amount' }, count)
      )
    );
  }

  /** `f32[512,784] · f32[784,128] → f32[512,128]`. */
  private flow(row: number): string {
    const text = (values: readonly ValueFacts[]): string => {
      const told = values
        .slice(0, TOLD)
        .map(value => value.literal ?? (value.name === '' ? value.aval : `${value.name} ${value.aval}`));
      return [...told, ...(values.length > TOLD ? [this.context.texts.more(values.length - TOLD)] : [])].join(' · ');
    };
    return `${text(this.reader.inputs(row))} → ${text(this.reader.outputs(row))}`;
  }

  private itemAt(event: Event): number {
    const item = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    return item === null ? -1 : Number(item.getAttribute('data-index'));
  }

  private focusedIndex(): number {
    return this.scene?.boxes.findIndex(box => box.id === this.focused) ?? -1;
  }

  private setFocused(index: number): void {
    const before = this.items.get(this.focusedIndex());
    if (before !== undefined) before.tabIndex = -1;
    const item = this.items.get(index);
    if (item === undefined) return;
    item.tabIndex = 0;
    this.focused = this.box(index).id;
  }

  private goTo(index: number | undefined): void {
    if (index === undefined) return;
    this.setFocused(index);
    this.focus();
    this.events.hover(index);
  }

  private async fold(index: number, open: boolean): Promise<void> {
    this.setFocused(index);
    await this.events.fold(index, open);
  }

  private onKey(event: KeyboardEvent): void {
    const index = this.focusedIndex();
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const box = this.box(index);
    const at = this.order.indexOf(index);
    switch (event.key) {
      case 'ArrowDown':
        this.goTo(this.order[at + 1]);
        break;
      case 'ArrowUp':
        this.goTo(this.order[at - 1]);
        break;
      case 'Home':
        this.goTo(this.order[0]);
        break;
      case 'End':
        this.goTo(this.order[this.order.length - 1]);
        break;
      case 'ArrowRight':
        if (box.expandable && !box.open) void this.fold(index, true);
        else if (box.open) this.goTo(this.order.slice(at + 1, at + 2).find(next => this.box(next).parent === index));
        break;
      case 'ArrowLeft':
        if (box.expandable && box.open) void this.fold(index, false);
        else if (box.parent >= 0) this.goTo(box.parent);
        break;
      case '+':
      case '=':
        void this.fold(index, true);
        break;
      case '-':
        void this.fold(index, false);
        break;
      case 'Enter':
      case ' ':
        if (event.key === 'Enter' && this.context.state.selection.value.box === box.id)
          void this.fold(index, !box.open);
        else this.events.choose(index, event.shiftKey);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

interface TreePlace {
  readonly index: number;
  /** From 1, as ARIA counts; `position` among `size` siblings likewise. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

/** All items in the order of reading: parents first, siblings in program order. */
function placesOf(scene: Scene): TreePlace[] {
  const children = childrenOf(scene);
  const places: TreePlace[] = [];
  const visit = (parent: number, level: number): void => {
    const siblings = children.get(parent) ?? [];
    siblings.forEach((index, k) => {
      places.push({ index, level, position: k + 1, size: siblings.length });
      visit(index, level + 1);
    });
  };
  visit(-1, 1);
  return places;
}

/** Items below each box, in program order; -1 holds the roots. */
function childrenOf(scene: Scene): Map<number, number[]> {
  const children = new Map<number, number[]>();
  scene.boxes.forEach((box, index) => {
    if (LEFT_OUT.has(box.kind)) return;
    const list = children.get(box.parent);
    if (list === undefined) children.set(box.parent, [index]);
    else list.push(index);
  });
  const first = (index: number): number => scene.boxes[index].members[0] ?? Infinity;
  for (const list of children.values()) list.sort((a, b) => first(a) - first(b));
  return children;
}

function rootOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}
