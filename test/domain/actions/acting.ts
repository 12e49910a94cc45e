/** An action on a machine, as the steps of its workflow find it. */

import { acceptAction } from '../../../src/domain/actions/accept-action.ts';
import { beginAction } from '../../../src/domain/actions/begin-action.ts';
import { failAction } from '../../../src/domain/actions/fail-action.ts';
import { pollAction } from '../../../src/domain/actions/poll-action.ts';
import type { ActionOrder } from '../../../src/domain/deployments/record/workflows.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { afterSeconds, attempting } from '../deployments/attempting/attempting.ts';

/** A machine that stands for a minute, and an action on it that was accepted then. */
export const acting = async (type: 'start' | 'stop' = 'stop', more: Partial<Resource> = {}) => {
  const one = await attempting();
  await one.submit();
  const { world, deployment } = one;
  await world.deployments.record(deployment.id, deployment.operation.id, { status: 'CREATE_COMPLETE' });
  world.clock.advance(60);
  const find = async () => (await world.resources.all(deployment.id))[0] as Resource;
  const state = type === 'stop' ? 'STARTED' : 'STOPPED';
  await world.resources.put([{ ...(await find()), state, physicalId: '0', ...more }]);
  const complete = await one.now();
  if (!complete) throw new Error('there is no deployment');
  await acceptAction(world, complete, await find(), type);
  const order = world.actions.at(-1) as ActionOrder;
  const fail = (name: string, Cause: string) => failAction(world)({ ...order, failure: { Error: name, Cause } });
  return {
    ...one,
    ...{ clouds: world.clouds, order, find, fail },
    begin: () => beginAction(world)(order),
    poll: () => pollAction(world)(order),
    /** another action has the resource */
    lose: async () => {
      const resource = await find();
      const action = { id: 'newer', type: 'start', acceptedAt: afterSeconds(60) } as const;
      await world.resources.put([{ ...resource, action }]);
    },
  };
};
