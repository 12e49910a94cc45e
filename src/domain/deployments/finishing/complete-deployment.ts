import { NotDoneError, NotFoundError, TooLargeError } from '../../../foundation/errors.ts';
import { isEmpty } from '../../../tosca/empty-output.ts';
import { joinedParts } from '../../../tosca/infrastructure-manager/output-parts.ts';
import { type CostLine, costLine } from '../../costs/estimated-cost.ts';
import type { NodeState, Resource } from '../../resources/resource.ts';
import { enterState, putChanged, withoutReason } from '../../resources/states.ts';
import { emptyOutputs } from '../polling/empty-outputs.ts';
import { type Outputs, settledOutputs, withoutOutputs } from '../polling/settled-outputs.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import type { Deployment, Operation, Reverted } from '../record/deployment.ts';
import { foundBy } from '../record/found-by.ts';
import { advance, inProgress } from '../record/lifecycle.ts';
import { attemptsOf, type OperationRef, owned } from '../record/operation.ts';
import type { DeploymentChanges, LifecyclePorts } from '../record/ports.ts';
import { requireRoom } from '../record/record-room.ts';
import type { DeclaredOutput, StoredRanking } from '../record/stored-ranking.ts';
import { changesWhatStands } from '../record/workflow-of.ts';
import { report } from '../reporting/report.ts';
import { announceCompletion } from './announce-completion.ts';
import { announceFailure } from './announce-failure.ts';
import { asType } from './as-type.ts';
import { registerRemains, remainsOf, settleMoved } from './settle-moved.ts';
import { settleUses } from './settle-uses.ts';

type Ports = Omit<
  LifecyclePorts,
  | 'actionSweepQueue'
  | 'delegations'
  | 'ended'
  | 'endedFiles'
  | 'ids'
  | 'callbacks'
  | 'providers'
  | 'imports'
  | 'claims'
  | 'clusterCredentials'
  | 'plannerOf'
  | 'versions'
>;
/** with the secret places in the outputs, if an update's template is the only one from now on, and with what it costs */
type Reported = { readonly outputs: Outputs; readonly cost: CostLine | undefined } & Pick<Deployment, 'secretOutputs'>;

/**
 * Reads the outputs and completes the deployment, even without outputs that cannot be read (settled-outputs.ts) or stored.
 * NotReadyError and ProviderUnavailableError: call again. NotDoneError when the attempt has ended otherwise. CallbackFailedError when only the callback failed.
 */
export const completeDeployment =
  (ports: Ports) =>
  async ({
    outcome = 'complete',
    ...input
  }: OperationRef & { readonly outcome?: string | undefined }): Promise<void> => {
    if (outcome !== 'complete') throw new NotDoneError(`the attempt is not complete: ${outcome}`);
    const deployment = await owned(ports.deployments, input);
    const done = inProgress(deployment.status) ? await complete(ports, input, deployment) : deployment;
    await settleUses(ports, done);
    await settleMoved(ports, done);
    if (done.status.endsWith('_FAILED')) await announceFailure(ports, done, '');
    else await announceCompletion(ports, done);
  };

const complete = async (ports: Ports, input: OperationRef, deployment: Deployment): Promise<Deployment> => {
  const attempt = await completeAttempt(ports, input);
  if (deployment.operation.runs) return completeRun(ports, input, deployment, attempt);
  const { providerId, infrastructureId } = attempt;
  const { moves, version } = deployment.operation;
  const isChange = changesWhatStands(deployment.operation);
  const templateOf = isChange || moves ? input.operationId : deployment.templateOf;
  const reported = await readOutputs(ports, { ...deployment, templateOf }, attempt);
  const settled = settledFrom(deployment);
  const resources = await (isChange
    ? settleUpdate(ports, input, deployment)
    : enterState(ports.resources, deployment.id, settled, ports.clock.now(), readyBy(deployment, templateOf)));
  // first: once the record names what is left, nothing but the sweep may remember it
  if (moves) await registerRemains(ports, deployment.id, moves);
  const { reverts } = deployment.operation;
  const status = advance(deployment.status, reverts ? 'fail' : 'complete');
  const at = ports.clock.now().toISOString();
  const ended = { ...(reverts ? reasonsOfReverted(deployment.operation, reverts) : noReason), task: 'NONE' } as const;
  const inForce = { ...(version !== undefined && { inForce: version }), former: undefined };
  const place = { providerId, infrastructureId, ...(moves && { remains: remainsOf(moves, at) }) };
  const changes = { templateOf, status, ...ended, ...inForce, ...reported, ...place, foundBy: foundBy(resources) };
  const done = await recordDone(ports, { ...input, deployment, attempt }, changes);
  await report(ports, { attempt }, { at, text: `the deployment is ${status}`, line: 'ended' });
  return done;
};

/** What stands is as it was, whatever a run has ended with: template, version, outputs and resources stay (docs/decisions/0092). */
const completeRun = async (
  ports: Ports,
  { deploymentId, operationId }: OperationRef,
  deployment: Deployment,
  attempt: SubmittedAttempt,
): Promise<Deployment> => {
  const status = advance(deployment.status, 'complete');
  const at = ports.clock.now().toISOString();
  const changes = { ...noReason, status, task: 'NONE', stopAsked: undefined } as const;
  const done = await ports.deployments.record(deploymentId, operationId, changes, deployment.status);
  await report(ports, { attempt }, { at, text: `the deployment is ${status}`, line: 'ended' });
  return done;
};

/** Of what was adopted, machines that were stopped stay stopped. */
const settledFrom =
  ({ operation }: Deployment) =>
  (before: NodeState): NodeState =>
    operation.adopts && before === 'STOPPED' ? before : 'STARTED';

const noReason = { statusReason: undefined, statusReasonWithLogs: undefined };

/** What it costs from now on; undefined: nobody knows any more. A ranking of an earlier release says nothing. */
const costAt = ({ candidates }: StoredRanking, providerId: string): CostLine | undefined => {
  const cost = candidates.find(({ id }) => id === providerId)?.cost;
  return cost && costLine(cost);
};

/** The update itself has failed, although what stands is as before. */
const reasonsOfReverted = ({ id: operationId, restores }: Operation, { reason, reasonWithLogs }: Reverted) => {
  const line = `it went back to version ${restores}, which is in force`;
  return {
    statusReason: `${reason}\n${line}`,
    statusReasonWithLogs: { operationId, text: `${reasonWithLogs}\n${line}` },
  };
};

interface SettledOutputs {
  readonly deployment: Deployment;
  readonly attempt: SubmittedAttempt;
  readonly ranking: StoredRanking;
}

const readyBy =
  (deployment: Deployment, madeBy: string) =>
  ({ neverReady: _, ...resource }: Resource): Resource =>
    asInForce({ ...withoutReason(resource), ...(resource.formerly && { madeBy }) }, deployment);

/**
 * Without `madeBy` where that is the template in force, since this is what its absence says, before the record names the next
 * template and after: an end writes only what its operation has changed, and not each machine of three hundred.
 */
const asInForce = ({ madeBy, ...resource }: Resource, { templateOf }: Pick<Deployment, 'templateOf'>): Resource =>
  madeBy === undefined || madeBy === templateOf ? resource : { ...resource, madeBy };

const noRoom = 'the outputs come to more than the 384 KB that the record has for parameters and outputs';

/** Records the end: without the outputs if the record has no room for them, since the machines matter more. */
const recordDone = async (
  ports: Ports,
  {
    deploymentId,
    operationId,
    deployment,
    attempt,
  }: OperationRef & {
    readonly deployment: Deployment;
    readonly attempt: SubmittedAttempt;
  },
  changes: DeploymentChanges,
): Promise<Deployment> => {
  const { status } = deployment;
  const record = (all: DeploymentChanges) => ports.deployments.record(deploymentId, operationId, all, status);
  try {
    requireRoom({ ...deployment, outputs: changes.outputs ?? {} }, noRoom);
    return await record(changes);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return record({ ...changes, outputs: await withoutOutputs(ports, deployment, attempt, error.message, 'stored') });
  }
};

/**
 * Removes the resources that the update deleted; stopped ones stay stopped. Removes the removal lists from the
 * template, so that a client can edit it and send it back. Gives the resources that stand.
 */
const settleUpdate = async (
  { resources, files, clock }: Ports,
  { deploymentId, operationId }: OperationRef,
  deployment: Deployment,
): Promise<readonly Resource[]> => {
  const before = await resources.all(deploymentId);
  const gone = before.filter(({ state }) => state === 'DELETING').map(({ id }) => id);
  if (gone.length > 0) await resources.remove(deploymentId, gone);
  const staying = before.filter(({ state }) => state !== 'DELETING');
  const stand = staying.map((resource) => settledBy(operationId, deployment, resource));
  await putChanged(resources, staying, stand, clock.now());
  const text = await files.getTemplate(deploymentId, operationId);
  const { withoutRemovalLists } = await import('../../../tosca/infrastructure-manager/removal-lists.ts');
  await files.putTemplate(deploymentId, operationId, withoutRemovalLists(text));
  return stand;
};

/** What the update has changed names it as the maker of its machine; the rest is as the template in force asks, whichever it is. */
const settledBy = (
  operationId: string,
  deployment: Deployment,
  { action: _, becoming, neverReady: __, ...seen }: Resource,
): Resource => {
  const state = seen.state === 'STOPPED' ? seen.state : 'STARTED';
  const resource = asInForce({ ...withoutReason(seen), state }, deployment);
  const isAsBefore = becoming === undefined && resource.madeBy === undefined;
  return isAsBefore ? resource : { ...resource, madeBy: operationId };
};

const completeAttempt = async ({ attempts }: Ports, input: OperationRef): Promise<SubmittedAttempt> => {
  const found = (await attemptsOf(attempts, input)).find(({ state }) => state === 'COMPLETE');
  if (found?.infrastructureId !== undefined) return { ...found, infrastructureId: found.infrastructureId };
  throw new NotFoundError(`operation ${input.operationId} has no complete attempt`);
};

/** What the template fixes has the value, and the type, that we worked out. The rest comes from the deployer. */
const readOutputs = async (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<Reported> => {
  const given = await settledOutputs(ports, deployment, attempt);
  const ranking = await rankingOf(ports, deployment);
  const { outputs: declared, secretOutputs } = ranking;
  const outputs = joinedParts(declared, given);
  const fixed = declared.filter(({ deferred }) => !deferred).map(({ name, value }) => [name, value] as const);
  const types = new Map(declared.map(({ name, type }) => [name, type]));
  const reported = Object.entries(outputs)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, asType(value, types.get(name))] as const);
  const never = emptyOutputs(ranking, attempt.providerId);
  const nulls = Object.fromEntries(Object.keys(never).map((name) => [name, null]));
  const merged: Outputs = { ...nulls, ...outputs, ...Object.fromEntries(reported), ...Object.fromEntries(fixed) };
  const empty = new Set(declared.filter(isEmpty).map(({ name }) => name));
  const all = Object.fromEntries(Object.entries(merged).filter(([name]) => !empty.has(name)));
  await sayWhyEmpty(ports, { deployment, attempt, ranking }, all);
  return {
    outputs: changesWhatStands(deployment.operation) ? ofThisTemplate(declared, all) : all,
    cost: costAt(ranking, attempt.providerId),
    ...(secretOutputs && { secretOutputs }),
  };
};

/** A value that did not come is null, which says nothing about the reason. */
const sayWhyEmpty = async (
  ports: Ports,
  { deployment, attempt, ranking }: SettledOutputs,
  all: Outputs,
): Promise<void> => {
  const reasons = emptyOutputs(ranking, attempt.providerId);
  const seconds = ports.deployerOf(attempt.providerId).policy.settlingSeconds;
  const lines = ranking.outputs
    .filter(({ name, deferred }) => deferred && all[name] === null)
    .map(({ name }) => reasons[name] ?? withoutValue(name, seconds));
  const event = { kind: 'OUTPUTS', name: 'empty-outputs' } as const;
  if (lines.length > 0)
    await report(ports, { deployment, attempt }, { text: lines.join('\n'), line: 'outputs', event });
};

const withoutValue = (output: string, seconds: number): string =>
  `the output ${output} stays empty: the provider told no value of it${seconds > 0 ? ` within ${seconds} s after it had finished` : ''}`;

const rankingOf = async ({ files }: Ports, { id, templateOf }: Deployment): Promise<StoredRanking> => {
  const kept = await files.findRanking(id, templateOf);
  if (kept === undefined) throw new NotFoundError(`operation ${templateOf} has no ranking`);
  return kept;
};

/**
 * The Infrastructure Manager still returns the outputs of earlier templates:
 * docs/contract/infrastructure-manager-templates.md, "Updates".
 */
const ofThisTemplate = (declared: readonly DeclaredOutput[], all: Outputs): Outputs => {
  const names = declared.map(({ name }) => name).filter((name) => Object.hasOwn(all, name));
  return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
};
