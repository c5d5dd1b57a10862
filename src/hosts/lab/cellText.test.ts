import { describe, expect, it } from 'vitest';
import { align, toCharacters, toEditorColumn } from './cellText';

const lines = (text: string): string[] => text.split('\n');

describe('align', () => {
  it('finds the same text, whatever stands behind it', () => {
    expect(align('a = 1\nb = 2', lines('a = 1\nb = 2'))).toEqual({ lines: 0, columns: 0 });
    expect(align('a = 1\nb = 2\n\n', lines('a = 1\nb = 2'))).toEqual({ lines: 0, columns: 0 });
    expect(align('a = 1\r\nb = 2', lines('a = 1\nb = 2'))).toEqual({ lines: 0, columns: 0 });
  });

  it('knows what IPython takes away', () => {
    expect(align('\n\na = 1', lines('a = 1'))).toEqual({ lines: 2, columns: 0 });
    expect(align('  a = 1\n  b = 2', lines('a = 1\nb = 2'))).toEqual({ lines: 0, columns: 2 });
    const kept = "get_ipython().run_line_magic('load_ext', 'jax_viz')\na = 1";
    expect(align('%load_ext jax_viz\na = 1', lines(kept))).toEqual({ lines: 0, columns: 0 });
  });

  it('tells every edit', () => {
    const kept = lines('def f(x):\n    return x');
    for (const edited of ['def f(x):\n    return y', 'def f(x):\n        return x', 'def f(x):', '', 'x\ndef f(x):'])
      expect(align(edited, kept), edited).toBeNull();
    expect(align('b = 1', lines("get_ipython().run_line_magic('time', '')"))).toBeNull();
    expect(align('', [])).toBeNull();
  });
});

describe('columns', () => {
  it('count characters as Python does', () => {
    const line = 'x = "𝛼" + y';
    expect(line.indexOf('y')).toBe(11);
    expect(toEditorColumn(line, 10)).toBe(11);
    expect(toCharacters(line, 11)).toBe(10);
    expect(toEditorColumn(line, Infinity)).toBe(line.length);
  });
});
