/** One operation that the sweep is to look at. */

import type { ExecutionState } from '../../../src/domain/deployments/record/ports.ts';
import { sweptWorld } from './swept.ts';
import { accepted, memoryWorld } from './world.ts';

const callback = 'https://x.example/';

/** One operation that has begun, is due to be looked at, and whose workflow stands so. */
export const due = async (state: ExecutionState, changes: Parameters<typeof accepted>[1] = { callback }) => {
  const swept = sweptWorld(memoryWorld());
  const deployment = await accepted(swept.world, changes);
  const { id, operation } = deployment;
  await swept.world.deployments.markStarted(id, operation.id);
  await swept.operation(deployment);
  swept.states.set(operation.id, state);
  const now = () => swept.world.deployments.find(id);
  return { ...swept, deployment, id, operation, now };
};

/** Something that happens right after the state of the execution was read. */
export const meanwhile = (one: Awaited<ReturnType<typeof due>>, happens: () => Promise<unknown>): void => {
  const { executions } = one.ports;
  const { ofOperation } = executions;
  executions.ofOperation = async (deployment) => {
    const state = await ofOperation(deployment);
    await happens();
    return state;
  };
};
