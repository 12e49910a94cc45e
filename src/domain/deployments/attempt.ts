/**
 * One provider tried within an operation.
 *
 * SUBMITTING  written before the provider is asked, so that a process that dies in between leaves a trace
 * RUNNING     the provider answered with an infrastructure
 * COMPLETE    the infrastructure is what the template asked for
 * FAILED      it is not; nothing has been destroyed yet (or `keepLastAttempt` keeps it)
 * DESTROYED   the provider confirmed that nothing is left
 */
export type AttemptState = 'SUBMITTING' | 'RUNNING' | 'COMPLETE' | 'FAILED' | 'DESTROYED';

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
  /** when `configured` was first seen (im-api.md section 0, trap 2) */
  readonly configuredAt?: string;
  /** when a clean-up first asked for destruction */
  readonly destroyingAt?: string;
  /** why it failed, in words for the user */
  readonly reason?: string;
  /** characters of the provider's log already in ours */
  readonly logged: number;
}
