import type { KeptPart } from '../../deployers/kept.ts';
import type { DeployerKind } from '../../deployers/kinds.ts';
import { type Reason, reasonOf } from './quoted-log.ts';

/**
 * One provider that is tried within an operation. An update takes over the attempt that made the infrastructure: an
 * infrastructure has one attempt for its whole life.
 *
 * SUBMITTING  written before the provider is called, so that a record remains if the process dies in between
 * RUNNING     the provider answered with an infrastructure
 * COMPLETE    the infrastructure is what the template asked for
 * FAILED      it is not; nothing has been destroyed yet (or `keepLastAttempt` keeps it)
 * DESTROYED   the provider confirmed that nothing is left
 */
export const attemptStates = ['SUBMITTING', 'RUNNING', 'COMPLETE', 'FAILED', 'DESTROYED'] as const;
type AttemptState = (typeof attemptStates)[number];

export interface Attempt {
  readonly deploymentId: string;
  readonly operationId: string;
  /** from 1, unique within the deployment (also over several operations) */
  readonly number: number;
  readonly providerId: string;
  /** the kind of the provider's deployer when the attempt began; absent: an earlier release did not keep it */
  readonly deployer?: DeployerKind;
  readonly state: AttemptState;
  readonly startedAt: string;
  /** instant after which the attempt fails with ProviderTimeoutError */
  readonly deadline: string;
  /** no other provider is tried after this one: keepLastAttempt applies */
  readonly last: boolean;
  readonly infrastructureId?: string;
  /** of an adoption: what is claimed for the deployment, so that nothing belongs to two (docs/decisions/0083) */
  readonly claims?: readonly string[];
  /** when `configured` was first seen (docs/contract/infrastructure-manager.md, "Trap 2") */
  readonly configuredAt?: string;
  /**
   * when the provider or the Infrastructure Manager first could not be reached; while this is later than `reachableAt`,
   * there is an outage
   */
  readonly unreachableAt?: string;
  /** when the provider or the Infrastructure Manager answered again */
  readonly reachableAt?: string;
  /** total length of the outages that are over, in milliseconds */
  readonly awayMs?: number;
  /** number of create calls before the last one that got no answer; each may have made an infrastructure */
  readonly unansweredCalls?: number;
  /** when the last create call was interrupted without an answer, and why; the call may still take effect */
  readonly cutOffAt?: string;
  readonly cutOffWhy?: string;
  /** when a destroy call was last sent */
  readonly destroyingAt?: string;
  /** DESTROYED only: what stays at the provider, as its template asked; absent: nothing */
  readonly kept?: readonly KeptPart[];
  /** number of destroy calls in a row that failed; when the last one failed, and why, if known */
  readonly refusals?: number;
  readonly refusedAt?: string;
  readonly refusal?: string;
  /** since when every answer has said that the infrastructure is gone */
  readonly goneAt?: string;
  /** why the attempt failed, for everybody who may see the deployment */
  readonly reason?: string;
  /** it failed for a reason that every provider would meet: no other is tried; absent: the provider failed */
  readonly blame?: 'work';
  /** it failed for a reason that passes by itself: its provider is tried once more in the operation */
  readonly passing?: true;
  /**
   * the rest of the reason, for its owner and administrators (quoted-log.ts); empty: nothing is quoted; absent with a
   * reason: an earlier release wrote the reason, which may quote the log
   */
  readonly quotedLog?: string;
  /**
   * when the provider was last asked to create the infrastructure, or by an update to change it; absent: at
   * `startedAt`, or never
   */
  readonly askedAt?: string;
  /** UPDATE only: when the first machine was to be removed before the change; absent: none was */
  readonly releasingAt?: string;
  /** UPDATE only: the change failed, and the deployer has undone it: what was there before stands */
  readonly undone?: true;
  /** UPDATE only: when the change before ours began, as the provider's own clock tells it; absent: it tells of none */
  readonly changeBefore?: string;
  /** UPDATE only: ids of the updates before ours; absent: the provider tells none */
  readonly updatesBefore?: readonly string[];
  /** UPDATE only: when the provider answered the change; absent: not yet, or the answer was lost */
  readonly answeredAt?: string;
  /** repair only: when the new machines were to be configured, and when the provider answered that */
  readonly reconfiguringAt?: string;
  readonly reconfiguredAt?: string;
  /** UPDATE only: since when no call for the change has been answered */
  readonly unansweredAt?: string;
  /** when the clean-up of the attempt started: limits how long the next provider waits for it */
  readonly cleaningAt?: string;
  /** why a FAILED attempt still has its infrastructure; the operation does nothing more about it */
  readonly left?: 'kept' | 'given-up';
  /** the last message of the provider that the timeline shows */
  readonly said?: string;
  /** when the provider began to say that after it had said something else; absent: it has said nothing else */
  readonly saidAt?: string;
  /** total length of the outages since `saidAt`, or since the start, in milliseconds, without one that goes on */
  readonly awayUnchangedMs?: number;
  /** instant of the last change of a node, by the provider's clock, that the timeline shows */
  readonly toldUntil?: string;
  /** number of characters of the provider's log that our log already has, by part: each part grows at its own end */
  readonly logged: Logged;
  /** number of characters copied in all, including those that the provider's log has since lost */
  readonly loggedInAll?: number;
}

/** Keys: `header`, which is the infrastructure's own part, and ids of virtual machines. */
export interface Logged {
  readonly [part: string]: number;
}

/** The attributes to change; an explicit undefined removes the attribute. */
export type AttemptChanges = { readonly [K in keyof Attempt]?: Attempt[K] | undefined };

/** The operation has nothing left to do for this attempt. */
export const isSettled = ({ state, left }: Attempt): boolean =>
  state === 'DESTROYED' || (state === 'FAILED' && left !== undefined);

/** What a creation that is repeated anew removes first; what was given up is left to the sweep of orphans. */
export const leftBefore = (before: readonly Attempt[]): readonly Attempt[] =>
  before.filter(({ state, left }) => state !== 'DESTROYED' && left !== 'given-up');

/** Whether its provider is tried once more, of all attempts of the operation. */
export const isRepeated = ({ providerId, number, passing }: Attempt, tried: readonly Attempt[]): boolean =>
  passing === true && !tried.some((one) => one.providerId === providerId && one.number !== number);

/** The attempt can no longer become the deployment's infrastructure. */
export const isOver = ({ state }: Attempt): boolean => state === 'FAILED' || state === 'DESTROYED';

/** Why the attempt failed; undefined: it has not, or nobody has recorded it. */
export const failureOf = ({ reason, quotedLog }: Pick<Attempt, 'reason' | 'quotedLog'>): Reason | undefined =>
  reason === undefined ? undefined : reasonOf(reason, quotedLog);

/** For errors, which pass through the history of the workflow: nothing of the provider's log. */
export const whyOver = (attempt: Attempt): string => failureOf(attempt)?.reason ?? 'the attempt has ended';
