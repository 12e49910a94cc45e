import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCpr } from '../../../../src/domain/providers/ranking/by-cpr.ts';
import { byPriority } from '../../../../src/domain/providers/ranking/by-priority.ts';
import type { Fitting } from '../../../../src/domain/providers/ranking/prefilter.ts';
import type { RankingStrategy } from '../../../../src/domain/providers/ranking/strategy.ts';
import { asking } from '../asking.ts';

/**
 * The contract of a ranking strategy (src/domain/providers/ranking/strategy.ts). A new strategy adds a line to `strategies`,
 * with how good it finds an offer.
 */

interface Judged {
  readonly strategy: RankingStrategy;
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

const strategies: { readonly [name: string]: (fitting: readonly Fitting[]) => Judged } = {
  'by priority': () => ({ strategy: byPriority, worth: ({ offer }) => offer.priority, drops: never }),
  'by CPR': (fitting) => ({
    strategy: cprOf(fitting),
    worth: ({ offer }) => numberOf(offer.id),
    drops: ({ offer }) => numberOf(offer.id) % 5 === 0,
  }),
};

const lists = fc
  .array(fc.record({ priority: fc.integer({ min: -2, max: 2 }), number: fc.nat(50) }), { minLength: 1, maxLength: 12 })
  .map((all) =>
    all.map(
      ({ priority, number }, index): Fitting => ({
        offer: { id: `service-${number}-${index}`, name: `Service ${number}`, priority },
        edits: [{ node: `n${index}`, path: ['properties', 'x'], value: index }],
      }),
    ),
  );

const deepFrozen = (fitting: readonly Fitting[]): readonly Fitting[] =>
  Object.freeze(fitting.map((one) => Object.freeze({ ...one, offer: Object.freeze(one.offer) })));

describe.each(Object.entries(strategies))('the ranking strategy %s', (_name, judgedFor) => {
  it('has each offer once, best first, equally good ones in their order, and says why', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const fitting = deepFrozen(list);
        const { strategy, worth, drops } = judgedFor(fitting);
        const { best, dropped } = await strategy(fitting, asking());
        const expected = fitting.filter((one) => !drops(one)).toSorted((a, b) => worth(a) - worth(b));
        expect(best.map(({ offer, edits }) => ({ offer, edits }))).toEqual(expected);
        expect(dropped.map(({ id }) => id)).toEqual(fitting.filter(drops).map(({ offer }) => offer.id));
        for (const { score } of best) expect(score).not.toBe('');
        for (const { reason } of dropped) expect(reason).not.toBe('');
        expect(await strategy(fitting, asking())).toEqual({ best, dropped, notes: [] });
      }),
    );
  });
});
