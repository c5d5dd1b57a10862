/** Which boxes are open: by default the largest while there is room, and what the user opened or closed. */
import type { SceneRequest } from '../scene';
import { Heights } from './heights';
import type { Node, Outline } from './outline';

/** A budget of so many boxes means: open whatever can be opened. JSON has no Infinity. */
export const EVERYTHING = 1e9;

/** A mark is small: it counts this much of a box. */
const MARK = 0.25;
/** Height of a picture for each box of the budget: 60 boxes in 960 pixels are legible when fitted to a figure. */
const PIXELS = 16;
/** What libraries and JAX do inside opens by default only in pictures that are emptier than this share. */
const INNER_SHARE = 0.3;
/** An equation's nested jaxpr with fewer equations is told by the equation's name as well. */
const LEAST_INNER = 4;

/** Ids of the boxes that are open when nobody opened or closed any. */
export function defaultOpening(outline: Outline, budget: number): ReadonlySet<string> {
  // `openTest` asks for no names then.
  if (budget >= EVERYTHING) return new Set();
  let opening = outline.openings.get(budget);
  if (opening === undefined) outline.openings.set(budget, (opening = findOpening(outline, budget)));
  return opening;
}

function findOpening(outline: Outline, budget: number): Set<string> {
  const opened = new Set<string>();
  const definitions = new Set<number>();
  const heights = new Heights(outline, opened);
  let visible = weight(outline.roots());

  const canOpen = (node: Node): boolean => node.expandable && node.ends === null;
  /** Opens the largest that fit, then what is in them; gives back what it did not open. */
  const openWhileRoom = (waiting: Node[], share: number, wanted: (node: Node) => boolean): Node[] => {
    const later: Node[] = [];
    const queue = waiting.slice();
    while (queue.length > 0) {
      const node = takeLargest(queue);
      const definition = definitionOf(outline, node);
      if (definition >= 0 && definitions.has(definition)) continue;
      if (!wanted(node) || !fits(node, share)) {
        later.push(node);
        continue;
      }
      if (definition >= 0) definitions.add(definition);
      queue.push(...outline.children(node).filter(canOpen));
    }
    return later;
  };
  /** Opens a node if there is room for what is in it. */
  const fits = (node: Node, share: number): boolean => {
    const after = visible - 1 + weight(outline.children(node));
    if (after > budget * share) return false;
    opened.add(node.id);
    if (heights.total() > PIXELS * budget * share) {
      opened.delete(node.id);
      return false;
    }
    visible = after;
    return true;
  };
  const later = openWhileRoom(outline.roots().filter(canOpen), 1, node => isUsers(outline, node));
  openWhileRoom(later, INNER_SHARE, node => node.equation < 0 || node.size > LEAST_INNER);
  return opened;
}

/** Whether a box is open in the scene that is asked for. */
export function openTest(request: SceneRequest, byDefault: ReadonlySet<string>): (node: Node) => boolean {
  const opened = new Set(request.opened);
  const closed = new Set(request.closed);
  if (request.budget >= EVERYTHING) return node => node.expandable && !closed.has(node.id);
  return node => node.expandable && (opened.has(node.id) || (byDefault.has(node.id) && !closed.has(node.id)));
}

/** Groups of the user's own code, control flow and its regions; not what libraries do inside, nor each round of a loop. */
function isUsers(outline: Outline, node: Node): boolean {
  const { group } = node;
  if (group !== null) {
    if (group.type === 'loop' || group.type === 'round' || group.number > 1) return false;
    return group.type !== 'calls' || group.keys.some(key => outline.keys.isUsers(key));
  }
  if (node.region >= 0) return true;
  const { stage, report } = outline;
  return CONTROL_FLOW.has(report.strings[stage.equations.primitive[node.equation]]) || callsUsers(outline, node);
}

/** Whether a nested jaxpr comes from the user's own lines, not from where JAX or a library is called. */
function callsUsers({ stage, report }: Outline, { equation, size }: Node): boolean {
  const { source } = stage.equations;
  for (let row = equation + 1; row < equation + size; row++) {
    const frame = source[row];
    if (frame < 0 || frame === source[equation]) continue;
    if (report.files[report.frames.file[frame]].kind !== 'library') return true;
  }
  return false;
}

const CONTROL_FLOW = new Set([
  'scan',
  'while',
  'cond',
  'shard_map',
  'pmap',
  'xla_pmap',
  'pallas_call',
  'remat',
  'checkpoint'
]);

function definitionOf(outline: Outline, node: Node): number {
  if (node.equation < 0) return -1;
  const [region] = outline.regionsOf(node.equation);
  return region === undefined ? -1 : outline.stage.regions.definition[region];
}

function weight(nodes: readonly Node[]): number {
  let sum = 0;
  for (const node of nodes) sum += node.kind === 'mark' ? MARK : 1;
  return sum;
}

function takeLargest(queue: Node[]): Node {
  let best = 0;
  for (let k = 1; k < queue.length; k++) if (queue[k].size > queue[best].size) best = k;
  return queue.splice(best, 1)[0];
}
