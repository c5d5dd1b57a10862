/**
 * The first scene, carried by a page beside its report: whoever made the page has laid it out already, so the
 * viewer can draw before its worker has started.
 */
import type { SceneRequest } from './scene';
import { Scene } from './scene';
import type { BoxColumns, EdgeColumns, SceneColumns } from './scene-columns';
import { emptyBoxes, emptyEdges } from './scene-columns';

export interface FirstScene {
  request: SceneRequest;
  scene: Scene;
}

/** A scene for a window of about this many boxes serves another within it. */
const NEAR = 20;

/** What a page carries of it, for `JSON.stringify` with `plainArrays`. */
export function carried({ request, scene }: FirstScene): { request: SceneRequest; scene: SceneColumns } {
  return { request, scene: scene.columns };
}

/** Reads what a page carries; `null` when it is something else, as a page of an older version has. */
export function readFirstScene(text: string): FirstScene | null {
  try {
    const { request, scene } = JSON.parse(text) as ReturnType<typeof carried>;
    const [boxes, edges] = [emptyBoxes(0), emptyEdges(0)];
    const columns: SceneColumns = {
      width: scene.width,
      height: scene.height,
      boxes: typed(boxes, scene.boxes),
      edges: typed(edges, scene.edges),
      rows: Int32Array.from(scene.rows),
      texts: { text: scene.texts.text, offsets: Int32Array.from(scene.texts.offsets) }
    };
    return { request, scene: new Scene(columns) };
  } catch {
    return null;
  }
}

/** The lists of `plain` as arrays of the types that `model` has. */
function typed<Columns extends BoxColumns | EdgeColumns>(model: Columns, plain: Columns): Columns {
  const read = Object.entries(model).map(([name, column]: [string, BoxColumns[keyof BoxColumns]]) => [
    name,
    (column.constructor as typeof Float64Array).from(plain[name as keyof Columns] as ArrayLike<number>)
  ]);
  return Object.fromEntries(read) as Columns;
}

/**
 * Whether a scene made for `made` answers `asked`. Whoever takes it goes on with the budget of `made`: with another
 * one, boxes that nobody touched would open and close at the next request.
 */
export function serves(made: SceneRequest, asked: SceneRequest): boolean {
  return (
    made.program === asked.program &&
    made.stage === asked.stage &&
    made.grouping === asked.grouping &&
    made.plumbing === asked.plumbing &&
    (made.language ?? 'en') === (asked.language ?? 'en') &&
    Math.abs(made.budget - asked.budget) <= NEAR &&
    [made.opened, made.closed, asked.opened, asked.closed].every(ids => ids.length === 0)
  );
}
