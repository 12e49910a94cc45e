import { describe, expect, it } from 'vitest';
import { own, reasonsOf } from './translated.ts';

describe('what AWS Batch takes no more of', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `j${index}`);
  const fanIn = (count: number) => ({
    ...Object.fromEntries(many(count).map((name) => [name, own()])),
    last: own({}, { requirements: many(count).map((name) => ({ dependency: name })) }),
  });

  it('drops the provider when a job waits for more than 20 others', async () => {
    expect(await reasonsOf(fanIn(20))).toBe('it can be made');
    expect(await reasonsOf(fanIn(21))).toBe(
      'node last (toscanini.nodes.Job) waits for 21 jobs, and AWS Batch takes 20: use an array, or jobs between them',
    );
  });

  it.each([
    [{ environment: { AWS_BATCH_X: 'a', OK: 'b' } }, /names AWS Batch keeps for itself \(AWS_BATCH_X\)/],
    [{ secrets: { AWS_BATCH: 'arn:aws:ssm:x' } }, /names AWS Batch keeps for itself \(AWS_BATCH\)/],
    [{ environment: { KEY: 'a' }, secrets: { KEY: 'arn:aws:ssm:x' } }, /variables that are secrets too \(KEY\)/],
    [{ environment: { '': 'a' } }, /has a variable without a name/],
    [{ environment: { LONG: 'x'.repeat(22_000) } }, /and AWS Batch takes 21504/],
    [{ command: 'x'.repeat(11_000) }, /and AWS Batch takes 21504/],
  ])('drops the provider for %j', async (properties, reason) => {
    expect(await reasonsOf({ job: own(properties) })).toMatch(reason);
  });

  it('takes a command of ten thousand bytes', async () => {
    expect(await reasonsOf({ job: own({ command: 'x'.repeat(10_000) }) })).toBe('it can be made');
  });
});
