/** What an engine sets back as a whole, such as a stack's drift: docs/decisions/0077. */

import { NotReadyError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { InspectedPart } from '../../deployers/inspection.ts';
import type { Verdict } from '../../deployers/policy.ts';
import type { Deployer } from '../../deployers/ports.ts';
import { refusedReverts } from '../../repair/judge-reverts.ts';
import { hasSettled } from '../polling/read-infrastructure.ts';
import { setUp } from '../polling/set-up.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Revert } from '../record/mends.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';
import { report } from '../reporting/report.ts';
import type { Altering } from './alter-machines.ts';
import type { Reconciled } from './reconcile.ts';
import { isOurs, judgeWhole } from './whole-change.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;
type Reverting = Required<Pick<Deployer, 'inspect' | 'planReverts' | 'carryOutReverts' | 'dropReverts'>>;

const reverterOf = ({ deployerOf }: Pick<Ports, 'deployerOf'>, { providerId }: SubmittedAttempt): Reverting =>
  deployerOf(providerId) as Reverting; // only such an engine is asked for reverts

/** Has the engine say what it would do, and refuses what is not confirmed or would lose data. Nothing is changed yet. */
export const prepareReverts = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  reverts: readonly Revert[],
): Promise<Altering> => {
  if (reverts.length === 0) return { is: 'done' };
  const { infrastructureId: id, operationId } = attempt;
  const reverter = reverterOf(ports, attempt);
  const planned = await reverter.planReverts(id, operationId);
  if (planned === undefined) return { is: 'waiting', why: 'CloudFormation works out what the repair would do' };
  const { protected: isProtected, operation } = deployment;
  const refused = refusedReverts(planned, { reverts, replace: isProtected ? false : operation.replace });
  const why =
    planned.length === 0
      ? [`CloudFormation can set back nothing of ${namesOf(reverts)} on what exists: an update that replaces it does`]
      : refused;
  if (why.length === 0) return { is: 'done' };
  await reverter.dropReverts(id, operationId);
  return { is: 'failed', why: ['the repair has changed nothing of the stack:', ...why].join('\n') };
};

const namesOf = (reverts: readonly Revert[]): string => reverts.map(({ part }) => part).join(', ');

/** Recorded before the call, with what was the last change until then. */
export const askToRevert = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { changeBefore, updatesBefore }: Pick<SubmittedAttempt, 'changeBefore' | 'updatesBefore'>,
): Promise<void> => {
  const { deploymentId, number, providerId, infrastructureId } = attempt;
  const askedAt = ports.clock.now().toISOString();
  await ports.attempts.record(deploymentId, number, {
    ...{ askedAt, changeBefore, updatesBefore, configuredAt: undefined },
  });
  const text = `provider ${providerId} is asked to set back what has drifted of infrastructure ${infrastructureId}`;
  await report(ports, { attempt }, { at: askedAt, text, line: 'asked' });
  await carryOut(ports, attempt);
};

/** A lost answer is no failure: the next look asks again, which is harmless. */
const carryOut = async (ports: Ports, attempt: SubmittedAttempt): Promise<void> => {
  const { deploymentId, number, infrastructureId, operationId } = attempt;
  try {
    await reverterOf(ports, attempt).carryOutReverts(infrastructureId, operationId);
  } catch (error) {
    if (error instanceof NotReadyError || error instanceof ProviderUnavailableError) return;
    throw error;
  }
  const answeredAt = ports.clock.now().toISOString();
  await ports.attempts.record(deploymentId, number, { answeredAt });
};

/** Ids of the resources that take what is read of them: of the others a check knows how they were. */
export const othersThan = async (
  { resources }: Pick<Ports, 'resources'>,
  { deploymentId }: SubmittedAttempt,
  leaves: readonly string[] = [],
): Promise<ReadonlySet<string>> =>
  new Set((await resources.all(deploymentId)).flatMap(({ id }) => (leaves.includes(id) ? [] : [id])));

interface Seen {
  readonly stored: StoredRanking;
  readonly reverts: readonly Revert[];
  readonly seen: Reconciled;
}

/** Ready only when the engine has compared again, and found nothing of it any more. */
export const judgeReverts = async (ports: Ports, attempt: SubmittedAttempt, given: Seen): Promise<Verdict> => {
  const { answeredAt, startedAt, deploymentId, number, infrastructureId } = attempt;
  const { seen } = given;
  if (answeredAt === undefined) {
    await carryOut(ports, attempt);
    return { is: 'waiting', why: 'the repair is asked for' };
  }
  const whole = judgeWhole(attempt, seen);
  if (whole?.is === 'failed' && seen.change?.isUndone)
    await ports.attempts.record(deploymentId, number, { undone: true });
  if (whole) return whole;
  if (seen.change === undefined || !isOurs(attempt, seen.change)) return notBegun(ports, attempt);
  if (seen.launching) return { is: 'waiting', why: 'virtual machines are being added' };
  const unproved = await unprovedOf(ports, attempt, given);
  if (unproved) return unproved;
  const set = await setUp(ports, attempt, infrastructureId);
  const running = seen.staying.filter(({ state }) => state === 'configured');
  if (set.is !== 'ready' || running.length === 0) return set;
  if (await hasSettled(ports, attempt, infrastructureId, running)) return set;
  return { is: 'waiting', why: `the machines lack addresses since ${answeredAt ?? startedAt}` };
};

/** Longer than CloudFormation needs to show a change that it has accepted. */
const beginsMins = 5;

const notBegun = ({ clock }: Ports, { answeredAt, startedAt }: SubmittedAttempt): Verdict => {
  const isLate = elapsed(answeredAt ?? startedAt, clock.now(), { minutes: beginsMins });
  return isLate
    ? { is: 'failed', why: 'the provider accepted the repair, and has begun nothing' }
    : { is: 'waiting', why: 'the repair is about to begin' };
};

/** For services that show a change some seconds after they have made it. */
const proofMins = 5;

const unprovedOf = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { stored, reverts }: Seen,
): Promise<Verdict | undefined> => {
  const { deploymentId, operationId, infrastructureId } = attempt;
  const { proving: comparison, ...unproving } = stored;
  const { provingSince = ports.clock.now().toISOString() } = stored;
  const found = await reverterOf(ports, attempt).inspect(infrastructureId, { comparison });
  if (found.is === 'comparing') {
    if (found.comparison !== comparison)
      await ports.files.putRanking(deploymentId, operationId, {
        ...{ ...stored, provingSince, proving: found.comparison },
      });
    return { is: 'waiting', why: 'the provider compares again what stands with what was asked for' };
  }
  const wrong = (found.parts ?? []).filter(({ id, is }) => is !== 'not-comparable' && reverts.some(isPart(id)));
  if (wrong.length === 0) return undefined;
  const why = ['the provider set back what had drifted, and of that is not as it was asked for:', ...wrong.map(lineOf)];
  if (isLate(ports, provingSince)) return { is: 'failed', why: why.join('\n') };
  await ports.files.putRanking(deploymentId, operationId, unproving);
  return { is: 'waiting', why: why.join('\n') };
};

const isPart =
  (id: string) =>
  ({ part }: Revert): boolean =>
    part === id;

const isLate = ({ clock }: Ports, since: string): boolean => elapsed(since, clock.now(), { minutes: proofMins });

const lineOf = ({ id, is, why, properties = [] }: InspectedPart): string => {
  const names = properties.map(({ property }) => property);
  return [`${id} is ${is}`, ...(names.length > 0 ? [`in ${names.join(', ')}`] : []), ...(why ? [`(${why})`] : [])].join(
    ' ',
  );
};
