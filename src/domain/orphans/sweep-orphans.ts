import { needsAttention } from '../../foundation/attention.ts';
import {
  NotFoundError,
  NotReadyError,
  OperationSupersededError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { failuresOf } from '../../foundation/failures-of.ts';
import { type Fields, log, logging } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { hold } from '../adoption/hold.ts';
import { thingsOf } from '../adoption/things.ts';
import { onBehalfOf } from '../credentials/current-deployment.ts';
import type { Inspection } from '../deployers/inspection.ts';
import type { Deployer } from '../deployers/ports.ts';
import { settleUses } from '../deployments/finishing/settle-uses.ts';
import type { Attempt } from '../deployments/record/attempt.ts';
import { failedCheckMins, nextCheck as laterBy } from '../deployments/record/deadlines.ts';
import { type Deployment, infrastructureName } from '../deployments/record/deployment.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { type Found, nextCheck, type PossibleOrphan } from '../deployments/record/possible-orphans.ts';
import { requireReachable } from '../deployments/record/unreachable.ts';
import { report } from '../deployments/reporting/report.ts';
import { findProvider, noLongerConfigured } from '../providers/find-provider.ts';
import { isOrphan, type Owner, ownerOf } from './is-orphan.ts';
import { madeAt } from './made-at.ts';
import type { OrphanReport } from './ports.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'providers' | 'deployerOf' | 'files' | 'timeline' | 'orphans' | 'claims'
> & { readonly orphanReport: OrphanReport };

type AttemptOwner = Extract<Owner, { readonly is: 'attempt' }>;

/** Most checks in one run, which lasts a minute: enough for 7,000 deletions an hour. */
export const checksAtOnce = 3_000;

/** How many checks run at the same time. */
const together = 25;

/**
 * Looks for infrastructures that exist although everybody believed that they were gone, or that were given up, or that
 * were made after everybody had stopped waiting for them. Calls destroy for them (docs/decisions/0023). An infrastructure
 * belongs to this installation only if a record of ours has its id, or its name has the id of a deployment of ours:
 * nothing else is touched. AggregateError when some checks were not possible: they are repeated.
 */
export const sweepOrphans = (ports: Ports) => async (): Promise<void> => {
  const due = await ports.orphans.due(ports.clock.now(), checksAtOnce);
  const byProvider = [...Map.groupBy(due, ({ providerId }) => providerId)];
  const failures = await Promise.all(byProvider.map(([id, orphans]) => checkProvider(ports, id, orphans)));
  const all = failures.flat();
  if (all.length > 0) throw new AggregateError(all, `${all.length} possible orphans could not be checked`);
};

/** What a provider has now: all ids, and the names of those that may have a wanted name. */
interface Listed {
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string>;
}

/** Reads one list for all of them. If the list can only be read in an owner's name, reads one list for each. */
const checkProvider = async (
  ports: Ports,
  providerId: string,
  orphans: readonly PossibleOrphan[],
): Promise<readonly unknown[]> => {
  try {
    if (!(await findProvider(ports.providers, providerId))) return await checkEach(ports, orphans, unconfigured);
    const listed = await list(ports, providerId, orphans);
    return await checkEach(ports, orphans, async () => listed);
  } catch (error) {
    if (!(error instanceof ProviderFailedError)) return postpone(ports, providerId, orphans, error);
    return checkEach(ports, orphans, (orphan) =>
      onBehalfOf(orphan.deploymentId, () => list(ports, providerId, [orphan])),
    );
  }
};

const unconfigured = async ({ providerId }: PossibleOrphan): Promise<Listed> => {
  throw new ProviderFailedError(noLongerConfigured(providerId));
};

const list = async ({ deployerOf }: Ports, providerId: string, orphans: readonly PossibleOrphan[]): Promise<Listed> => {
  const ids = await deployerOf(providerId).list();
  const nameless = orphans.filter(({ unanswered }) => unanswered);
  const worthReading = ids.filter((id) => nameless.some((orphan) => mayBear(orphan, id)));
  const names = await deployerOf(providerId).names(worthReading);
  return { ids: new Set(ids), names };
};

const minuteMs = 60_000;

/**
 * Whether the infrastructure may be this orphan, by the times in the ids. Clocks differ, and a delayed call takes effect
 * late, but not days late. An id without a time may be any.
 */
const mayBear = ({ deploymentId, startedAt, infrastructureId }: PossibleOrphan, id: string): boolean => {
  if (id === infrastructureId) return false;
  const made = madeAt(id)?.getTime();
  if (made === undefined) return true;
  const start = Date.parse(startedAt);
  const first = Math.min(start, madeAt(deploymentId)?.getTime() ?? start);
  return made >= first - 10 * minuteMs && made <= start + 2 * 24 * 60 * minuteMs;
};

/**
 * Nothing can be known now. An unreachable Infrastructure Manager is reported elsewhere, and is no failure of the sweep.
 */
const postpone = async (
  { orphans, clock }: Ports,
  providerId: string,
  all: readonly PossibleOrphan[],
  error: unknown,
): Promise<readonly unknown[]> => {
  log('WARN', 'possible orphans are checked later', {
    providerId,
    count: all.length,
    error: sanitisedForLog(error),
  });
  const at = laterBy(clock.now(), failedCheckMins);
  await Promise.all(all.map((orphan) => orphans.postpone(orphan, at)));
  return error instanceof ProviderUnavailableError ? [] : [error];
};

const checkEach = (
  ports: Ports,
  orphans: readonly PossibleOrphan[],
  listedFor: (orphan: PossibleOrphan) => Promise<Listed>,
): Promise<readonly unknown[]> =>
  failuresOf(orphans, together, (orphan) => logging(idsOf(orphan), async () => checkOrphan(ports, orphan, listedFor)));

const idsOf = ({ deploymentId, number: attempt, providerId }: PossibleOrphan): Fields => ({
  ...{ deploymentId, attempt, providerId },
});

const checkOrphan = async (
  ports: Ports,
  orphan: PossibleOrphan,
  listedFor: (orphan: PossibleOrphan) => Promise<Listed>,
): Promise<void> => {
  const now = ports.clock.now();
  try {
    await requireReachable(ports, orphan);
    const found = await searchOrphan(ports, orphan, await listedFor(orphan));
    await setNextCheck(ports, orphan, found, now);
  } catch (error) {
    log('WARN', 'a possible orphan could not be checked', { error: sanitisedForLog(error) });
    // the owner's token was removed with the deployment, or the provider with the configuration: neither changes each
    // minute
    if (error instanceof ProviderFailedError) return setNextCheck(ports, orphan, 'nothing', now);
    await ports.orphans.postpone(orphan, laterBy(now, failedCheckMins));
    if (!(error instanceof ProviderUnavailableError)) throw error;
  }
};

const setNextCheck = async (ports: Ports, orphan: PossibleOrphan, found: Found, now: Date): Promise<void> => {
  const at = nextCheck(orphan, found, now);
  if (at === undefined) await endChecks(ports, orphan, found);
  await ports.orphans.setNextCheck(orphan, at);
};

/** Nobody looks any more, so nothing waits for what a move has left. */
const endChecks = async (ports: Ports, orphan: PossibleOrphan, found: Found): Promise<void> => {
  const owner = await ownerOf(ports, orphan);
  const remains = owner.is === 'attempt' && owner.moved === true;
  if (found !== 'nothing' || remains) reportLeft(ports, orphan);
  if (remains) await leaveRemains(ports, owner);
};

/** Its attempt stays given up: a deletion of the deployment tries again. */
const leaveRemains = async (ports: Ports, { attempt, deployment }: AttemptOwner): Promise<void> => {
  const { providerId, infrastructureId } = attempt;
  const text = `infrastructure ${infrastructureId}, which a move has left at provider ${providerId}, could not be destroyed, and is looked for no more: remove it there, or it stays until the deployment is deleted`;
  await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: `remains-left-${attempt.number}` } });
  await withoutRemains(ports, deployment);
};

const reportLeft = ({ orphanReport }: Ports, { infrastructureId }: PossibleOrphan): void => {
  needsAttention('orphan-left', 'an orphan could not be destroyed', { infrastructureId });
  orphanReport.left();
};

const searchOrphan = async (ports: Ports, orphan: PossibleOrphan, { ids, names }: Listed): Promise<Found> => {
  const { deploymentId, number, infrastructureId } = orphan;
  const name = infrastructureName(deploymentId, number);
  const own = infrastructureId !== undefined && ids.has(infrastructureId) ? [infrastructureId] : [];
  const found = new Set([...own, ...[...names].flatMap(([id, of]) => (of === name ? [id] : []))]);
  const owner = await ownerOf(ports, orphan);
  const outcomes: Found[] = [];
  for (const id of found) if (isOrphan(id, owner)) outcomes.push(await destroyed(ports, orphan, owner, id));
  if (outcomes.includes('refused')) return 'refused';
  if (outcomes.includes('asked')) return 'asked';
  await removeRemains(ports, orphan);
  if (owner.is === 'attempt') await settle(ports, owner);
  return 'nothing';
};

/** Of one that is gone: a process may have died before it removed what lay beside it. */
const removeRemains = async (
  { deployerOf }: Ports,
  { deploymentId, providerId, infrastructureId }: PossibleOrphan,
): Promise<void> => {
  if (infrastructureId === undefined) return;
  await onBehalfOf(deploymentId, async () => deployerOf(providerId).removeRemains?.(infrastructureId));
};

/**
 * Whether a deployment has adopted it meanwhile: then it is no orphan. Otherwise nobody can adopt it until the request to destroy
 * it has taken effect (docs/decisions/0083).
 */
const isAdopted = async (ports: Ports, deployer: Deployer, id: string): Promise<boolean> =>
  (await hold(ports, thingsOf(id, await inspectionOf(deployer, id)))) !== undefined;

/** A machine may belong to two infrastructures. Where they cannot be read, what is known by its id alone decides: an orphan costs money. */
const inspectionOf = async (deployer: Deployer, id: string): Promise<Inspection> => {
  try {
    return (await deployer.inspect?.(id, {})) ?? nothingSeen;
  } catch (error) {
    const isAnswer = error instanceof ProviderFailedError || error instanceof NotReadyError;
    if (isAnswer || error instanceof ProviderUnavailableError || error instanceof NotFoundError) return nothingSeen;
    throw error;
  }
};

const nothingSeen: Inspection = { is: 'read', machines: [] };

/** Calls destroy, unless the infrastructure is already being destroyed, or a deployment has adopted it. */
const destroyed = async (ports: Ports, orphan: PossibleOrphan, owner: Owner, id: string): Promise<Found> => {
  const { deploymentId, providerId } = orphan;
  return onBehalfOf(deploymentId, async () => {
    const deployer = ports.deployerOf(providerId);
    try {
      const { state } = await deployer.status(id);
      if (state === 'deleting') return 'asked';
      if (await isAdopted(ports, deployer, id)) return 'nothing';
      await deployer.destroy(id);
    } catch (error) {
      if (error instanceof NotFoundError) return 'nothing';
      if (!(error instanceof NotReadyError || error instanceof ProviderFailedError)) throw error;
      log('WARN', 'an orphan cannot be destroyed yet', { infrastructureId: id, error: sanitisedForLog(error) });
      return 'refused';
    }
    log('WARN', 'an orphan is being destroyed', { infrastructureId: id });
    ports.orphanReport.destroyed();
    const text = `infrastructure ${id} on provider ${providerId} still exists and is no longer needed: it is being destroyed`;
    if (owner.is === 'attempt') await report(ports, { attempt: owner.attempt }, { text, line: 'destroying' });
    return 'asked';
  });
};

/**
 * A given-up infrastructure of an existing deployment is no longer listed: records that it is gone, if the Infrastructure
 * Manager confirms it when asked for this one alone.
 */
const settle = async (ports: Ports, { attempt, deployment, moved }: AttemptOwner): Promise<void> => {
  const { deploymentId, number, providerId, infrastructureId, state, left } = attempt;
  // a submit step that a deletion overtook may have noted its answer after the attempt was given up
  const isGivenUp = moved || (state !== 'DESTROYED' && left === 'given-up');
  if (!isGivenUp || infrastructureId === undefined) return;
  if (await isThere(ports, attempt, infrastructureId)) return;
  const text = `nothing is left of attempt ${number} on provider ${providerId}`;
  await report(ports, { attempt }, { text, line: 'destroyed' });
  // first: once the record names it no more, nobody else says that it is gone
  await ports.attempts.record(deploymentId, number, { state: 'DESTROYED' });
  if (moved) return withoutRemains(ports, deployment);
  await settleUses(ports, deployment);
};

/** Another operation may have begun since the record was read. */
const withoutRemains = async (ports: Ports, { id, operation }: Deployment, tries = 3): Promise<void> => {
  try {
    await settleUses(ports, await ports.deployments.record(id, operation.id, { remains: undefined }));
  } catch (error) {
    const now = error instanceof OperationSupersededError ? await ports.deployments.find(id) : undefined;
    if (tries <= 1 || (now === undefined && !(error instanceof OperationSupersededError))) throw error;
    if (now) await withoutRemains(ports, now, tries - 1);
  }
};

const isThere = (
  { deployerOf }: Ports,
  { deploymentId, providerId }: Attempt,
  infrastructureId: string,
): Promise<boolean> =>
  onBehalfOf(deploymentId, async () => {
    try {
      await deployerOf(providerId).status(infrastructureId);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  });
