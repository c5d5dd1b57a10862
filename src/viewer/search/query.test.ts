import { describe, expect, it } from 'vitest';
import { matches, parseQuery, QueryError, type NumberField, type Searchable, type TextField } from './query';

const FACTS: { readonly [field in TextField]: string } = {
  prim: 'dot_general',
  name: '',
  aval: 'f32[512,784] w f32[784,128]',
  path: '3/branches.1/0',
  source: 'jnp.dot(w, a)',
  scope: 'attention/qkv',
  via: 'jnp.dot',
  phase: 'backward',
  param: 'precision=None'
};
const NUMBERS: { readonly [field in NumberField]: readonly number[] } = { line: [19, 20], bytes: [262144] };
const equation: Searchable = { text: field => FACTS[field], numbers: field => NUMBERS[field] };

const holds = (query: string): boolean => matches(parseQuery(query), equation);

describe('search', () => {
  it.each([
    'dot',
    'DOT_general',
    '512,784',
    'jnp.dot(w,',
    'qkv',
    '/^dot_/',
    '/DOT/i',
    '"jnp.dot(w, a)"',
    'prim:dot',
    'prim:/^dot_general$/',
    'phase:backward',
    'path:3/',
    'line:19',
    'line:20',
    'line:18-19',
    'bytes>1e5',
    'bytes>=262144',
    'bytes<1M',
    'bytes:262144',
    'prim:dot phase:backward bytes>100k',
    'scope:attention via:jnp param:precision'
  ])('finds %s', query => expect(holds(query)).toBe(true));

  it.each([
    'sin',
    '/^general/',
    'prim:jnp',
    'phase:forward',
    'path:branches',
    'path:13/',
    'line:21',
    'bytes>1e6',
    'bytes>262144',
    'bytes<262144',
    'prim:dot phase:forward',
    '/DOT/'
  ])('does not find %s', query => expect(holds(query)).toBe(false));

  it('has no terms for an empty text', () => expect(parseQuery('  ')).toEqual([]));

  it('takes an unknown field as text', () => {
    expect(parseQuery('foo:bar')).toEqual([{ kind: 'text', field: null, text: 'foo:bar' }]);
  });

  it.each(['/(/', 'bytes>many', 'line:x'])('refuses %s', query => expect(() => parseQuery(query)).toThrow(QueryError));
});
