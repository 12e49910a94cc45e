import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from '../../../src/domain/changes/differences.ts';
import { keepsOldParts, merged } from '../../../src/domain/infrastructure-manager/merging.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const keeps = (old: Json | undefined, wanted: Json | undefined) =>
  keepsOldParts({ path: 'p', ...(old !== undefined && { old }), ...(wanted !== undefined && { new: wanted }) });

describe('what the Infrastructure Manager has after an update', () => {
  it.each<[string, Json | undefined, Json | undefined, Json | undefined]>([
    ['the new value', 1, 2, 2],
    ['the old value where there is no new one', 1, undefined, 1],
    ['the old value where the new one is null', 1, null, 1],
    ['the new value where there was none', undefined, 2, 2],
    ['nothing where there was nothing', undefined, undefined, undefined],
    ['both parts of a map', { a: 1, b: 1 }, { b: 2, c: 3 }, { a: 1, b: 2, c: 3 }],
    ['the parts of maps in maps', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
    ['a list by position', [1, 2, 3], [4], [4, 2, 3]],
    ['a longer list', [1], [2, 3], [2, 3]],
    ['null where a list has none on either side', [null], [null, null], [null, null]],
    ['null where a map has none on either side', { a: null }, { a: null }, { a: null }],
    ['the new kind of value', { a: 1 }, [2], [2]],
    ['the new kind of value, too', [1], { a: 2 }, { a: 2 }],
    ['a text in place of a map', { a: 1 }, 'x', 'x'],
  ])('is %s', (_, before, after, expected) => {
    expect(merged(before, after)).toEqual(expected);
  });

  it('is the same after the same update once more', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const once = merged(before, after);
        expect(isEqual(merged(once, after), once)).toBe(true);
      }),
    );
  });
});

describe('an update', () => {
  it.each<[Json | undefined, Json | undefined, boolean]>([
    [1, 2, false],
    [1, undefined, true],
    [undefined, 2, false],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1, b: 1 }, { a: 2 }, true],
    [[1, 2], [1], true],
    [[1], [1, 2], false],
  ])('from %j to %j keeps old parts: %j', (old, wanted, expected) => {
    expect(keeps(old, wanted)).toBe(expected);
  });
});
