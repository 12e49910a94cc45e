import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describesElement, parseReplicationExpression } from '../../../src/domain/schedules/replication-expression.ts';
import type { StorageElement } from '../../../src/domain/schedules/storage-elements.ts';
import * as asked from '../../e2e/rucio/expressions.ts';
import rucio from '../../fixtures/rucio-expressions.json' with { type: 'json' };

const elements: readonly StorageElement[] = [
  { name: 'CERN-DISK', bucket: 'a', attributes: { tier: 0, country: 'CH', disk: true } },
  { name: 'CNAF_TAPE', bucket: 'b', attributes: { tier: 1, country: 'IT', disk: false } },
  { name: 'BARI', bucket: 'c', attributes: { tier: 2, country: 'IT', disk: true, space: '12.5' } },
  { name: 'LYON', bucket: 'd', attributes: { tier: 1, country: 'FR' } },
];

const named = (expression: string): readonly string[] => {
  const parsed = parseReplicationExpression(expression);
  if (!parsed.ok) throw new Error(`${parsed.fault.position}: ${parsed.fault.message}`);
  return elements.filter((element) => describesElement(parsed.expression, element)).map(({ name }) => name);
};

/** An expression as text, and the set that it means, put together without the parser. */
interface Meant {
  readonly text: string;
  readonly set: ReadonlySet<StorageElement>;
}

const those = (text: string, keep: (element: StorageElement) => boolean): Meant => ({
  text,
  set: new Set(elements.filter(keep)),
});

const primitives: readonly Meant[] = [
  those('*', () => true),
  those('BARI', ({ name }) => name === 'BARI'),
  those('NOWHERE', () => false),
  those('disk', ({ attributes }) => attributes['disk'] === true),
  those('country=IT', ({ attributes }) => attributes['country'] === 'IT'),
  those('tier<1', ({ attributes }) => Number(attributes['tier']) < 1),
  those('tier>0', ({ attributes }) => Number(attributes['tier']) > 0),
  those('space>12', ({ attributes }) => Number(attributes['space'] ?? 0) > 12),
];

const operations = {
  '&': (left: Meant, right: Meant) => left.set.intersection(right.set),
  '|': (left: Meant, right: Meant) => left.set.union(right.set),
  '\\': (left: Meant, right: Meant) => left.set.difference(right.set),
};
const operator = fc.constantFrom('&', '|', '\\') as fc.Arbitrary<keyof typeof operations>;
const blank = fc.constantFrom('', '', ' ', '  ');

const { chain } = fc.letrec<{ chain: Meant; operand: Meant }>((tie) => ({
  operand: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...primitives),
    tie('chain').map(({ text, set }): Meant => ({ text: `(${text})`, set })),
  ),
  // operators bind from left to right, all alike
  chain: fc
    .tuple(tie('operand'), fc.array(fc.tuple(blank, operator, blank, tie('operand')), { maxLength: 4 }))
    .map(([first, rest]) =>
      rest.reduce<Meant>(
        (left, [before, by, after, right]) => ({
          text: `${left.text}${before}${by}${after}${right.text}`,
          set: operations[by](left, right),
        }),
        first,
      ),
    ),
}));

describe('a replication expression', () => {
  it.each(Object.entries(rucio.answers))('means what it means in Rucio: %s', (text, answer) => {
    const parsed = parseReplicationExpression(text);
    const known = [...asked.elements];
    const described = parsed.ok ? known.filter((element) => describesElement(parsed.expression, element)) : null;
    expect(described?.map(({ name }) => name).toSorted() ?? null).toEqual(answer);
  });

  it('may also be what only we accept', () => {
    for (const text of asked.onlyOurs) expect(parseReplicationExpression(text).ok, text).toBe(true);
  });

  it('is compared with Rucio over exactly the expressions of npm run tool e2e:rucio', () => {
    expect(Object.keys(rucio.answers).toSorted()).toEqual([...new Set(asked.expressions)].toSorted());
  });

  it('means the same as the sets it speaks of', () => {
    fc.assert(
      fc.property(chain, ({ text, set }) => {
        expect(named(text)).toEqual(elements.filter((element) => set.has(element)).map(({ name }) => name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('binds from left to right, as Rucio does', () => {
    expect(named('BARI|LYON&country=IT')).toEqual(['BARI']);
    expect(named('BARI|(LYON&country=IT)')).toEqual(['BARI']);
    expect(named('*\\country=IT\\LYON')).toEqual(['CERN-DISK']);
  });

  it('compares numbers with numbers, and says nothing of what an element does not have', () => {
    const space = (value: string) => {
      const parsed = parseReplicationExpression('space>1');
      return parsed.ok && describesElement(parsed.expression, { name: 'A', bucket: 'a', attributes: { space: value } });
    };
    expect(['2', '-2', '1.5', '.5', '1e3', '0x10', 'much', ''].filter(space)).toEqual(['2', '1.5', '1e3']);
    expect(named('tier<0|tier>2|tier<1')).toEqual(['CERN-DISK']);
    expect(named('space<100|toString=x')).toEqual(['BARI']);
  });

  it('may have 2048 characters and 100 parentheses within each other', () => {
    expect(named(`BARI${' '.repeat(2044)}`)).toEqual(['BARI']);
    expect(named(`${'('.repeat(100)}BARI${')'.repeat(100)}`)).toEqual(['BARI']);
  });

  it('is read or refused, whatever the text, and a mistake stands within it or right behind', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB1-_.=<>&|\\()* é') }), (text) => {
        const parsed = parseReplicationExpression(text);
        if (parsed.ok) return;
        expect(parsed.fault.position).toBeGreaterThan(0);
        expect(parsed.fault.position).toBeLessThanOrEqual(text.length + 1);
      }),
    );
  });

  const mistakes: readonly [string, number, RegExp][] = [
    ['', 1, /ends where a name/],
    ['tier=1&&BARI', 8, /"&" where a name/],
    ['(BARI|LYON', 11, /ends where the "\)" for the "\(" at 1/],
    ['BARI)', 5, /"\)" where an operator/],
    ['tier<fast', 6, /"fast" where a number belongs after tier</],
    ['country=', 9, /value of country/],
    ['BARI LYON', 6, /"L" where an operator/],
    [`${'('.repeat(101)}a${')'.repeat(101)}`, 101, /nested/],
    ['a'.repeat(3000), 2049, /more than 2048/],
  ];
  it.each(mistakes)('says where %j is wrong', (text, position, message) => {
    const parsed = parseReplicationExpression(text);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.fault.position).toBe(position);
    expect(parsed.fault.message).toMatch(message);
  });
});
