/** One deployment in a world of its own, and what a test may do with it. */

import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { type MoveRequest, moveDeployment } from '../../src/domain/deployments/accepting/move.ts';
import { type RepairRequest, repairDeployment } from '../../src/domain/deployments/accepting/repair.ts';
import { type RetryRequest, retryDeployment } from '../../src/domain/deployments/accepting/retry.ts';
import { type UpdateRequest, updateDeployment } from '../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { workflowOf as kindOfWorkflow } from '../../src/domain/deployments/record/workflow-of.ts';
import type { Check } from '../../src/domain/drift/check.ts';
import { compare } from '../../src/domain/drift/compare.ts';
import { accepted, limits, type World } from '../domain/deployments/world.ts';
import { memoryMoves } from '../support/memory-moves.ts';
import { type Ran, run, type WorkflowName } from './machines.ts';
import { stepsOver } from './steps.ts';

export interface Scenario<W extends World = World> {
  readonly world: W;
  readonly deployment: Deployment;
  /** runs the workflow of an operation, from its start */
  run(operation?: Deployment): Promise<Ran>;
  /** hands the deployment to a deletion and runs its workflow, where it needs one */
  delete(options?: { readonly force?: boolean }): Promise<Ran | undefined>;
  /** asks for an update, and answers it as it was accepted; `run` runs it */
  update(template: string, changes?: Partial<UpdateRequest>): Promise<Deployment>;
  /** the same for another try of a creation that failed */
  retry(changes?: Partial<RetryRequest>): Promise<Deployment>;
  /** the same for a repair of what a check finds now */
  repair(changes?: Partial<RepairRequest>): Promise<Deployment>;
  /** the same for a move away from its provider, which a check has found to give no answer */
  move(changes?: Partial<MoveRequest>): Promise<Deployment>;
  now(): Promise<Deployment | undefined>;
}

export const scenario = async <W extends World>(
  world: W,
  changes: Parameters<typeof accepted>[1] = {},
): Promise<Scenario<W>> => scenarioOf(world, await accepted(world, changes));

/** The same for a deployment that was accepted in another way. */
export const scenarioOf = <W extends World>(world: W, deployment: Deployment): Scenario<W> => {
  const runOperation = (of: Deployment = deployment) =>
    run(workflowOf(of), inputOf(of), { steps: stepsOver(world), clock: world.clock });
  return {
    world,
    deployment,
    run: runOperation,
    delete: async ({ force = false } = {}) => {
      const current = await world.deployments.find(deployment.id);
      if (!current) throw new Error('there is nothing to delete');
      const before = world.started.length;
      await deleteDeployment(world, current, { force });
      const operation = world.started[before];
      return operation && runOperation(operation);
    },
    update: async (template, changes = {}) => {
      const current = await world.deployments.find(deployment.id);
      if (!current) throw new Error('there is nothing to update');
      await updateDeployment(world, current, { template, parameters: {}, limits, ...changes });
      return world.started.at(-1) ?? current;
    },
    retry: async (changes = {}) => {
      const current = await world.deployments.find(deployment.id);
      if (!current) throw new Error('there is nothing to retry');
      await retryDeployment(world, current, { parameters: {}, limits: {}, ...changes });
      return world.started.at(-1) ?? current;
    },
    repair: async (changes = {}) => {
      const current = await world.deployments.find(deployment.id);
      if (!current) throw new Error('there is nothing to repair');
      await repairDeployment({ ...world, driftChecks: { find: () => checkOf(world, current) } }, current, changes);
      return world.started.at(-1) ?? current;
    },
    move: async (changes = {}) => {
      const current = await world.deployments.find(deployment.id);
      if (!current) throw new Error('there is nothing to move');
      await moveDeployment({ ...world, ...movingFrom(world, current) }, current, changes);
      return world.started.at(-1) ?? current;
    },
    now: () => world.deployments.find(deployment.id),
  };
};

/** Moves are allowed, and the provider has given no answer since now. */
export const movingFrom = (world: World, { id: deploymentId, providerId = '' }: Deployment) => {
  const now = world.clock.now().toISOString();
  const outage = { providerId, since: now, seenAt: now };
  return {
    driftChecks: { find: async (): Promise<Check> => ({ deploymentId, version: 1, findings: [], outage }) },
    moving: { afterMins: 60, atOnce: 1 },
    moveStates: memoryMoves(),
  };
};

/** What a check finds, whatever second look it needs. */
const checkOf = async (
  world: World,
  { id, operation, providerId = '', infrastructureId = '' }: Deployment,
): Promise<Check> => {
  const { inspect } = world.deployerOf(providerId);
  const first = await inspect?.(infrastructureId, {});
  const { comparison } = first?.is === 'comparing' ? first : {};
  if (comparison !== undefined) world.clock.advance(60);
  const seen = comparison === undefined ? first : await inspect?.(infrastructureId, { comparison, isDone: true });
  const findings = seen?.is === 'read' ? compare(await world.resources.all(id), seen) : [];
  const summary = { operationId: operation.id, since: '', drifted: 1, of: 2 };
  return { deploymentId: id, version: 1, findings, summary };
};

export const inputOf = ({ id, operation }: Deployment) => ({ deploymentId: id, operationId: operation.id });

const workflows = {
  CREATE: 'create-deployment',
  UPDATE: 'update-deployment',
  DELETE: 'delete-deployment',
} as const satisfies Record<string, WorkflowName>;

export const workflowOf = ({ operation }: Deployment): WorkflowName => workflows[kindOfWorkflow(operation)];

/** state of each resource, by node */
export const statesOf = async ({ world, deployment }: Scenario): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await world.resources.all(deployment.id)).map(({ toscaNodeName, state }) => [toscaNodeName, state]),
  );
