import { expect, it } from 'vitest';
import { destroy } from '../../../../src/domain/deployments/deleting/destruction.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

/** A cloud that the Infrastructure Manager has made something at, and that has another deployer since then. */
const moved = async () => {
  const one = await attempting();
  await one.submit();
  one.world.providers.get = async (id) => ({
    ...{ id, name: 'Account', priority: 0 },
    facts: { deployer: 'cloudformation' },
  });
  one.world.clouds.find = async () => undefined;
  one.world.clock.advance(3600);
  return {
    ...one,
    step: async () => destroy(one.world, (await one.attempt()) as Attempt, { since: afterSeconds(60) }),
  };
};

const why =
  'provider alpha has now the deployer cloudformation, which cannot reach what infrastructure-manager has made there: give the provider its former deployer again, and configure the new one as a provider of another id';

it('is not asked whether what the former deployer has made is gone: it would say that it is', async () => {
  const one = await moved();
  expect(await one.step()).toEqual({ is: 'failed', why });
  expect([one.world.clouds.destroyed, (await one.attempt())?.state]).toEqual([[], 'RUNNING']);
});

it('is not believed to have nothing where the id was lost', async () => {
  const one = await moved();
  await one.record({ infrastructureId: undefined, state: 'SUBMITTING' });
  expect(await one.step()).toEqual({ is: 'failed', why });
  expect((await one.attempt())?.state).toBe('SUBMITTING');
});
