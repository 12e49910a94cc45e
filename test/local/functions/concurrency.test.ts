import { describe, expect, it } from 'vitest';
import { atMost } from '../../../local/functions/concurrency.ts';

describe('calls that are bounded', () => {
  it('run in their order, never more at once than allowed, whether they fail or not', async () => {
    const begun: number[] = [];
    const ends = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    let running = 0;
    let most = 0;
    const call = atMost(2, async (index: number) => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await ends[index]?.promise.finally(() => {
        running -= 1;
      });
      return index;
    });
    const calls = Promise.allSettled(ends.map((_, index) => call(index)));
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.reject(new Error('failed'));
    for (const { resolve } of ends) resolve();
    const outcomes = await calls;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(4).fill('fulfilled')]);
    expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
    await expect(call(0)).resolves.toBe(0);
  });
});
