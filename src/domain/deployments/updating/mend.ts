/** A repair, up to the machines that are to be made again: docs/decisions/0077. */

import { NotReadyError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { VirtualMachine } from '../../deployers/machines.ts';
import { putChanged, unbind } from '../../resources/states.ts';
import { notThere, unlessGone } from '../polling/gone.ts';
import { whileAnswering } from '../polling/outage.ts';
import { isUnchangedFor } from '../polling/unchanged.ts';
import { waitingIfNotReady } from '../polling/waiting-if-not-ready.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Mend } from '../record/mends.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { type Altering, alterMachines } from './alter-machines.ts';
import { confirmRepair, plannedMends, storedOf } from './confirm-repair.ts';
import { lostInfrastructure } from './lost-infrastructure.ts';
import { reconcile } from './reconcile.ts';
import { prepareReverts } from './revert.ts';
import type { SentTemplate } from './sent-template.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;

/** With what was the last change of the whole, for a deployer that reports one. */
export type Mended = Altering & Pick<SubmittedAttempt, 'changeBefore' | 'updatesBefore'>;

/**
 * Looks once more at what has drifted, and stores what is still so. Then, of that alone: starts and stops machines, removes
 * what is left of those that are gone, and alters those that have another size. A repeat goes on where the last run ended.
 */
export const mend = (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  template: SentTemplate,
): Promise<Mended> =>
  waitingIfNotReady(async (): Promise<Mended> => {
    const { infrastructureId } = attempt;
    const stored = await storedOf(ports, attempt);
    const known = stored.mends
      ? stored
      : await unlessGone(ports, attempt, infrastructureId, () => confirmRepair(ports, deployment, attempt, stored));
    if (known === 'gone') return lostInfrastructure(ports, attempt);
    if (known === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    const mends = plannedMends(known);
    const seen = await unlessGone(ports, attempt, infrastructureId, () =>
      reconcile(ports, attempt, known.reverts ? new Set() : remadeOf(mends)),
    );
    if (seen === 'gone') return lostInfrastructure(ports, attempt);
    if (seen === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    if (seen.launching) return { is: 'waiting', why: 'virtual machines are being added' };
    const powered = await power(ports, attempt, mends, seen.staying);
    if (powered.is !== 'done') return powered;
    if (known.reverts) {
      const { since: changeBefore, updates: updatesBefore } = seen.change ?? {};
      const before = { ...(changeBefore && { changeBefore }), ...(updatesBefore && { updatesBefore }) };
      return { ...(await prepareReverts(ports, deployment, attempt, known.reverts)), ...before };
    }
    await removeLost(ports, attempt, mends);
    return alterMachines(ports, attempt, { template, kept: { ...known, altered: [] }, keepsNoted: true });
  });

/** Only their machines are taken as they are seen: of the others a check knows how they were. */
export const remadeOf = (mends: readonly Mend[]): ReadonlySet<string> =>
  new Set(mends.filter(({ how }) => how === 'remade').map(({ resource }) => resource));

const down: readonly string[] = ['stopped', 'off'];
const up: readonly string[] = ['configured', 'unconfigured'];

/** Starts and stops machines, and waits for them: what is stopped is left out when software runs on the others. */
const power = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  mends: readonly Mend[],
  machines: readonly VirtualMachine[],
): Promise<Altering> => {
  const waiting: string[] = [];
  for (const one of mends.filter(({ how }) => how === 'started' || how === 'stopped')) {
    const machine = machines.find(({ id }) => id === one.part);
    if (machine === undefined)
      return { is: 'failed', why: `virtual machine ${one.part} of ${one.node} is gone: check again` };
    const isDone = (one.how === 'stopped' ? down : up).includes(machine.state);
    await (isDone ? settlePower(ports, attempt, one) : askForPower(ports, attempt, one));
    if (!isDone)
      waiting.push(`virtual machine ${machine.id} of ${one.node} is ${machine.state}, and is to be ${one.how}`);
  }
  if (waiting.length === 0) return { is: 'done' };
  const { launchMins } = ports.deployerOf(attempt.providerId).policy;
  const timeIsUp = isUnchangedFor(launchMins, attempt, attempt.startedAt, ports.clock.now());
  return { is: timeIsUp ? 'failed' : 'waiting', why: waiting.join('\n') };
};

/** Recorded before the call. A lost answer makes the call again, which is harmless, once it has had its time. */
const askForPower = async (
  { resources, deployerOf, clock }: Ports,
  { deploymentId, providerId, infrastructureId }: SubmittedAttempt,
  { resource, how, part = '' }: Mend,
): Promise<void> => {
  const before = await resources.find(deploymentId, resource);
  if (before === undefined) return;
  const state = how === 'started' ? 'STARTING' : 'STOPPING';
  const { policy, operate } = deployerOf(providerId);
  const now = clock.now();
  const isAsked = before.state === state;
  if (isAsked && !elapsed(before.stateSince ?? before.updatedAt, now, { seconds: policy.lostUpdateSeconds })) return;
  await putChanged(resources, [before], [{ ...before, state }], now);
  await whileAnswering(() => operate(infrastructureId, part, how === 'started' ? 'start' : 'stop'));
};

const settlePower = async (
  { resources, clock }: Ports,
  { deploymentId }: SubmittedAttempt,
  { resource, how }: Mend,
): Promise<void> => {
  const before = await resources.find(deploymentId, resource);
  if (before === undefined) return;
  const state = how === 'started' ? 'STARTED' : 'STOPPED';
  await putChanged(resources, [before], [{ ...before, state }], clock.now());
};

/** One machine after the other: a process that dies in between has removed one that the next run does not find any more. */
const removeLost = async (ports: Ports, attempt: SubmittedAttempt, mends: readonly Mend[]): Promise<void> => {
  const { deploymentId, number, providerId, infrastructureId, operationId, releasingAt } = attempt;
  const lost = mends.filter(({ how }) => how === 'remade');
  if (lost.length > 0 && releasingAt === undefined)
    await ports.attempts.record(deploymentId, number, { releasingAt: ports.clock.now().toISOString() });
  for (const { resource, part, node } of lost) {
    const before = await ports.resources.find(deploymentId, resource);
    if (before === undefined || part === undefined || before.physicalId !== part) continue;
    await unlessRemoved(() => whileAnswering(() => ports.deployerOf(providerId).release(infrastructureId, [part])));
    const again = { ...unbind(before), state: 'CREATING' as const, madeBy: operationId };
    await putChanged(ports.resources, [before], [again], ports.clock.now());
    const text = `what was left of virtual machine ${part} of ${node} is removed; another one is made`;
    await report(ports, { attempt }, { text, line: 'removed' });
  }
};

/** The manager knows a machine no more that it was told to remove before. */
const unlessRemoved = async (remove: () => Promise<void>): Promise<void> => {
  try {
    await remove();
  } catch (error) {
    const isOutage = error instanceof NotReadyError && error.cause instanceof ProviderUnavailableError;
    if (!(error instanceof NotReadyError) || isOutage) throw error;
  }
};
