/**
 * Every error of the service, as a named value. The literal `name` is the contract: the HTTP table
 * (src/http/pipeline/errors.ts), `ErrorEquals` in the workflows and docs/errors.md use the same names. A Lambda function
 * reports `error.name` as its errorType, so the workflow sees what the task threw.
 */

import type { Problem } from '../tosca/problems.ts';

/** The request can be read but is wrong; `problems`, if any, say where in the template. 400. */
export class InvalidError extends Error {
  override readonly name = 'InvalidError';
  readonly problems: readonly Problem[];
  constructor(message: string, options: { problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.problems = options.problems ?? [];
  }
}

/** The token is missing or cannot be trusted. 401. */
export class UnauthenticatedError extends Error {
  override readonly name = 'UnauthenticatedError';
}

/** The caller is known but may not do this. 403. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** It does not exist, or the caller may not see it. 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The present state does not allow this. 409. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** The same request is still being processed: its answer will be there in a moment. 409. */
export class RequestInProgressError extends Error {
  override readonly name = 'RequestInProgressError';
}

/** The preconditions of the request are not met, or no longer. 412. */
export class PreconditionFailedError extends Error {
  override readonly name = 'PreconditionFailedError';
}

/** The caller has sent more requests than one caller may; `retryAfterSeconds`: when the next ones are counted anew. 429. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
  readonly retryAfterSeconds: number;
  constructor(message?: string, { retryAfterSeconds = 1 }: { retryAfterSeconds?: number } = {}) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request is larger than the service accepts. 413. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** A service that this one depends on did not answer. 503. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** true: part of what a refused request stored may still be there, since its clean-up failed too (undo-refused.ts) */
  readonly leftSomething: boolean;
  constructor(message?: string, options: { cause?: unknown; leftSomething?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.leftSomething = options.leftSomething ?? false;
  }
}

/** An administrator has paused the installation: nothing new begins until the pause is over. 503. */
export class PausedError extends Error {
  override readonly name = 'PausedError';
}

/** SLAM, the management of agreements, gave an answer that cannot be used. */
export class SlamError extends Error {
  override readonly name = 'SlamError';
}

/** The CMDB does not know a provider that it should know, or its description cannot be used: the provider is not tried. */
export class CmdbError extends Error {
  override readonly name = 'CmdbError';
}

/** Monitoring gave an answer that cannot be used: the provider is ranked without it. */
export class MonitoringError extends Error {
  override readonly name = 'MonitoringError';
}

/** CPR, the ranker, gave an answer that cannot be used. */
export class CprError extends Error {
  override readonly name = 'CprError';
}

/** Vault has no usable credentials, or gave an answer that cannot be used: the provider is not tried. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

/** The operation waits until somebody approves its plan: its workflow ends, and a decision starts the next one. */
export class ApprovalNeededError extends Error {
  override readonly name = 'ApprovalNeededError';
}

/** Not ready yet: the workflow calls again later; `soon`: after a second, since only a confirmation is missing. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly soon: boolean;
  constructor(message: string, { cause, soon = false }: { readonly cause?: unknown; readonly soon?: boolean } = {}) {
    super(message, { cause });
    this.soon = soon;
  }
}

/** Not ready yet, and a deadline is near: the workflow calls again soon, so that it notices the deadline in time. */
export class DeadlineNearError extends Error {
  override readonly name = 'DeadlineNearError';
}

/** The provider refused, or what it made is broken: the next one is tried. */
export class ProviderFailedError extends Error {
  override readonly name = 'ProviderFailedError';
}

/** The provider did its part, and what the template asked to be run there failed: no other provider is tried. */
export class WorkFailedError extends Error {
  override readonly name = 'WorkFailedError';
}

/**
 * Why a provider cannot be used: it does not answer, it refuses the credentials of this service, or the login of the owner has
 * ended, in whose name it is asked.
 */
export type OutageCause = 'no-answer' | 'credentials-refused' | 'login-ended';

/**
 * The provider, or the Infrastructure Manager in front of it, cannot be used: it could not be reached, answered 5xx, or
 * refused our credentials. This says nothing about what it makes for us: the workflow calls again (docs/decisions/0024).
 */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
  readonly outageCause: OutageCause;
  /** something answered, which did not help: it asks for less calls, or stands between. So nothing is known to be gone */
  readonly hasAnswered: boolean;
  constructor(message: string, options: { cause?: unknown; outageCause?: OutageCause; hasAnswered?: true } = {}) {
    super(message, { cause: options.cause });
    this.outageCause = options.outageCause ?? 'no-answer';
    this.hasAnswered = options.hasAnswered ?? false;
  }
}

/** The provider was not done within `providerTimeoutMins`: the next one is tried. */
export class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
}

/** The deployment was not done within `timeoutMins`: it fails. */
export class DeploymentTimeoutError extends Error {
  override readonly name = 'DeploymentTimeoutError';
}

/** A dependency was unreachable for longer than the installation allows (`limits.outageMins`): the operation fails. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
}

/** No candidate is left to try; the message has one block for each provider that was tried. */
export class OutOfProvidersError extends Error {
  override readonly name = 'OutOfProvidersError';
}

/** An infrastructure could not be destroyed: the provider refused, or the time was over. */
export class DestroyFailedError extends Error {
  override readonly name = 'DestroyFailedError';
}

/** A newer operation owns the deployment: this workflow must stop and undo what it just did. */
export class OperationSupersededError extends Error {
  override readonly name = 'OperationSupersededError';
}

/**
 * Errors of the platform interrupted the workflow more often than it may be resumed, or somebody stopped it. Nothing was
 * destroyed because of that.
 */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** What comes before a step has not ended well, so that the step does nothing: a choice of the workflow says what comes instead. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
}

/** A file cannot be replicated as its schedule asks: the event's deployment fails. */
export class ReplicationFailedError extends Error {
  override readonly name = 'ReplicationFailedError';
}

/** The callback's receiver did not accept the notification; a retry may help. */
export class CallbackFailedError extends Error {
  override readonly name = 'CallbackFailedError';
}
