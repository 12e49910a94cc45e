import { describe, expect, it } from 'vitest';
import { places } from '../../../local/functions/concurrency.ts';

describe('works that are bounded', () => {
  it('are done in their order, never more at once than allowed, whether they fail or not', async () => {
    const begun: number[] = [];
    const ends = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    let running = 0;
    let most = 0;
    const place = places(2);
    const work = async (index: number) => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await ends[index]?.promise.finally(() => {
        running -= 1;
      });
      return index;
    };
    const calls = Promise.allSettled(ends.map((_, index) => place(() => work(index), false)));
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.reject(new Error('failed'));
    for (const { resolve } of ends) resolve();
    const outcomes = await calls;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(4).fill('fulfilled')]);
    expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
    await expect(place(() => work(0), true)).resolves.toBe(0);
  });

  it('go on before anything new begins', async () => {
    const begun: string[] = [];
    const place = places(1);
    const work = (name: string, isNew: boolean) =>
      place(async () => {
        begun.push(name);
      }, isNew);
    await Promise.all([work('first', true), work('new', true), work('second', false), work('third', false)]);
    expect(begun).toEqual(['first', 'second', 'third', 'new']);
  });
});
