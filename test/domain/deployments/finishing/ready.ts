import { completeDeployment } from '../../../../src/domain/deployments/finishing/complete-deployment.ts';
import type { NodeState } from '../../../../src/domain/resources/resource.ts';
import { attempting } from '../attempting/attempting.ts';

export const declared = [
  { name: 'url', value: { get_attribute: ['web', 'address'] }, deferred: true },
  { name: 'release', value: 'first', deferred: false },
];

/** the operation whose template was in force before an update */
export const inForce = 'earlier';

/** A deployment whose infrastructure is ready, and what its template declares. */
export const ready = async (outputs: readonly object[] = declared, kind: 'CREATE' | 'UPDATE' = 'CREATE') => {
  const one = await attempting({ timeoutMins: 10 });
  const { id, operation } = one.deployment;
  const ranking = { candidates: [], dropped: [], notes: [], outputs, secretOutputs: [{ at: ['url'], is: 'secret' }] };
  await one.world.files.putRanking(id, operation.id, ranking as never);
  await one.submit();
  one.world.clock.advance(30);
  await one.record({ state: 'COMPLETE' });
  const deployment = await one.now();
  if (deployment)
    one.world.stores.kept.deployments.set(id, {
      ...deployment,
      operation: { ...operation, kind },
      ...(kind === 'UPDATE' && { status: 'UPDATE_IN_PROGRESS', templateOf: inForce }),
      statusReason: 'an earlier failure',
    });
  one.world.notified.length = 0;
  one.world.events.length = 0;
  return {
    ...one,
    complete: (outcome?: string) =>
      completeDeployment(one.world)({ deploymentId: id, operationId: operation.id, outcome }),
    reads: (values: object) => {
      one.world.clouds.outputsWhenReady = values as never;
    },
    states: async () => (await one.world.resources.all(id)).map(({ state }) => state),
    enter: async (...states: readonly NodeState[]) => {
      const all = await one.world.resources.all(id);
      await one.world.resources.put(all.map((resource, index) => ({ ...resource, state: states[index] ?? 'STARTED' })));
    },
  };
};
