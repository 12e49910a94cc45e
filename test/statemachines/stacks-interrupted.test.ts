import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { first, second } from './aws-world.ts';
import { deletionAtSomeCuts, interrupted, someCuts } from './interruption.ts';
import { grown, inAnyOrder, oneEach, put, race, remove, shrunk, sorted, stop } from './race.ts';
import { scenario } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const lackOfCapacity = { resource: 'no-capacity', type: 'AWS::EC2::Instance', region: first } as const;

describe('a process that is killed while it works on a stack', () => {
  /** The second creation is cut only where the first was not. */
  const tried = new Set<string>();

  it('completes the deployment with one stack, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await scenario(aws.make());
      const ran = await interrupted(one.world, one.deployment, cut);
      if (!ran) return false;
      expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE', providerId: first });
      const stacks = [{ region: first, status: 'CREATE_COMPLETE', machines: ['db', 'web'] }];
      expect(await aws.standing(), `cut ${cut}`).toEqual(stacks);
      return true;
    }, tried);
    expect(cuts).toBeGreaterThan(30);
  });

  it('goes on to the next region and cleans up, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await scenario(aws.make(lackOfCapacity));
      const ran = await interrupted(one.world, one.deployment, cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE', providerId: second });
      const stacks = [{ region: second, status: 'CREATE_COMPLETE', machines: ['db', 'web'] }];
      expect(await aws.standing(), `cut ${cut}`).toEqual(stacks);
      return true;
    }, tried);
    expect(cuts).toBeGreaterThan(50);
  });

  it('updates the stack once, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await scenario(aws.make());
      await one.run();
      const ran = await interrupted(one.world, await one.update(shrunk), cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
      const stacks = [{ region: first, status: 'UPDATE_COMPLETE', machines: ['web'] }];
      expect(await aws.standing(), `cut ${cut}`).toEqual(stacks);
      return true;
    });
    expect(cuts).toBeGreaterThan(30);
  });

  it('leaves nothing of what it deletes, wherever it was cut', async () => {
    expect(await deletionAtSomeCuts(() => scenario(aws.make()), aws.standing)).toBeGreaterThan(10);
  });
});

describe('requests that meet at a stack, in any order of their steps', () => {
  const runs = 6;
  const meeting = (check: Parameters<typeof inAnyOrder>[1]) => inAnyOrder(runs, check, 40);
  const machines = async () => (await aws.standing()).flatMap((stack) => stack.machines);

  it('of two updates one wins', () =>
    meeting(async (order) => {
      const { one, outcomes } = await race(aws.make, order, (given) => [put(given, grown), put(given, shrunk)]);
      expect(sorted(outcomes)).toEqual(oneEach);
      expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
      expect(await machines()).toEqual(outcomes[0] === 'accepted' ? ['cache', 'db', 'web'] : ['web']);
    }));

  it('a deletion leaves nothing, whether an update or an action meets it', () =>
    meeting(async (order) => {
      const { one, outcomes } = await race(aws.make, order, (given) => [stop(given), remove(given)]);
      expect(outcomes[1]).toBe('accepted');
      expect(await one.now()).toBeUndefined();
      expect(await aws.standing()).toEqual([]);
      const other = await race(aws.make, order, (given) => [put(given, grown), remove(given)]);
      expect(sorted(other.outcomes)).toEqual(oneEach);
      expect(await machines()).toEqual(other.outcomes[0] === 'accepted' ? ['cache', 'db', 'web'] : []);
    }));
});
