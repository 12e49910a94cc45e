import type { Deployment, Operation } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';

/** The deployment with an operation of kind UPDATE that was accepted; why an earlier one failed counts no more. ConflictError in a status that allows none. */
export const withUpdate = (
  { statusReason: _, statusReasonWithLogs: __, ...deployment }: Deployment,
  operation: Operation,
): Deployment => ({
  ...deployment,
  updatedAt: operation.acceptedAt,
  status: advance(deployment.status, 'update'),
  task: 'NONE',
  operation,
});
