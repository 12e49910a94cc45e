import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, isEqual, isMap } from '../../../src/domain/changes/differences.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

/** The same value with its maps in the other order. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
};

describe('isEqual', () => {
  it('does not look at the order of the keys of a map', () => {
    fc.assert(fc.property(json, (value) => isEqual(value, reversed(value))));
  });

  it.each<[Json | undefined, Json | undefined]>([
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [[1, 2], [1]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [[], {}],
    [[], { length: 0 }],
    [{ 0: 'a' }, ['a']],
    [null, {}],
    [null, undefined],
    ['1', 1],
    [{ toString: 1 }, { a: 1 }],
  ])('tells %j from %j, either way round', (one, other) => {
    expect([isEqual(one, other), isEqual(other, one)]).toEqual([false, false]);
  });
});

describe('differences', () => {
  it('are none for the same values', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        (values) => differences(values, structuredClone(values)).length === 0,
      ),
    );
  });

  it('are sorted by path, whichever template has the value', () => {
    const before = { 'properties.c': 1, 'properties.a': 1, 'properties.same': 1 };
    const after = { 'properties.b': 2, 'properties.c': 2, 'properties.same': 1 };
    expect(differences(before, after)).toStrictEqual([
      { path: 'properties.a', old: 1 },
      { path: 'properties.b', new: 2 },
      { path: 'properties.c', old: 1, new: 2 },
    ]);
  });

  it('go into maps, key by key', () => {
    const before = { 'properties.tags': { team: 'physics', size: { cpus: 1 }, gone: true } };
    const after = { 'properties.tags': { team: 'physics', size: { cpus: 2 }, new: true } };
    expect(differences(before, after)).toStrictEqual([
      { path: 'properties.tags.size.cpus', old: 1, new: 2 },
      { path: 'properties.tags.gone', old: true },
      { path: 'properties.tags.new', new: true },
    ]);
  });

  it.each<[Json, Json]>([
    [{ a: 1 }, 'text'],
    ['text', { a: 1 }],
    [
      [1, 2],
      [1, 3],
    ],
    [[1], { 0: 1 }],
    [null, { a: 1 }],
  ])('compare %j with %j as a whole', (old, wanted) => {
    expect(differences({ x: old }, { x: wanted })).toStrictEqual([{ path: 'x', old, new: wanted }]);
  });

  it('count null as no value', () => {
    expect(differences({ a: null }, {})).toEqual([]);
    expect(differences({}, { a: null })).toEqual([]);
    expect(differences({ a: false }, {})).toStrictEqual([{ path: 'a', old: false }]);
  });

  it.each(['capabilities.host.properties.mem_size', 'properties.size', 'disk_size'])(
    'are none in a size that is only written in another way: %s',
    (path) => {
      expect(differences({ [path]: '1 GB' }, { [path]: '1000 MB' })).toEqual([]);
      expect(differences({ [path]: '1 GB' }, { [path]: '1024 MB' })).toHaveLength(1);
    },
  );

  it.each(['properties.pagesize', 'properties.size.unit', 'mem_size.x', 'properties.note'])(
    'are what is written where the value is no size: %s',
    (path) => {
      expect(differences({ [path]: '1 GB' }, { [path]: '1000 MB' })).toHaveLength(1);
    },
  );

  it('of sizes that cannot be read are what is written', () => {
    expect(differences({ size: 'large' }, { size: 'huge' })).toStrictEqual([
      { path: 'size', old: 'large', new: 'huge' },
    ]);
    expect(differences({ size: 'large' }, { size: 'large' })).toEqual([]);
    expect(differences({ size: 1 }, { size: '1 B' })).toHaveLength(1);
    expect(differences({ size: '1 B' }, { size: 1 })).toHaveLength(1);
  });
});

describe('a key that every object of JavaScript has', () => {
  it.each(['constructor', 'toString', '__proto__'])('is new when it was not there: %s', (key) => {
    const after = { it: JSON.parse(`{"${key}": "x"}`) as Json };
    expect(differences({ it: {} }, after)).toEqual([{ path: `it.${key}`, new: 'x' }]);
    expect(differences(after, { it: {} })).toEqual([{ path: `it.${key}`, old: 'x' }]);
  });
});
