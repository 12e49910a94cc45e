/**
 * The final errors: no retry of the step can change them. A workflow retries after every other error, and never
 * destroys anything because of one (docs/decisions/0022). The workflows' fragment "what is final" has the same list; a
 * test compares the two.
 */
export const finalErrors: readonly string[] = [
  'ApprovalNeededError',
  'CprError',
  'DeploymentTimeoutError',
  'DestroyFailedError',
  'ForbiddenError',
  'InterruptedError',
  'InvalidError',
  'NotDoneError',
  'NotFoundError',
  'OperationSupersededError',
  'OutOfProvidersError',
  'OutageError',
  'ProviderFailedError',
  'ProviderTimeoutError',
  'ReplicationFailedError',
  'SlamError',
  'TooLargeError',
  'WorkFailedError',
];
