import { describe, expect, it } from 'vitest';
import { sample } from '../../testing/samples';
import { USUAL } from '../../testing/request';
import { Engine } from '../engine';
import type { Scene, SceneRequest } from '../scene';
import { nameIn, pictureTexts } from '.';
import { en } from './en';
import { es } from './es';

const REQUEST: SceneRequest = { ...USUAL, opened: ['e6', 'e9'], closed: ['gc0.0'], budget: 1000 };

function drawn(language?: 'en' | 'es'): Scene {
  const engine = new Engine();
  engine.open(JSON.stringify(sample().document));
  return engine.scene(language === undefined ? REQUEST : { ...REQUEST, language });
}

const said = ({ boxes, edges }: Scene): string[] => [
  ...boxes.flatMap(({ label, detail, badge }) => [label, detail, badge]),
  ...edges.map(({ label }) => label)
];

describe('texts of pictures', () => {
  it('are complete in both languages', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(es.names).sort()).toEqual(Object.keys(en.names).sort());
    // English is what reports say, so its names are their own.
    for (const [name, text] of Object.entries(en.names)) expect(text).toBe(name);
    for (const text of Object.values(es.names)) expect(text).not.toBe('');
  });

  it('leave alone what is a name of the program', () => {
    expect(nameIn(es, 'fwd_jaxpr')).toBe('fwd_jaxpr');
    expect(nameIn(es, 'constructor')).toBe('constructor');
    expect(nameIn(es, 'branch 12')).toBe('rama 12');
    expect(nameIn(es, 'false branch')).toBe('rama falsa');
    expect(pictureTexts()).toBe(en);
  });

  it('are in the language that is asked for, and nothing else differs', () => {
    const [english, spanish] = [drawn('en'), drawn('es')];
    expect(drawn()).toEqual(english);
    expect(said(english)).toEqual(
      expect.arrayContaining(['line 6 · forward · 4 eqns', 'false branch', 'true branch', 'no eqns', 'const'])
    );
    expect(said(spanish)).toEqual(
      expect.arrayContaining(['línea 6 · forward · 4 ecs.', 'rama falsa', 'rama verdadera', 'sin ecs.', 'const'])
    );
    const rest = ({ boxes }: Scene): unknown[] =>
      boxes.map(({ id, kind, parent, open, members, phase }) => ({ id, kind, parent, open, members, phase }));
    expect(rest(spanish)).toEqual(rest(english));
    const words = said(spanish).join('\n');
    expect(words).not.toMatch(/\b(lines?|eqns?|values|branch|result|operand|call|round|part|batched)\b/);
  });

  it('are those of the picture for screen readers too', () => {
    const engine = new Engine();
    engine.open(JSON.stringify(sample().document));
    expect(engine.svg({ ...REQUEST, language: 'es' }, 'light')).toContain('aria-label="f: 12 ecuaciones"');
  });
});
