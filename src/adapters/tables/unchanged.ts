import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { ConflictError } from '../../foundation/errors.ts';
import type { Outcome } from './conditional-write.ts';
import { labelled, sameOwner } from './deployment-item.ts';
import { type Condition, holds } from './expressions.ts';

/** Compares everything that a workflow writes. `updatedAt` alone could hide a write within the same millisecond. */
export const unchanged = (seen: Deployment): readonly Condition[] => {
  const sameOperation = holds('deployment.operation.id', seen.operation.id);
  const sameStatus = holds('deployment.status', seen.status);
  const sameTask = holds('deployment.task', seen.task);
  const sameInstant = holds('deployment.updatedAt', seen.updatedAt);
  const sameProvider = holds('deployment.providerId', seen.providerId);
  const sameInfrastructure = holds('deployment.infrastructureId', seen.infrastructureId);
  const sameLeaving = holds('deployment.leaving', seen.leaving);
  const sameProtection = holds('deployment.protected', seen.protected);
  const sameChanges = holds('deployment.changes', seen.changes); // counts writes of resources, which do not change updatedAt
  const sameLabels = holds('labelled', labelled(seen).labelled);
  const same = [sameOperation, sameStatus, sameTask, sameInstant, sameProvider, sameInfrastructure];
  // a superseding operation stops the execution that runs now, so it must still be the one that was read
  const sameEnd = holds('deployment.expiresAt', seen.expiresAt);
  const sameHours = holds('deployment.officeHours', seen.officeHours);
  const sameQuestion = holds('deployment.transfer.since', seen.transfer?.since);
  return [
    ...same,
    ...sameOwner(seen),
    sameQuestion,
    sameEnd,
    sameHours,
    sameLeaving,
    sameChanges,
    sameProtection,
    sameLabels,
    asOftenInterrupted(seen),
  ];
};

export const asOftenInterrupted = ({ operation }: Deployment): Condition =>
  holds('deployment.operation.interrupted.times', operation.interrupted?.times);

export const changedMeanwhile = (
  { id }: Deployment,
  found: Extract<Outcome, { refused: unknown }>['refused'],
): ConflictError => {
  const now = found?.['deployment']?.M?.['status']?.S;
  return new ConflictError(
    now === undefined
      ? `deployment ${id} was deleted in the meantime`
      : `deployment ${id} changed in the meantime and is ${now} now: read it again, then repeat the request`,
  );
};
