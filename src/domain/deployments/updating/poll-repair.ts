/** A repair, from the answer on that other machines are made: docs/decisions/0077. */

import { entryOf } from '../../../foundation/entry-of.ts';
import { NotReadyError } from '../../../foundation/errors.ts';
import type { VirtualMachine } from '../../deployers/machines.ts';
import type { Verdict } from '../../deployers/policy.ts';
import { isEqual } from '../../drift/compare.ts';
import { machinesDependingOn } from '../../repair/dependent-machines.ts';
import { notThere, unlessGone } from '../polling/gone.ts';
import { whileAnswering } from '../polling/outage.ts';
import { hasSettled, withLog } from '../polling/read-infrastructure.ts';
import { isUnchangedFor } from '../polling/unchanged.ts';
import { waitingIfNotReady } from '../polling/waiting-if-not-ready.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Mend } from '../record/mends.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';
import { askForUpdate } from './change-infrastructure.ts';
import { plannedMends, storedOf } from './confirm-repair.ts';
import { lostInfrastructure } from './lost-infrastructure.ts';
import { mayAskAgain } from './may-ask-again.ts';
import { remadeOf } from './mend.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { judgeReverts, othersThan } from './revert.ts';
import { sentTemplate } from './sent-template.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'attempts' | 'resources' | 'files' | 'timeline' | 'deployerOf' | 'plannerOf' | 'clusterCredentials'
>;

/** Ready only when a look says that everything is as it was asked for again: an answer alone is no proof. */
export const readRepair = (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<Verdict> =>
  waitingIfNotReady(async (): Promise<Verdict> => {
    const { infrastructureId } = attempt;
    const stored = await storedOf(ports, attempt);
    const mends = plannedMends(stored);
    const { reverts = [], leaves } = stored;
    const only = reverts.length > 0 ? await othersThan(ports, attempt, leaves) : remadeOf(mends);
    const seen = await unlessGone(ports, attempt, infrastructureId, () => reconcile(ports, attempt, only));
    if (seen === 'gone') return lostInfrastructure(ports, attempt);
    if (seen === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    const judged = () =>
      reverts.length > 0
        ? judgeReverts(ports, attempt, { stored, reverts, seen })
        : judge(ports, deployment, attempt, { stored, mends, seen });
    return withLog(await whileAnswering(judged), seen.log);
  });

interface Seen {
  readonly stored: StoredRanking;
  readonly mends: readonly Mend[];
  readonly seen: Reconciled;
}

const judge = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  given: Seen,
): Promise<Verdict> => {
  const { mends, seen } = given;
  if (attempt.answeredAt === undefined) return askAgain(ports, deployment, attempt, seen);
  if (seen.launching) return { is: 'waiting', why: 'virtual machines are being added' };
  const surplus = await removeSurplus(ports, attempt, given);
  if (surplus) return surplus;
  const remade = remadeOf(mends);
  const missing = seen.missing.filter(({ id }) => remade.has(id));
  if (missing.length > 0)
    return lacking(
      ports,
      attempt,
      seen,
      missing.map(({ toscaNodeName }) => toscaNodeName),
    );
  const made = await machinesOf(ports, attempt, given);
  const configured = await configure(ports, attempt, given, made);
  if (configured) return configured;
  const unproved = await unprovedOf(ports, attempt, mends);
  if (unproved) return unproved;
  if (made.length > 0 && !(await hasSettled(ports, attempt, attempt.infrastructureId, made)))
    return { is: 'waiting', why: 'the new machines lack addresses' };
  await reconcile(
    ports,
    attempt,
    new Set(mends.filter(({ how }) => how !== 'stopped').map(({ resource }) => resource)),
  );
  return { is: 'ready' };
};

const askAgain = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  seen: Reconciled,
): Promise<Verdict> => {
  if (mayAskAgain(ports, attempt, seen))
    await askForUpdate(ports, attempt, await sentTemplate(ports, deployment, attempt), {}, { configure: false });
  return { is: 'waiting', why: 'the answer to the repair was lost' };
};

/** Only a call that was made twice can have made too many. What stood there before stays. */
const removeSurplus = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { stored: { strangers = [] }, mends, seen }: Seen,
): Promise<Verdict | undefined> => {
  const nodes = new Set(mends.flatMap(({ how, node }) => (how === 'remade' ? [node] : [])));
  const ids = seen.leaving.filter(({ id, node }) => nodes.has(node) && !strangers.includes(id)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  await ports.deployerOf(attempt.providerId).release(attempt.infrastructureId, ids);
  return { is: 'waiting', why: `virtual machines ${ids.join(', ')} are not needed and were removed` };
};

const lacking = (ports: Ports, attempt: SubmittedAttempt, seen: Reconciled, nodes: readonly string[]): Verdict => {
  const { launchMins } = ports.deployerOf(attempt.providerId).policy;
  const from = attempt.answeredAt ?? attempt.startedAt;
  const why = `there is no virtual machine for ${[...new Set(nodes)].join(', ')} yet`;
  const timeIsUp = isUnchangedFor(launchMins, { ...attempt, ...seen.changes }, from, ports.clock.now());
  return timeIsUp ? { is: 'failed', why: `the provider accepted the repair, and ${why}` } : { is: 'waiting', why };
};

/** Those that were made again. */
const machinesOf = async (
  { resources }: Ports,
  { deploymentId }: SubmittedAttempt,
  { mends, seen }: Seen,
): Promise<readonly VirtualMachine[]> => {
  const remade = remadeOf(mends);
  const ids = new Set(
    (await resources.all(deploymentId)).flatMap(({ id, physicalId }) => (remade.has(id) ? physicalId : [])),
  );
  return seen.staying.filter(({ id }) => ids.has(id));
};

/** Has the software run on the new machines, and on those that were told their addresses. undefined: it has. */
const configure = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { stored: { asked: requested = {} }, mends, seen }: Seen,
  made: readonly VirtualMachine[],
): Promise<Verdict | undefined> => {
  if (made.length === 0) return undefined;
  const { reconfigure, policy } = ports.deployerOf(attempt.providerId);
  const dependent = machinesDependingOn(
    requested,
    made.map(({ node }) => node),
  );
  const mended = new Set(mends.map(({ part }) => part));
  const others = seen.staying.filter(
    ({ id, node, state }) => dependent.has(node) && !mended.has(id) && ran.includes(state),
  );
  const all = [...new Map([...made, ...others].map((one) => [one.id, one])).values()];
  const failed = all.filter(
    ({ state }) => state === 'failed' || (state === 'unconfigured' && attempt.reconfiguredAt !== undefined),
  );
  if (failed.length > 0) return { is: 'failed', why: ['the repair failed', ...failed.map(describe)].join('\n') };
  if (reconfigure && attempt.reconfiguredAt === undefined) {
    const now = ports.clock.now();
    const { reconfiguringAt } = attempt;
    if (reconfiguringAt === undefined || elapsed(reconfiguringAt, now, { seconds: policy.lostUpdateSeconds }))
      await askToConfigure(ports, attempt, all);
    return { is: 'waiting', why: 'software is to run on the new machines' };
  }
  const busy = all.filter(({ state }) => state !== 'configured');
  return busy.length === 0 ? undefined : { is: 'waiting', why: busy.map(describe).join('\n') };
};

/** States of machines on which software has run. */
const ran: readonly string[] = ['configured', 'unconfigured', 'running'];

const describe = ({ id, node, state }: VirtualMachine): string => `virtual machine ${id} of ${node} is ${state}`;

/** Recorded before the call; a lost answer makes it again, which begins the software anew. */
const askToConfigure = async (
  { attempts, clock, deployerOf }: Ports,
  { deploymentId, number, providerId, infrastructureId }: SubmittedAttempt,
  machines: readonly VirtualMachine[],
): Promise<void> => {
  const now = () => clock.now().toISOString();
  await attempts.record(deploymentId, number, { reconfiguringAt: now() });
  await deployerOf(providerId).reconfigure?.(
    infrastructureId,
    machines.map(({ id }) => id),
  );
  await attempts.record(deploymentId, number, { reconfiguredAt: now(), configuredAt: undefined });
};

/** Longer than a manager shows the values of before. */
const proofSeconds = 150;

/** Whether a machine that was altered is read with another size than it should have: some clouds answer 200 and do nothing. */
const unprovedOf = async (
  { deployerOf, clock }: Ports,
  { providerId, infrastructureId, answeredAt, startedAt }: SubmittedAttempt,
  mends: readonly Mend[],
): Promise<Verdict | undefined> => {
  const altered = mends.filter(({ how }) => how === 'altered');
  if (altered.length === 0) return undefined;
  const seen = await deployerOf(providerId).inspect?.(infrastructureId, {});
  if (seen?.is !== 'read') throw new NotReadyError('the sizes of the machines cannot be read');
  const wrong = altered.flatMap(({ node, part, wanted = {} }) => {
    const machine = seen.machines.find(({ id }) => id === part);
    return Object.entries(wanted).flatMap(([property, old]) => {
      const now = entryOf(machine?.values, property);
      const isRight = machine?.state !== 'silent' && now !== undefined && isEqual(property, asRead(old, now), now);
      return isRight
        ? []
        : [`virtual machine ${part} of ${node}: ${property} is ${now ?? 'not known'}, and has to be ${old}`];
    });
  });
  if (wrong.length === 0) return undefined;
  const isLate = elapsed(answeredAt ?? startedAt, clock.now(), { seconds: proofSeconds });
  return {
    is: isLate ? 'failed' : 'waiting',
    why: ['the provider answered that it changed the size', ...wrong].join('\n'),
  };
};

/** Findings hold texts. */
const asRead = (old: string, now: string | number): string | number => (typeof now === 'number' ? Number(old) : old);
