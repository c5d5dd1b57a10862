import { describe, expect, it } from 'vitest';
import { sample } from '../testing/samples';
import { USUAL } from '../testing/request';
import { Engine } from './engine';
import { carried, readFirstScene, serves } from './first-scene';
import type { SceneRequest } from './scene';
import { plainArrays } from './scene-json';

const REQUEST: SceneRequest = { ...USUAL, budget: 50 };

describe('readFirstScene', () => {
  it('gives back the scene that was written', () => {
    const engine = new Engine();
    engine.open(JSON.stringify(sample().document));
    const scene = engine.scene(REQUEST);
    const read = readFirstScene(JSON.stringify(carried({ request: REQUEST, scene }), plainArrays));
    expect(read).toEqual({ request: REQUEST, scene });
    expect(read?.scene.columns).toEqual(scene.columns);
  });

  it.each(['', '{', '{}', '{"request":{},"scene":{}}', 'null'])('says that %j is none', text => {
    expect(readFirstScene(text)).toBeNull();
  });
});

describe('serves', () => {
  it('takes a window of nearly the same size', () => {
    expect(serves(REQUEST, { ...REQUEST, budget: 60, language: 'en' })).toBe(true);
    expect(serves(REQUEST, { ...REQUEST, budget: 12 })).toBe(false);
  });

  it.each([
    { program: 1 },
    { stage: 1 },
    { grouping: 'phase' as const },
    { plumbing: true },
    { language: 'es' as const },
    { opened: ['e1'] },
    { closed: ['e1'] }
  ])('does not take another wish: %j', change => {
    expect(serves(REQUEST, { ...REQUEST, ...change })).toBe(false);
  });
});
