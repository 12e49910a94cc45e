/**
 * One provider tried within an operation. An update goes on with the attempt that made the infrastructure, and makes it
 * its own: one infrastructure has one attempt for as long as it lives.
 *
 * SUBMITTING  written before the provider is asked, so that a process that dies in between leaves a trace
 * RUNNING     the provider answered with an infrastructure
 * COMPLETE    the infrastructure is what the template asked for
 * FAILED      it is not; nothing has been destroyed yet (or `keepLastAttempt` keeps it)
 * DESTROYED   the provider confirmed that nothing is left
 */
export const attemptStates = ['SUBMITTING', 'RUNNING', 'COMPLETE', 'FAILED', 'DESTROYED'] as const;
export type AttemptState = (typeof attemptStates)[number];

export interface Attempt {
  readonly deploymentId: string;
  readonly operationId: string;
  /** from 1, unique within the deployment (also over several operations) */
  readonly number: number;
  readonly providerId: string;
  readonly state: AttemptState;
  readonly startedAt: string;
  /** instant after which the attempt fails with ProviderTimeoutError */
  readonly deadline: string;
  /** no other provider is tried after this one: keepLastAttempt applies */
  readonly last: boolean;
  readonly infrastructureId?: string;
  /** when `configured` was first seen (docs/contract/infrastructure-manager.md, "Trap 2") */
  readonly configuredAt?: string;
  /** when the provider, or the infrastructure manager, first could not be asked; an outage while it is later than `reachableAt` */
  readonly unreachableAt?: string;
  /** when it answered again */
  readonly reachableAt?: string;
  /** milliseconds that outages lasted which are over */
  readonly awayMs?: number;
  /** calls to create it that were never answered, before the last one: each of them may have made one too */
  readonly unansweredCalls?: number;
  /** when the last call to create it was cut off without an answer, and why: it may still take effect */
  readonly cutOffAt?: string;
  readonly cutOffWhy?: string;
  /** when destruction was last asked for */
  readonly destroyingAt?: string;
  /** destructions that came to nothing, one after the other; when the last one did, and why as far as it is known */
  readonly refusals?: number;
  readonly refusedAt?: string;
  readonly refusal?: string;
  /** since when it has been said to be gone, each time it was asked for */
  readonly goneAt?: string;
  /** why it failed, in words for the user */
  readonly reason?: string;
  /** when the provider was last asked for the infrastructure, or by an update to change it; absent: at `startedAt`, or never */
  readonly askedAt?: string;
  /** UPDATE only: when it answered that; absent: not yet, or the answer was lost */
  readonly answeredAt?: string;
  /** UPDATE only: since when every call for it has been without an answer */
  readonly unansweredAt?: string;
  /** when cleaning up after it began: bounds how long the next provider waits for it */
  readonly cleaningAt?: string;
  /** why the infrastructure of a FAILED attempt still stands, and nothing more is done about it within the operation */
  readonly left?: 'kept' | 'given-up';
  /** what the timeline told last of what the provider says of it */
  readonly said?: string;
  /** characters of the provider's log already in ours, by its parts: each of them grows at its own end */
  readonly logged: Logged;
  /** characters that all of that came to, also what has gone from the provider's log since */
  readonly loggedInAll?: number;
}

/** `header`, which is the infrastructure's own part, and ids of virtual machines */
export interface Logged {
  readonly [part: string]: number;
}

/** What is known better; an explicit undefined removes the attribute. */
export type AttemptChanges = { readonly [K in keyof Attempt]?: Attempt[K] | undefined };

/** Nothing is left to do for it within its operation. */
export const isSettled = ({ state, left }: Attempt): boolean =>
  state === 'DESTROYED' || (state === 'FAILED' && left !== undefined);

/** It will not become the deployment's infrastructure any more. */
export const isOver = ({ state }: Attempt): boolean => state === 'FAILED' || state === 'DESTROYED';
