import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { submitAttempt } from '../../../../src/domain/deployments/attempting/submit-attempt.ts';
import { destroyInfrastructures } from '../../../../src/domain/deployments/deleting/destroy-infrastructures.ts';
import { settleOperation } from '../../../../src/domain/deployments/finishing/settle-operation.ts';
import type { AttemptChanges } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { DeploymentChanges } from '../../../../src/domain/deployments/record/ports.ts';
import { sweepOrphans } from '../../../../src/domain/orphans/sweep-orphans.ts';
import { everyCut, killedAfter } from '../../../statemachines/interruption.ts';
import { noChecks } from '../../../support/no-checks.ts';
import { attempting } from '../attempting/attempting.ts';
import type { World } from '../world.ts';

const orphanReport = { destroyed: () => undefined, left: () => undefined };

/** What the sweeps of the service do in the next three hours, each of them many times. */
const swept = async (world: World, seen: Deployment): Promise<void> => {
  for (let minutes = 0; minutes < 180; minutes += 5) {
    world.clock.advance(300);
    await settleOperation({ ...world, ...noChecks, resumptions: 8 }, seen, { state: 'SUCCEEDED' });
    await sweepOrphans({ ...world, orphanReport })();
  }
};

const current = async (world: World, id: string): Promise<Deployment> => {
  const found = await world.deployments.find(id);
  if (found === undefined) throw new Error('the deployment is gone');
  return found;
};

/** A creation whose submit step was interrupted at this call; its deletion was asked for, and was then reset. */
const resetWhileSubmitting = async (cut: number) => {
  const one = await attempting();
  const { world, deployment, ref } = one;
  world.clouds.set('alpha', { destroy: 'down' }); // what the submit step destroys itself is another matter
  const { guarded, process } = killedAfter(world, cut);
  await submitAttempt(guarded)(ref).catch(() => undefined);
  await deleteDeployment(world, await current(world, deployment.id), { force: false });
  await resetDeployment(world, await current(world, deployment.id), 'DELETE_FAILED');
  world.clouds.set('alpha', {});
  return { ...one, dead: process.dead, reset: await current(world, deployment.id) };
};

/** What the provider has that no attempt names, while there is one that could. */
const unknown = async ({ world, deployment }: Awaited<ReturnType<typeof attempting>>) => {
  const attempts = await world.attempts.list(deployment.id);
  const known = new Set(attempts.flatMap(({ state, infrastructureId: id }) => (state === 'DESTROYED' ? [] : [id])));
  return world.clouds.standing.filter(({ id }) => !known.has(id));
};

describe('a deletion that is reset while its creation submits', () => {
  it('leaves nothing that no record names, wherever the submit step died', async () => {
    let lost = 0;
    const cuts = await everyCut(async (cut) => {
      const one = await resetWhileSubmitting(cut);
      lost += (await unknown(one)).length;
      await swept(one.world, one.reset);
      expect(await unknown(one), `cut ${cut}`).toEqual([]);
      expect(await one.now()).toMatchObject({ status: 'DELETE_FAILED' });
      return one.dead;
    });
    expect(lost).toBeGreaterThan(0);
    expect(cuts).toBeGreaterThan(4);
  });

  it('is mended by the next sweep where one died, whatever it had done', async () => {
    const madeAt = await cutAfterCreate();
    await everyCut(async (cut) => {
      const one = await resetWhileSubmitting(madeAt);
      const { guarded, process } = killedAfter(one.world, cut);
      one.world.clock.advance(60);
      await settleOperation({ ...guarded, ...noChecks, resumptions: 8 }, one.reset, { state: 'SUCCEEDED' }).catch(
        () => undefined,
      );
      await swept(one.world, one.reset);
      expect(one.world.clouds.standing, `cut ${cut}`).toEqual([]);
      return process.dead;
    });
  });

  it('finds what the call makes after all', async () => {
    const one = await resetWhileSubmitting(await cutAfterCreate());
    const [made] = one.world.clouds.made;
    if (!made) throw new Error('nothing was made');
    one.world.clouds.made[0] = { ...made, madeAt: made.madeAt + 900 };
    expect(one.world.clouds.standing).toEqual([]);
    await swept(one.world, one.reset);
    expect(one.world.clouds.destroyed).toEqual([made.id]);
  });

  it('says so in the log once, and can be deleted', async () => {
    const one = await resetWhileSubmitting(await cutAfterCreate());
    await swept(one.world, one.reset);
    const lines = (await one.log()).split('\n').filter((line) => line.includes('it is looked for and destroyed'));
    expect(lines).toHaveLength(1);
    await deleteDeployment(one.world, one.reset, { force: false });
    const { operation } = await current(one.world, one.deployment.id);
    const step = destroyInfrastructures(one.world)({ deploymentId: one.deployment.id, operationId: operation.id });
    await expect(step).rejects.toMatchObject({ name: 'NotReadyError' });
  });
});

describe('a deletion that is reset', () => {
  /** Deletes a deployment with this attempt, and resets that. */
  const resetWith = async (attempt: AttemptChanges, place: DeploymentChanges = {}) => {
    const one = await attempting();
    await one.submit();
    const { id, operation } = one.deployment;
    await one.record({ left: undefined, ...attempt });
    await one.world.deployments.record(id, operation.id, place);
    await deleteDeployment(one.world, await current(one.world, id), { force: false });
    await resetDeployment(one.world, await current(one.world, id), 'DELETE_FAILED');
    const before = await one.attempt();
    await swept(one.world, await current(one.world, id));
    return { ...one, before };
  };
  const elsewhere = { providerId: 'beta', infrastructureId: 'inf-9' };

  it.each([
    ['that the record names', { state: 'RUNNING' }, {}],
    ['that is complete, although the record names another', { state: 'COMPLETE' }, elsewhere],
    ['that was kept', { state: 'FAILED', left: 'kept' }, elsewhere],
  ] as const)('leaves an infrastructure %s', async (_, attempt, place) => {
    const one = await resetWith(attempt, place);
    expect(one.world.clouds.standing).toHaveLength(1);
    expect(await one.attempt()).toEqual(one.before);
  });

  it.each(['RUNNING', 'FAILED'] as const)(
    'destroys one of an attempt that is %s, when another is named',
    async (state) => {
      const one = await resetWith({ state }, elsewhere);
      expect(one.world.clouds.standing).toEqual([]);
      expect(await one.attempt()).toMatchObject({ state: 'DESTROYED' });
    },
  );

  it('keeps why an attempt had failed, and what of it the owner alone may read', async () => {
    const own = { state: 'FAILED', reason: 'no quota', quotedLog: 'a line of the log' } as const;
    expect(await (await resetWith(own, elsewhere)).attempt()).toMatchObject({ ...own, state: 'DESTROYED' });
    const earlier = { state: 'FAILED', reason: 'of an earlier release', quotedLog: undefined } as const;
    expect(await (await resetWith(earlier, elsewhere)).attempt()).not.toHaveProperty('quotedLog');
  });
});

/** The call of the submit step at which the infrastructure was made, and its answer lost. */
const cutAfterCreate = async (): Promise<number> => {
  let found = 0;
  await everyCut(async (cut) => {
    const { world, dead } = await resetWhileSubmitting(cut);
    if (found === 0 && world.clouds.made.length > 0) found = cut;
    return dead;
  });
  return found;
};
