/**
 * Every way the service says no, as a named value. The literal `name` is the contract: the HTTP table
 * (src/http/pipeline/errors.ts), `ErrorEquals` in the workflows and docs/errors.md use the same names. A Lambda function
 * reports `error.name` as its errorType, so the workflow sees what the task threw.
 */

import type { Problem } from '../tosca/problems.ts';

/** The request is understood and wrong; `problems`, where there are any, say where in the template. 400. */
export class InvalidError extends Error {
  override readonly name = 'InvalidError';
  readonly problems: readonly Problem[];
  constructor(message: string, options: { problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.problems = options.problems ?? [];
  }
}

/** No token, or one that is not to be trusted. 401. */
export class UnauthenticatedError extends Error {
  override readonly name = 'UnauthenticatedError';
}

/** The caller is known and may not do this. 403. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** There is no such thing, or the caller may not know of it. 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The thing is not in a state that allows this. 409. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** The same request is being worked on: its answer can be had in a moment. 409. */
export class RequestInProgressError extends Error {
  override readonly name = 'RequestInProgressError';
}

/** The thing is not, or no longer, as the request's preconditions say. 412. */
export class PreconditionFailedError extends Error {
  override readonly name = 'PreconditionFailedError';
}

/** The request is larger than the service takes. 413. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** A service that this one stands on did not answer. 503. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** SLAM, the management of agreements, answered what cannot be used. */
export class SlamError extends Error {
  override readonly name = 'SlamError';
}

/** The CMDB does not know a provider that it should, or describes it in a way that cannot be used: that one is not tried. */
export class CmdbError extends Error {
  override readonly name = 'CmdbError';
}

/** Monitoring answered what cannot be used: the provider is ranked without. */
export class MonitoringError extends Error {
  override readonly name = 'MonitoringError';
}

/** CPR, the ranker, answered what cannot be used. */
export class CprError extends Error {
  override readonly name = 'CprError';
}

/** Vault has no credentials that could be used, or answered what cannot be used: the provider is not tried. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

/** Not yet: the workflow asks again later. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** Not yet, and a deadline is near: the workflow asks again soon, so that the deadline is noticed when it comes. */
export class DeadlineNearError extends Error {
  override readonly name = 'DeadlineNearError';
}

/** The provider refused, or what it made is broken: try the next one. */
export class ProviderFailedError extends Error {
  override readonly name = 'ProviderFailedError';
}

/** Why nothing can be asked: nobody answers, or who answers refuses the credentials of this service. */
export type Hindrance = 'no-answer' | 'credentials-refused';

/**
 * The provider, or the infrastructure manager in front of it, cannot be asked: it could not be reached, answered 5xx, or
 * refused our credentials. This says nothing of what it makes for us: ask again (docs/decisions/0024).
 */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
  readonly hindrance: Hindrance;
  constructor(message: string, options: { cause?: unknown; hindrance?: Hindrance } = {}) {
    super(message, { cause: options.cause });
    this.hindrance = options.hindrance ?? 'no-answer';
  }
}

/** The provider had `providerTimeoutMins` and was not done: try the next one. */
export class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
}

/** The deployment had `timeoutMins` and was not done: it fails. */
export class DeploymentTimeoutError extends Error {
  override readonly name = 'DeploymentTimeoutError';
}

/** What is needed was away for longer than the installation bears (`limits.outageMins`): the operation fails. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
}

/** No candidate is left to try; the message has one block per provider tried. */
export class OutOfProvidersError extends Error {
  override readonly name = 'OutOfProvidersError';
}

/** What was made could not be destroyed: the provider refused, or its time was up. */
export class DestroyFailedError extends Error {
  override readonly name = 'DestroyFailedError';
}

/** A newer operation owns the deployment: this workflow must stop and undo what it just did. */
export class OperationSupersededError extends Error {
  override readonly name = 'OperationSupersededError';
}

/** Errors of the platform cut the workflow off more often than it goes on, or somebody stopped it: nothing was destroyed for that. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** A file cannot be replicated as its schedule wants: the deployment of the event fails. */
export class ReplicationFailedError extends Error {
  override readonly name = 'ReplicationFailedError';
}

/** The callback's receiver did not take the notification: worth a retry. */
export class CallbackFailedError extends Error {
  override readonly name = 'CallbackFailedError';
}
