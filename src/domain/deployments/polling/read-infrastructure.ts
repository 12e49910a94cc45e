import { joinedParts } from '../../../tosca/infrastructure-manager/output-parts.ts';
import type { InfrastructureStatus, VirtualMachine } from '../../deployers/machines.ts';
import type { Verdict } from '../../deployers/policy.ts';
import { matchMachines } from '../../resources/match.ts';
import { withProgress } from '../../resources/progress.ts';
import { putChanged } from '../../resources/states.ts';
import type { Attempt } from '../record/attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { reportProviderState } from '../reporting/provider-state.ts';
import { copyLog } from './copy-log.ts';
import { emptyOutputs } from './empty-outputs.ts';
import { notThere, unlessGone } from './gone.ts';
import { whileAnswering } from './outage.ts';
import { answeredOutputs } from './outputs.ts';
import { readNodes } from './read-nodes.ts';
import { setUpIfDue } from './set-up.ts';
import type { Outputs } from './settled-outputs.ts';
import { isUnchangedFor } from './unchanged.ts';
import { waitingIfNotReady } from './waiting-if-not-ready.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'deployerOf' | 'timeline'>;

/** Reads the infrastructure of an attempt, updates log and resources from it, and judges it. */
export const readInfrastructure = async (ports: Ports, attempt: Attempt): Promise<Verdict> => {
  const { providerId, infrastructureId } = attempt;
  if (infrastructureId === undefined)
    return { is: 'failed', why: 'the provider was never asked for an infrastructure' };
  const seen = await unlessGone(ports, attempt, infrastructureId, async () => {
    const status = await ports.deployerOf(providerId).status(infrastructureId);
    return waitingIfNotReady(async () => {
      const verdict = await whileAnswering(() => judgeStatus(ports, attempt, infrastructureId, status));
      // what sets machines up is a service of its own: where it does not answer, that is an outage too
      const whole = await setUpIfDue(ports, attempt, infrastructureId, verdict);
      return withLog(whole, await whileAnswering(() => copyLog(ports, attempt, infrastructureId)));
    });
  });
  if (seen === 'gone') return { is: 'failed', why: notThere(infrastructureId) };
  return seen === 'doubtful' ? { is: 'waiting', why: notThere(infrastructureId) } : seen;
};

const judgeStatus = async (
  ports: Ports,
  found: Attempt,
  infrastructureId: string,
  status: InfrastructureStatus,
): Promise<Verdict> => {
  const attempt = { ...found, ...(await reportProviderState(ports, found, status)) };
  const machines = await readMachines(ports, attempt, infrastructureId, status);
  const settled = status.state === 'configured' && (await hasSettled(ports, attempt, infrastructureId, machines));
  const now = ports.clock.now();
  const { policy } = ports.deployerOf(attempt.providerId);
  const launchTimeIsUp = isUnchangedFor(policy.launchMins, attempt, attempt.startedAt, now);
  const stuck = await isStuck(ports, attempt, infrastructureId, status);
  const nodes = new Map(machines.map(({ id, node }) => [id, node]));
  return policy.judge(status, { launchTimeIsUp, settled, stuck, nodes });
};

/** Whether the deployer has forgotten the machines that are pending. They are read only when nothing has changed for long. */
const isStuck = async (
  { deployerOf, clock }: Ports,
  attempt: Attempt,
  infrastructureId: string,
  { state, vms }: InfrastructureStatus,
): Promise<boolean> => {
  const deployer = deployerOf(attempt.providerId);
  const { isStuck: judge, stuckMins = deployer.policy.launchMins } = deployer.policy;
  if (judge === undefined || state !== 'pending') return false;
  if (!isUnchangedFor(stuckMins, attempt, attempt.startedAt, clock.now())) return false;
  const pending = Object.keys(vms).filter((id) => vms[id] === 'pending');
  return judge(await deployer.virtualMachines(infrastructureId, pending));
};

/** A failure quotes the log; so does a wait whose deadline has passed. */
export const withLog = (verdict: Verdict, log: string): Verdict =>
  verdict.is === 'ready' ? verdict : { ...verdict, log };

/**
 * In the state `pending`, VMs are still being added and their ids may change: docs/contract/infrastructure-manager.md,
 * "Trap 7".
 */
const readMachines = async (
  ports: Ports,
  attempt: Attempt,
  infrastructureId: string,
  { state, vms }: InfrastructureStatus,
): Promise<readonly VirtualMachine[]> => {
  const { deployerOf, resources, clock } = ports;
  const deployer = deployerOf(attempt.providerId);
  const nodes = await readNodes(ports, attempt, infrastructureId);
  const isPending = state === 'pending';
  if (isPending && nodes.length === 0) return [];
  const machines = isPending ? [] : await deployer.virtualMachines(infrastructureId, Object.keys(vms));
  const before = await resources.all(attempt.deploymentId);
  const matched = isPending ? before : matchMachines(before, deployer.policy.arrange(machines, before));
  await putChanged(resources, before, withProgress(matched, nodes), clock.now());
  return machines;
};

/** `configured` is final once all outputs and addresses are there, or long enough after it was first seen. */
export const hasSettled = async (
  { clock, attempts, deployerOf, files }: Ports,
  attempt: Attempt,
  infrastructureId: string,
  machines: readonly VirtualMachine[],
): Promise<boolean> => {
  const { deploymentId, number, providerId, configuredAt } = attempt;
  const now = clock.now();
  const deployer = deployerOf(providerId);
  const { settlingSeconds, hasEverything } = deployer.policy;
  if (configuredAt !== undefined && elapsed(configuredAt, now, { seconds: settlingSeconds })) return true;
  const outputs = await answeredOutputs(deployer, infrastructureId);
  if (outputs.are === 'known') {
    if (hasEverything(outputs.values, machines)) return true;
    if (hasEverything(await stillOpen(files, attempt, outputs.values), machines)) return true;
  }
  if (configuredAt === undefined) await attempts.record(deploymentId, number, { configuredAt: now.toISOString() });
  return false;
};

/** Without those whose value the template alone decides, or that never get one there: no later poll brings anything. */
const stillOpen = async (
  files: Pick<Ports['files'], 'findRanking'>,
  { deploymentId, operationId, providerId }: Attempt,
  values: Outputs,
): Promise<Outputs> => {
  const kept = await files.findRanking(deploymentId, operationId);
  const declared = kept?.outputs ?? [];
  const fixed = declared.filter(({ deferred }) => !deferred).map(({ name }) => name);
  const closed = new Set([...fixed, ...Object.keys(emptyOutputs(kept, providerId))]);
  return Object.fromEntries(Object.entries(joinedParts(declared, values)).filter(([name]) => !closed.has(name)));
};
