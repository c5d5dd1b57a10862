/**
 * The first scene, carried by a page beside its report: whoever made the page has laid it out already, so the
 * viewer can draw before its worker has started.
 */
import type { Scene, SceneRequest } from './scene';

export interface FirstScene {
  request: SceneRequest;
  scene: Scene;
}

/** A scene for a window of about this many boxes serves another within it. */
const NEAR = 20;

/** For `JSON.stringify` of a scene: a typed array as a list of numbers, which `readFirstScene` takes back. */
export function plainArrays(_name: string, value: unknown): unknown {
  return value instanceof Int32Array || value instanceof Float32Array ? Array.from(value) : value;
}

/** Reads `{request, scene}` as JSON; `null` when it is none. Typed arrays come back from lists of numbers. */
export function readFirstScene(text: string): FirstScene | null {
  try {
    const { request, scene } = JSON.parse(text) as FirstScene;
    for (const box of scene.boxes) {
      box.equations = Int32Array.from(box.equations);
      box.members = Int32Array.from(box.members);
    }
    for (const edge of scene.edges) {
      edge.points = Float32Array.from(edge.points);
      edge.values = Int32Array.from(edge.values);
    }
    return { request, scene };
  } catch {
    return null;
  }
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
