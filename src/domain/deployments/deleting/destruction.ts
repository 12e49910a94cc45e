import { NotReadyError, ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import { type KeptPart, keptLine } from '../../deployers/kept.ts';
import type { Policy } from '../../deployers/policy.ts';
import { unlessGone } from '../polling/gone.ts';
import { countedFrom, throughOutages, type Unreachable } from '../polling/outage.ts';
import { readNodes } from '../polling/read-nodes.ts';
import type { Attempt } from '../record/attempt.ts';
import { after, destroyPauseSeconds, destroyTries, elapsed, latest, submitSeconds } from '../record/deadlines.ts';
import { infrastructureName } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { whyUnreachable } from '../record/unreachable.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'attempts' | 'providers' | 'deployerOf' | 'files' | 'timeline' | 'tolerance'
>;

/** The progress of destroying what an attempt made; `soon`: a look in a second is worth it. */
export type Destruction =
  | { readonly is: 'gone'; readonly kept?: readonly KeptPart[] }
  | { readonly is: 'waiting'; readonly why: string; readonly soon?: boolean }
  | { readonly is: 'failed'; readonly why: string };

interface Order {
  /** when the destruction was decided: destroy calls before it do not count */
  readonly since: string;
  /** most minutes of an outage, counted from `since`; absent: what is left of the installation's limit for the attempt */
  readonly outageMins?: number;
  /** what the cloud refuses to remove is given up */
  readonly force?: boolean;
  /** comes before the attempt is recorded as destroyed: nobody looks at it after that */
  whenGone?(): Promise<void>;
}

/**
 * One step of destroying what an attempt made: calls destroy, then polls until it is gone. Repeat while `waiting` or
 * `away`.
 */
export const destroy = async (ports: Ports, attempt: Attempt, order: Order): Promise<Destruction | Unreachable> => {
  const { deploymentId, number, providerId } = attempt;
  const unreachable = await whyUnreachable(ports, attempt);
  if (unreachable !== undefined) return { is: 'failed', why: unreachable };
  const bounds = order.outageMins === undefined ? {} : { from: order.since, most: order.outageMins };
  const seen = await throughOutages(ports, attempt, () => withKept(ports, attempt, order), bounds);
  if (seen.is === 'gone') {
    const { kept = [] } = seen;
    const left = kept.length === 0 ? 'nothing is left' : 'only what its template keeps is left';
    const text = [`${left} of attempt ${number} on provider ${providerId}`, ...kept.map(keptLine)].join('\n  ');
    await report(ports, { attempt }, { text, line: 'destroyed' });
    await order.whenGone?.();
    await ports.attempts.record(deploymentId, number, { state: 'DESTROYED', ...(kept.length > 0 && { kept }) });
  }
  return seen;
};

/** What stays is read while its engine still knows it, and recorded with the end of the attempt. */
const withKept = async (ports: Ports, attempt: Attempt, order: Order): Promise<Destruction> => {
  const seen = await untilNoTwin(ports, attempt, order);
  const { infrastructureId: id, providerId } = attempt;
  if (seen.is !== 'gone' || id === undefined) return seen;
  const kept = (await ports.deployerOf(providerId).kept?.(id)) ?? [];
  return kept.length === 0 ? seen : { ...seen, kept };
};

/**
 * A create call that got no answer may have made an infrastructure beside the one that is known, which nothing but the name
 * finds. So before the attempt is gone, it is searched by name until no call can be in flight.
 */
const untilNoTwin = async (ports: Ports, attempt: Attempt, order: Order): Promise<Destruction> => {
  const seen = await step(ports, attempt, order);
  if (seen.is !== 'gone' || attempt.infrastructureId === undefined || !mayHaveTwin(ports, attempt)) return seen;
  const twin = await findOther(ports, attempt);
  if (twin === undefined) return mayAppear(ports, attempt, order.since);
  const { deploymentId, number, providerId } = attempt;
  const text = `a second infrastructure of attempt ${number} is at provider ${providerId}: ${twin}, made by a call that got no answer`;
  await report(ports, { attempt }, { text, line: 'twin' });
  const anew = { infrastructureId: twin, destroyingAt: undefined, goneAt: undefined };
  await ports.attempts.record(deploymentId, number, anew);
  return { is: 'waiting', why: text, soon: true };
};

const mayHaveTwin = ({ deployerOf }: Ports, { unansweredCalls = 0, providerId }: Attempt): boolean =>
  unansweredCalls > 0 && !deployerOf(providerId).policy.createResumes;

/** A manager may list for a moment what is gone: that one is not another. */
const findOther = async (
  { deployerOf }: Ports,
  { deploymentId, number, providerId, infrastructureId }: Attempt,
): Promise<string | undefined> => {
  const found = await deployerOf(providerId).find(infrastructureName(deploymentId, number));
  return found === infrastructureId ? undefined : found;
};

const step = async (ports: Ports, attempt: Attempt, { since, force = false }: Order): Promise<Destruction> => {
  const id = attempt.infrastructureId ?? (await findLost(ports, attempt));
  if (id === undefined) return mayAppear(ports, attempt, since);
  const { destroyingAt } = attempt;
  if (destroyingAt !== undefined && destroyingAt >= since) return follow(ports, attempt, { id, force });
  return ask(ports, await unrefused(ports, attempt), { id, force });
};

/** Refusals that an earlier operation met do not count. */
const unrefused = async ({ attempts }: Ports, attempt: Attempt): Promise<Attempt> => {
  if (attempt.refusals === undefined) return attempt;
  const none = { refusals: undefined, refusedAt: undefined, refusal: undefined };
  return attempts.record(attempt.deploymentId, attempt.number, none);
};

/** Finds an infrastructure whose id was lost: docs/contract/silent-points.md, "Lost infrastructures". */
const findLost = async (ports: Ports, { deploymentId, number, providerId }: Attempt): Promise<string | undefined> => {
  const infrastructureId = await ports.deployerOf(providerId).find(infrastructureName(deploymentId, number));
  if (infrastructureId !== undefined) await ports.attempts.record(deploymentId, number, { infrastructureId });
  return infrastructureId;
};

/**
 * An infrastructure that is not listed may still appear. An interrupted call may still take effect, and a submit step
 * that was running when the destruction started may call once more. If it appears later, the sweep of orphans finds it.
 */
const mayAppear = ({ clock, deployerOf }: Ports, attempt: Attempt, since: string): Destruction => {
  const { policy } = deployerOf(attempt.providerId);
  const lastCut = attempt.state === 'SUBMITTING' ? after(since, { seconds: submitSeconds }) : undefined;
  return elapsed(latest(since, interruptedAt(attempt, policy), lastCut), clock.now(), {
    seconds: policy.lostCreateSeconds,
  })
    ? { is: 'gone' }
    : { is: 'waiting', why: `a call to the provider may still be in progress for attempt ${attempt.number}` };
};

/**
 * When the last create call was interrupted. If the process died during the call: the latest time at which it can have
 * ended.
 */
export const interruptedAt = (
  { cutOffAt, askedAt, startedAt }: Attempt,
  { createSeconds }: Pick<Policy, 'createSeconds'>,
): string | undefined => cutOffAt ?? after(askedAt ?? startedAt, { seconds: createSeconds });

/** An infrastructure that is to go. */
interface Target {
  readonly id: string;
  readonly force: boolean;
}

/** Calls destroy. After a refusal it waits for the answer, since only the answer says why the cloud refuses. */
const ask = async (ports: Ports, attempt: Attempt, { id, force }: Target): Promise<Destruction> => {
  const { deploymentId, number, providerId, refusals = 0 } = attempt;
  const at = ports.clock.now().toISOString();
  const text = `infrastructure ${id} on provider ${providerId} is to be destroyed`;
  try {
    await ports.deployerOf(providerId).destroy(id, { wait: refusals > 0, force });
  } catch (error) {
    if (error instanceof NotReadyError) return { is: 'waiting', why: error.message };
    if (error instanceof ProviderFailedError) return refused(ports, attempt, at, error.message);
    if (error instanceof ProviderUnavailableError) return unanswered(ports, attempt, id, error);
    throw error;
  }
  await report(ports, { attempt }, { at, text, line: 'destroying' });
  const recorded = await ports.attempts.record(deploymentId, number, { destroyingAt: at });
  // the wait has used up the time of this step, so the next step polls
  return refusals > 0 ? { is: 'waiting', why: 'the provider was asked again' } : pollOnce(ports, recorded, id);
};

/** If another call is answered, only the destroy call was not; the infrastructure may be destroyed all the same. */
const unanswered = async (
  ports: Ports,
  attempt: Attempt,
  id: string,
  error: ProviderUnavailableError,
): Promise<Destruction> => {
  const seen = await unlessGone(ports, attempt, id, () => ports.deployerOf(attempt.providerId).status(id));
  if (seen === 'gone') return { is: 'gone' };
  if (seen === 'doubtful' || seen.state === 'deleting') {
    await ports.attempts.record(attempt.deploymentId, attempt.number, {
      destroyingAt: ports.clock.now().toISOString(),
    });
    return { is: 'waiting', why: error.message };
  }
  return refused(ports, attempt, ports.clock.now().toISOString(), error.message);
};

/** A cloud may refuse once and accept later: the call is repeated some times, with growing pauses. */
const refused = async (ports: Ports, attempt: Attempt, at: string, why: string): Promise<Destruction> => {
  const { deploymentId, number, providerId } = attempt;
  const refusals = (attempt.refusals ?? 0) + 1;
  const isFinal = refusals >= destroyTries;
  const again = isFinal ? '' : `; the next try is in ${destroyPauseSeconds(refusals)} seconds`;
  const message = `provider ${providerId} did not destroy the infrastructure (try ${refusals} of ${destroyTries}): ${why}`;
  const isNew = attempt.refusal !== why;
  await report(
    ports,
    { attempt },
    {
      at,
      text: `${message}${again}`,
      line: 'refused',
      ...(isNew && { event: { kind: 'PROVIDER_SAID', name: `attempt-${number}-refused-${at}`, message } }),
    },
  );
  await ports.attempts.record(deploymentId, number, { destroyingAt: at, refusedAt: at, refusals, refusal: why });
  return isFinal ? { is: 'failed', why } : { is: 'waiting', why };
};

const follow = async (ports: Ports, attempt: Attempt, target: Target): Promise<Destruction> => {
  const { destroyingAt, refusedAt, refusals = 0, refusal = '' } = attempt;
  if (refusedAt === undefined || refusedAt !== destroyingAt) return pollOnce(ports, attempt, target.id);
  const seconds = destroyPauseSeconds(refusals);
  if (!elapsed(refusedAt, ports.clock.now(), { seconds })) return { is: 'waiting', why: refusal };
  return ask(ports, attempt, target);
};

/**
 * docs/contract/infrastructure-manager.md, "Trap 5": if a destruction failed, or a restart of the Infrastructure Manager
 * lost it, only the former state shows that. The same happens when it succeeds at the moment of our poll: release 2.0.0
 * then writes the infrastructure back.
 */
const pollOnce = async (ports: Ports, attempt: Attempt, id: string): Promise<Destruction> => {
  const { providerId, destroyingAt, goneAt, refusal } = attempt;
  const now = ports.clock.now();
  const seen = await unlessGone(ports, attempt, id, async () => {
    await readNodes(ports, attempt, id);
    return ports.deployerOf(providerId).status(id);
  });
  if (seen === 'gone') return { is: 'gone' };
  if (seen === 'doubtful')
    return {
      is: 'waiting',
      why: 'the provider says that it is gone; this is checked once more',
      soon: goneAt === undefined, // later doubts mean that a list still has it, which may take long
    };
  const { state, reason } = seen;
  if (state === 'deleting') return { is: 'waiting', why: `it is ${state}` };
  const { destroyGraceSeconds } = ports.deployerOf(providerId).policy;
  const since = countedFrom(destroyingAt ?? now.toISOString(), attempt, now);
  if (!elapsed(since, now, { seconds: destroyGraceSeconds })) return { is: 'waiting', why: `it is ${state}` };
  const said = `the provider was asked to destroy infrastructure ${id} and did not: it still exists, ${state}${reason === undefined ? '' : ` (${reason})`}`;
  return refused(ports, attempt, now.toISOString(), refusal ?? said);
};
