import { expect, it } from 'vitest';
import { comparedOf, growthOf, inPairs, threadTime } from '../../bench/pairs.ts';

it('takes the median of the ratios of pairs, and their middle half', () => {
  const pairs = [1, 2, 3, 4, 50].map((one) => ({ one, other: 2 }));
  expect(comparedOf(pairs)).toEqual({ ratio: 1.5, spread: { low: 1, high: 2 }, one: 3, other: 2 });
});

it('compares each with its own partner: a machine that becomes slow meanwhile changes no ratio', () => {
  const pairs = [1, 1, 10, 10, 10].map((slow) => ({ one: 3 * slow, other: 2 * slow }));
  expect(comparedOf(pairs)).toMatchObject({ ratio: 1.5, spread: { low: 1.5, high: 1.5 } });
});

it('alternates, and begins every second pair with the other one', async () => {
  const order: string[] = [];
  const measure = (name: string) => () => order.push(name);
  await inPairs(3, measure('one'), measure('other'));
  expect(order).toEqual(['one', 'other', 'other', 'one', 'one', 'other']);
});

it('refuses to compare nothing', async () => {
  await expect(
    inPairs(
      0,
      () => 1,
      () => 1,
    ),
  ).rejects.toThrow('at least one pair');
});

it('gives the growth of two ratios the widest spread that both allow', () => {
  const of = (ratio: number) => ({ ratio, spread: { low: ratio - 0.5, high: ratio + 0.5 }, one: 1, other: 1 });
  expect(growthOf(of(2), of(1))).toEqual({ ratio: 2, spread: { low: 1, high: 5 } });
});

it('counts the processor time of this thread for each time of the work', async () => {
  let done = 0;
  expect(await threadTime(4, () => (done += 1))).toBeGreaterThanOrEqual(0);
  expect(done).toBe(4);
});
