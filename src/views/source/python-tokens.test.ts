import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize, type OpenString } from './python-tokens';

const words = (line: string, open: OpenString = null): string[] =>
  tokenize(line, open).tokens.map(({ kind, start, end }) => `${kind} ${line.slice(start, end)}`);

describe('tokenize', () => {
  it('knows keywords, names, numbers and comments', () => {
    expect(words('def f(x): return x * 1e-3  # small')).toEqual([
      'keyword def',
      'name f',
      'keyword return',
      'number 1e-3',
      'comment # small'
    ]);
  });

  it('leaves signs in strings alone', () => {
    expect(words(`a = f"# {b}" + 'def'`)).toEqual(['string f"# {b}"', "string 'def'"]);
  });

  it('carries a long string over lines', () => {
    const first = tokenize('x = """one');
    expect(first.open).toBe('"""');
    const second = tokenize('def two', first.open);
    expect(second).toEqual({ tokens: [{ kind: 'string', start: 0, end: 7 }], open: '"""' });
    expect(words('end""" + 1', second.open)).toEqual(['string end"""', 'number 1']);
    expect(tokenize('x = """all""" + y').open).toBeNull();
  });

  it('tells decorators from products', () => {
    expect(words('@jax.jit')).toEqual(['decorator @jax.jit']);
    expect(words('a = b @ c @d')).toEqual([]);
  });

  it('takes match as a name, but for its statement', () => {
    expect(words('match = 1')).toEqual(['number 1']);
    expect(words('match x:')).toEqual(['keyword match']);
  });

  it('shows magics as what they are', () => expect(words('%%jaxviz -x def')).toEqual(['comment %%jaxviz -x def']));

  it('gives ordered stretches inside the line, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom(null, '"""' as const, "'''" as const),
        (line, open) => {
          let at = 0;
          for (const { start, end } of tokenize(line, open).tokens) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThanOrEqual(start);
            at = end;
          }
          expect(at).toBeLessThanOrEqual(line.length);
        }
      )
    );
  });
});
