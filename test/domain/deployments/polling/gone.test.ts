import { describe, expect, it } from 'vitest';
import type { Deployer } from '../../../../src/domain/deployers/ports.ts';
import { unlessGone } from '../../../../src/domain/deployments/polling/gone.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { NotFoundError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const missing = async (): Promise<never> => {
  throw new NotFoundError('no such infrastructure');
};

/** `listed`: what the list of the provider has; it believes an answer after a minute. */
const polled = async (listed: readonly string[], changes: Partial<Attempt> = {}) => {
  const one = await attempting();
  await one.begun(changes);
  const lists: string[] = [];
  const usual = one.world.deployerOf('alpha');
  const deployer: Deployer = {
    ...usual,
    policy: { ...usual.policy, goneSeconds: 60 },
    list: async () => {
      lists.push('asked');
      return listed;
    },
  };
  const read = async (seen: () => Promise<string>) => {
    const attempt = await one.attempt();
    if (attempt === undefined) throw new Error('the attempt is gone');
    return unlessGone({ ...one.world, deployerOf: () => deployer }, attempt, 'inf', seen);
  };
  return { ...one, lists, read };
};

describe('an infrastructure that its provider does not know', () => {
  it('is gone when a second answer, after the pause of the policy, says so and no list has it', async () => {
    const one = await polled(['another']);
    expect(await one.read(missing)).toBe('doubtful');
    expect(await one.attempt()).toMatchObject({ goneAt: afterSeconds(0) });
    one.world.clock.advance(59);
    expect(await one.read(missing)).toBe('doubtful');
    expect(one.lists).toEqual([]);
    one.world.clock.advance(1);
    expect(await one.read(missing)).toBe('gone');
    expect(one.lists).toEqual(['asked']);
  });

  it('is not gone while a list has it', async () => {
    const one = await polled(['inf'], { goneAt: afterSeconds(-3600) });
    expect(await one.read(missing)).toBe('doubtful');
  });

  it('is there again as soon as one answer says so, and a later doubt starts from the beginning', async () => {
    const one = await polled([], { goneAt: afterSeconds(-3600) });
    expect(await one.read(async () => 'seen')).toBe('seen');
    expect((await one.attempt())?.goneAt).toBeUndefined();
    expect(await one.read(missing)).toBe('doubtful');
  });

  it('is not gone because its provider does not answer', async () => {
    const one = await polled([], { goneAt: afterSeconds(-3600) });
    const away = new ProviderUnavailableError('connection refused');
    await expect(
      one.read(async () => {
        throw away;
      }),
    ).rejects.toBe(away);
  });
});
