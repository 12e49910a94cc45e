/**
 * The errors that are a decision: no repeat of the step could change them. A workflow tries everything else again, and never
 * destroys anything for it (docs/decisions/0022). The fragment "what is final" of the workflows names the same; a test compares
 * the two.
 */
export const finalErrors: readonly string[] = [
  'CprError',
  'DeploymentTimeoutError',
  'DestroyFailedError',
  'ForbiddenError',
  'InterruptedError',
  'InvalidError',
  'NotFoundError',
  'OperationSupersededError',
  'OutOfProvidersError',
  'OutageError',
  'ProviderFailedError',
  'ProviderTimeoutError',
  'ReplicationFailedError',
  'SlamError',
  'TooLargeError',
];
