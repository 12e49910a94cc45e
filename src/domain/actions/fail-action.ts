import * as errors from '../../foundation/errors.ts';
import { shorten } from '../deployments/polling/failure-reason.ts';
import { type Failure, messageOf } from '../deployments/record/operation.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import { reasonKey } from '../resources/states.ts';
import { claimedResource, writeFenced } from './action-fence.ts';
import { actionStates, stateLeft } from './action-states.ts';

/** Most characters of a reason in a resource's metadata. */
const longest = 2_000;

type Which = Pick<ActionOrder, 'deploymentId' | 'resourceId' | 'actionId'>;

/**
 * Ends an action as failed. The resource gets the state of its machine, or ERROR if nobody knows that; its metadata gets
 * the reason. Where the machine is as it was, nothing was done by hand, and office hours go on for it. OperationSupersededError when another action owns the resource.
 */
export const failAction =
  (ports: Pick<LifecyclePorts, 'clock' | 'resources'>) =>
  async ({ failure, ...order }: Which & { readonly failure: Failure }): Promise<void> => {
    const taken = await claimedResource(ports, order);
    const { action, acted: last, ...resource } = taken;
    const state = stateLeft(action);
    const acted = state === actionStates[action.type].from ? action.before : last;
    const metadata = { ...resource.metadata, [reasonKey]: `${action.type} failed: ${reasonOf(order, failure)}` };
    await writeFenced(ports, taken, { ...resource, ...(acted && { acted }), state, metadata });
  };

/** Users see only the messages of our own errors. */
const reasonOf = ({ actionId }: Which, failure: Failure): string =>
  Object.hasOwn(errors, failure.Error)
    ? shorten(messageOf(failure), longest)
    : `the workflow ended unexpectedly (${failure.Error}); ask the operators of this service about action ${actionId}`;
