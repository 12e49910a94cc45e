import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellCommand } from '../../../src/domain/batch/command.ts';
import { childrenOfText, childrenText, childrenVariable, moreMemory } from '../../../src/domain/batch/more-memory.ts';
import { factsInBlueprint } from '../../../src/domain/batch/node-facts.ts';
import { fargateSize, fargateSizes, isFargateSize } from '../../../src/domain/deployers/fargate.ts';
import { jobOf, own, reasonsOf, warningsOf } from './translated.ts';

const sizes = fargateSizes.flatMap(([cpus, memories]) => memories.map((memory) => ({ cpus, memory })));

describe('the next size of a job without memory left', () => {
  it('is one of Fargate, larger, no larger than allowed, and reaches what is allowed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sizes), fc.integer({ min: 512, max: 249_856 }), (first, asked) => {
        const most = fargateSize({ cpus: first.cpus, memory: asked })?.memory ?? 0;
        let last = first;
        for (let next = moreMemory(first, most, 'FARGATE'); next; next = moreMemory(next, most, 'FARGATE')) {
          expect(isFargateSize(next)).toBe(true);
          expect(next.memory).toBeGreaterThan(last.memory);
          expect(next.memory).toBeLessThanOrEqual(most);
          expect(next.cpus).toBeGreaterThanOrEqual(last.cpus);
          last = next;
        }
        expect(last.memory).toBe(Math.max(first.memory, most));
      }),
    );
  });

  it('is twice as much on machines', () => {
    expect(moreMemory({ cpus: 2, memory: 700 }, 2_000, 'EC2')).toEqual({ cpus: 2, memory: 1_400 });
    expect(moreMemory({ cpus: 2, memory: 1_400 }, 2_000, 'EC2')).toEqual({ cpus: 2, memory: 2_000 });
    expect(moreMemory({ cpus: 2, memory: 2_000 }, 2_000, 'EC2')).toBeUndefined();
  });
});

describe('the children that run again', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 9_999 }), { minLength: 1, maxLength: 150 });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(places, (some) => {
        const sorted = some.toSorted((a, b) => a - b);
        expect(childrenOfText(childrenText(sorted) ?? '')).toEqual(sorted);
      }),
    );
    expect(childrenText([3, 7, 12, 13, 14])).toBe('3 7 12-14');
    expect(childrenText(Array.from({ length: 10_000 }, (_, index) => index))).toBe('0-9999');
  });

  it('are none where a definition could not hold their places', () => {
    expect(childrenText(Array.from({ length: 1_000 }, (_, index) => index * 2))).toBeUndefined();
  });

  it.each([
    [undefined, '4', '4'],
    ['3 7 12-14', '0', '3'],
    ['3 7 12-14', '1', '7'],
    ['3 7 12-14', '4', '14'],
    ['9', undefined, '9'],
    ['0-9999', '9999', '9999'],
  ])('have the places of the first array: of %j the child %s is %s', (children, index, place) => {
    const [program = '', ...args] = shellCommand({ command: 'echo $AWS_BATCH_JOB_ARRAY_INDEX', inPart: true });
    const env = {
      ...process.env,
      ...(index !== undefined && { AWS_BATCH_JOB_ARRAY_INDEX: index }),
      ...(children !== undefined && { [childrenVariable]: children }),
    };
    expect(execFileSync(program, args, { env, encoding: 'utf8' })).toBe(`${place}\n`);
  });
});

describe('a job that may get more memory', () => {
  it('gets at most what Fargate has for it, and plans are judged by that', async () => {
    const job = await jobOf({ job: own({ max_mem_size: '9 GiB' }) });
    expect(job).toMatchObject({ memory: 512, mostMemory: 9_216 });
    const facts = factsInBlueprint(JSON.stringify({ jobs: [job] })).get('job');
    expect(facts).toMatchObject({ cpus: 2, memory: (9_216 * 2 ** 20) / 1e6 });
  });

  it('on machines gets what it says', async () => {
    const job = await jobOf({ job: own({ queue: 'gpu', mem_size: '1 GiB', max_mem_size: '3000 MiB' }) });
    expect(job).toMatchObject({ platform: 'EC2', memory: 1_024, mostMemory: 3_000 });
  });

  it('goes to a queue that has the most', async () => {
    const queues = [{ name: 'small' }, { name: 'large', platform: 'EC2' as const }];
    expect(await jobOf({ job: own({ max_mem_size: '300 GiB' }) }, { queues })).toMatchObject({ queue: 'large' });
  });

  it.each([
    [
      'more than Fargate has',
      { max_mem_size: '300 GiB' },
      /may get 307200 MiB \(max_mem_size\), and Fargate has at most/,
    ],
    [
      'three rules of its own',
      { max_mem_size: '2 GiB', retries: 1, retry_rules: [{ exit_code: 1 }, { exit_code: 2 }, { exit_code: 3 }] },
      /has 3 retry_rules, and may have 2 beside max_mem_size/,
    ],
    [
      'an array of an image alone',
      { max_mem_size: '2 GiB', array_size: 3, command: undefined },
      /only a command can be told which children run again/,
    ],
    [
      'a command that leaves no room for its tries',
      { max_mem_size: '2 GiB', command: `echo ${'x'.repeat(9_700)}` },
      /AWS Batch takes 19456: put what is long/,
    ],
  ])('with %s drops the provider', async (_, properties, why) => {
    expect(await reasonsOf({ job: own(properties) })).toMatch(why);
  });

  it('hears where the most is no more than it has', async () => {
    expect(await warningsOf({ job: own({ mem_size: '2 GiB', max_mem_size: '2 GiB' }) })).toEqual([
      expect.stringContaining('has max_mem_size, 2048 MiB, which is no more than it begins with'),
    ]);
    expect(await jobOf({ job: own({ max_mem_size: '100 MiB' }) })).not.toHaveProperty('mostMemory');
  });
});
