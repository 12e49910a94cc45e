import { describe, expect, it } from 'vitest';
import type { AttemptChanges } from '../../../../src/domain/deployments/record/attempt.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { standing } from './standing.ts';

describe('an attempt with a create call that got no answer', () => {
  /** The provider made two infrastructures: the first call got no answer, the second one gave the id. */
  const twins = async (more: AttemptChanges = {}) => {
    const one = await standing({ unansweredCalls: 1, ...more });
    const template = one.world.clouds.made[0]?.template ?? '';
    const twin = await one.world.clouds.create('alpha', template);
    return { ...one, twin };
  };

  /** Steps until nothing is left, at most ten minutes; the second at which that was. */
  const finish = async (one: Awaited<ReturnType<typeof twins>>) => {
    for (let second = 0; second < 600; second += 1) {
      if ((await one.step()).is === 'gone') return second;
      one.world.clock.advance(1);
    }
    throw new Error('it is never gone');
  };

  it('is gone only when what that call made is destroyed too', async () => {
    const one = await twins();
    await finish(one);
    expect(one.destroyed).toEqual(['inf-1', one.twin]);
    expect(await one.attempt()).toMatchObject({ state: 'DESTROYED' });
    expect(await one.log()).toContain(one.twin);
  });

  it('waits as long as that call may still make one', async () => {
    const one = await standing({ unansweredCalls: 1, askedAt: afterSeconds(50) });
    one.world.clouds.find = async () => undefined;
    expect(await finish({ ...one, twin: '' })).toBeGreaterThanOrEqual(50);
  });

  it('does not take the one that is gone for another when a list still has it', async () => {
    const one = await standing({ unansweredCalls: 1 });
    one.world.clouds.find = async () => 'inf-1';
    await finish({ ...one, twin: '' });
    expect(one.destroyed).toEqual(['inf-1']);
  });

  it('asks for no name where all calls were answered', async () => {
    const one = await standing();
    one.world.clouds.find = async () => {
      throw new Error('nobody should ask');
    };
    await finish({ ...one, twin: '' });
  });
});
