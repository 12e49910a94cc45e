import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/domain/providers/offer.ts';
import { byCpr } from '../../../../src/domain/providers/ranking/by-cpr.ts';
import type { Fitting } from '../../../../src/domain/providers/ranking/prefilter.ts';
import { strategies } from '../../../../src/domain/providers/ranking/strategies.ts';
import type { RankingStrategy } from '../../../../src/domain/providers/ranking/strategy.ts';
import { asking } from '../asking.ts';

/**
 * The contract of a ranking strategy (src/domain/providers/ranking/strategy.ts). A new strategy adds a member to `judgedBy`
 * (docs/how-to/add-a-ranking-strategy.md).
 */

interface Judge {
  /** what it looks at; all other members of an offer are the same */
  readonly looksAt: fc.Arbitrary<Partial<Offer>>;
  readonly over: (fitting: readonly Fitting[]) => RankingStrategy;
  /** the smallest is the best */
  readonly worth: (one: Fitting) => number;
  readonly drops: (one: Fitting) => boolean;
}

const never = () => false;

/** CPR, which ranks by the number of a service's name, and ranks none whose number can be divided by five. */
const cprOf = (fitting: readonly Fitting[]): RankingStrategy =>
  byCpr(
    {
      cpr: {
        rank: async ({ agreements }) =>
          agreements.flatMap(({ services }) =>
            services.map(({ id }) => ({ serviceId: id, rank: numberOf(id), ranked: numberOf(id) % 5 !== 0 })),
          ),
      },
    },
    {
      agreements: [{ id: 'sla', provider: 'p', services: fitting.map(({ offer: { id } }) => ({ id })), document: {} }],
      preferences: [],
    },
    fitting.map(({ offer }) => offer),
  );

const numberOf = (id: string): number => Number(/\d+/.exec(id)?.[0]) % 7;

const files = readdirSync(new URL('../../../../src/domain/providers/ranking', import.meta.url));

/** The strategies, by the names of their files. */
const judgedBy: { readonly [file: string]: Judge } = {
  'by-priority.ts': {
    looksAt: fc.record({ priority: fc.integer({ min: -2, max: 2 }) }),
    over: () => strategies.priority,
    worth: ({ offer }) => offer.priority,
    drops: never,
  },
  'by-cpr.ts': {
    looksAt: fc.record({ id: fc.nat(50).map((number) => `service-${number}`) }),
    over: cprOf,
    worth: ({ offer }) => numberOf(offer.id),
    drops: ({ offer }) => numberOf(offer.id) % 5 === 0,
  },
};

const listsOf = (looksAt: Judge['looksAt']) =>
  fc.array(looksAt, { minLength: 1, maxLength: 12 }).map((all) =>
    all.map(
      (looked, index): Fitting => ({
        offer: { name: 'Service', priority: 0, ...looked, id: `${looked.id ?? 'service'}-${index}` },
        edits: [{ node: `n${index}`, path: ['properties', 'x'], value: index }],
      }),
    ),
  );

const deepFrozen = (fitting: readonly Fitting[]): readonly Fitting[] =>
  Object.freeze(fitting.map((one) => Object.freeze({ ...one, offer: Object.freeze(one.offer) })));

describe.each(Object.entries(judgedBy))('the ranking strategy %s', (_file, { looksAt, over, worth, drops }) => {
  it('has each offer once, best first, equally good ones in their order, and says why', async () => {
    const worths = new Set<number>();
    await fc.assert(
      fc.asyncProperty(listsOf(looksAt), async (list) => {
        const fitting = deepFrozen(list);
        const strategy = over(fitting);
        const { best, dropped } = await strategy(fitting, asking());
        const expected = fitting.filter((one) => !drops(one)).toSorted((a, b) => worth(a) - worth(b));
        expect(best.map(({ offer, edits }) => ({ offer, edits }))).toEqual(expected);
        expect(dropped.map(({ id }) => id)).toEqual(fitting.filter(drops).map(({ offer }) => offer.id));
        for (const { score } of best) expect(score).not.toBe('');
        for (const { reason } of dropped) expect(reason).not.toBe('');
        expect(await strategy(fitting, asking())).toEqual({ best, dropped, notes: [] });
        for (const one of expected) worths.add(worth(one));
      }),
    );
    expect(worths.size, 'looksAt has to make offers that differ in worth').toBeGreaterThan(1);
  });
});

describe('the ranking strategies', () => {
  it('are each judged here', () => {
    expect(Object.keys(judgedBy).toSorted()).toEqual(files.filter((file) => file.startsWith('by-')).toSorted());
  });

  it('have each a name in the configuration, but for that of federations', () => {
    const named = files.flatMap((file) => /^by-(?!cpr\.)([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
    expect(Object.keys(strategies).toSorted()).toEqual(named.toSorted());
  });
});
