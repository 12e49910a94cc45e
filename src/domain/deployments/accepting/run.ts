import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import { secretValues } from '../../../tosca/secrets/carried.ts';
import type { Json, Topology } from '../../../tosca/topology.ts';
import type { PlannedRun } from '../../runs/plan-run.ts';
import type { RunPlan, RunTarget } from '../../runs/run.ts';
import { readTopology } from '../attempting/read-topology.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireRoom } from '../record/record-room.ts';
import { writtenSecrets } from '../record/secret-places.ts';
import { templateInForce } from '../record/template-in-force.ts';
import { supersede } from './supersede.ts';
import { operationOf } from './update.ts';
import { withUpdate } from './with-update.ts';

export interface RunRequest {
  readonly asked: RunTarget;
  readonly inputs: { readonly [name: string]: Json };
  readonly message?: string | undefined;
  readonly operationId?: string;
  readonly requestedBy?: Identity;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean;
}

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'files' | 'imports' | 'plannerOf' | 'workflows'>;

/** What a run does; `planned` is that without the words of the deployer, for readers. */
export interface PlanOfRun {
  readonly plan: RunPlan;
  readonly planned: PlannedRun;
  readonly topology: Topology;
}

/**
 * What a run would do. ConflictError in a status that allows none, and where the provider runs no single operation; InvalidError
 * with every reason why this cannot run.
 */
export const planOfRun = async (
  ports: Pick<Ports, 'files' | 'imports' | 'plannerOf'>,
  deployment: Deployment,
  { asked: target, inputs }: Pick<RunRequest, 'asked' | 'inputs'>,
): Promise<PlanOfRun> => {
  requireRunnable(deployment);
  const { planCalls, runsNothing } = ports.plannerOf(deployment.providerId ?? '');
  if (planCalls === undefined) throw new ConflictError(runsNothing ?? 'the provider runs no single operation');
  const { id, templateOf, parameters } = deployment;
  const text = await templateInForce(ports.files, deployment);
  const { topology } = await readTopology(ports, { id, parameters }, templateOf);
  const [{ bindCall }, { planRun }] = await Promise.all([
    import('../../../tosca/bind-call.ts'),
    import('../../runs/plan-run.ts'),
  ]);
  const planner = { topology, known: [...secretValues(topology), ...writtenSecrets(topology)] };
  // what the template does not have is told in the words of the plan; a workflow has its defaults only once it is bound
  if (!('workflow' in target)) planRun(topology, target, { values: inputs, secret: [], known: [] });
  const bound = await bindCall(text, { inputs: parameters, imports: ports.imports }, target, inputs);
  if (!bound.ok) throw new InvalidError('the inputs cannot be used:', { problems: bound.problems });
  const planned = planRun(topology, target, { ...bound, known: planner.known });
  const calls = await planCalls(topology, planned.calls);
  if ('reasons' in calls) throw new InvalidError([`${planned.what} cannot run:`, ...new Set(calls.reasons)].join('\n'));
  if (calls.text.length > longestPlan)
    throw new InvalidError(
      `${planned.what} cannot run: its scripts come to more than ${longestPlan / 1e6} million characters, once for each call; give their files by URL, or call fewer operations at a time`,
    );
  return { planned, topology, plan: { what: planned.what, steps: planned.steps, calls: calls.text } };
};

/** Each look reads it. */
const longestPlan = 4_000_000;

/** What a failed update has left is for another update; a run or a move that failed has changed nothing of what stands. */
const requireRunnable = (deployment: Deployment): void => {
  requireAbility(deployment, 'update');
  const { status, operation } = deployment;
  if (status === 'CREATE_COMPLETE' || status === 'UPDATE_COMPLETE') return;
  if (status === 'UPDATE_FAILED' && (operation.runs || operation.moves)) return;
  advance(status, 'update');
  throw new ConflictError(
    'the last update failed, so nobody knows what an operation would meet: update the deployment, or go back to an earlier version',
  );
};

/**
 * Accepts a run, and starts its workflow (docs/decisions/0092). The template in force stays, no version comes, and nothing of the
 * infrastructure changes but what the operations do. Errors as above.
 */
export const runOnDeployment = async (ports: Ports, deployment: Deployment, request: RunRequest): Promise<void> => {
  const { plan } = await planOfRun(ports, deployment, request);
  const { operationId = ports.ids.next(), onlyIfUnchanged } = request;
  const next = (current: Deployment): Deployment => acceptedBy(ports, current, request, operationId);
  requireRoom(next(deployment));
  const acceptedAt = ports.clock.now().toISOString();
  await ports.files.putRun(deployment.id, operationId, { id: operationId, asked: request.asked, acceptedAt, plan });
  const { next: accepted } = await supersede(ports, deployment, next, onlyIfUnchanged);
  await ports.workflows.startOperation(accepted);
};

const acceptedBy = (
  { clock }: Pick<Ports, 'clock'>,
  { stopAsked: _, ...deployment }: Deployment,
  { asked: target, message, requestedBy }: RunRequest,
  id: string,
): Deployment => {
  requireRunnable(deployment);
  const now = clock.now().toISOString();
  const given = {
    limits: deployment.limits,
    ...(message !== undefined && { message }),
    ...(requestedBy && { requestedBy }),
  };
  const operation = operationOf({ id, kind: 'UPDATE', acceptedAt: now }, given);
  return { ...withUpdate(deployment, { ...operation, runs: target }), lastRun: id };
};

/** What runs; ConflictError when nothing does. */
export const requireRunning = ({ status, operation }: Deployment): RunTarget => {
  if (status === 'UPDATE_IN_PROGRESS' && operation.runs) return operation.runs;
  throw new ConflictError('no operation or workflow of the template runs now, so there is nothing to stop');
};

/** Has a run stopped: what runs is cancelled, and nothing of it begins any more. ConflictError when none runs. */
export const stopRun = async (
  { clock, deployments }: Pick<Ports, 'clock' | 'deployments'>,
  deployment: Deployment,
): Promise<void> => {
  requireRunning(deployment);
  const { id, operation, stopAsked } = deployment;
  if (stopAsked?.operationId === operation.id) return;
  const at = clock.now().toISOString();
  await deployments.record(id, operation.id, { stopAsked: { operationId: operation.id, at } });
};
