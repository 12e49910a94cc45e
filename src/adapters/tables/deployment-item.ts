import { nextLook } from '../../domain/deployments/deadlines.ts';
import type { Deployment } from '../../domain/deployments/deployment.ts';
import { inProgress } from '../../domain/deployments/lifecycle.ts';
import { begun, everything, groupKey, notBegun, ownerInGroupKey, ownerKey, recordKey, sortValue } from './keys.ts';
import type { StoredItem } from './write.ts';

/**
 * The record as it is stored. Parameters and outputs are JSON texts: they are free of DynamoDB's own limits on numbers,
 * nesting and empty names, and nothing searches in them.
 */
type Document = Omit<Deployment, 'parameters' | 'outputs'> & { readonly parameters: string; readonly outputs: string };

export const toItem = (deployment: Deployment) => ({
  ...recordKey(deployment.id),
  owner: ownerKey(deployment.createdBy),
  ...(deployment.userGroup !== undefined && {
    group: groupKey(deployment.createdBy.issuer, deployment.userGroup),
    ownerInGroup: ownerInGroupKey(deployment.createdBy, deployment.userGroup),
  }),
  everything,
  created: sortValue(deployment.createdAt, deployment.id),
  updated: sortValue(deployment.updatedAt, deployment.id),
  ...waitingSince(deployment),
  deployment: {
    ...deployment,
    parameters: JSON.stringify(deployment.parameters),
    outputs: JSON.stringify(deployment.outputs),
  } satisfies Document,
});

/** An operation that ended as it was accepted, such as a reset, has no workflow that could begin: it is looked at a minute later. */
const waitingSince = ({ status, operation: { acceptedAt } }: Deployment) =>
  inProgress(status)
    ? { notBegun, acceptedAt }
    : { notBegun: begun, acceptedAt: nextLook(new Date(acceptedAt), 1).toISOString() };

export const fromItem = (item: Record<string, unknown>): Deployment => {
  const document = item['deployment'] as Document;
  return { ...document, parameters: JSON.parse(document.parameters), outputs: JSON.parse(document.outputs) };
};

/** The operation that owns a stored record. */
export const ownerOf = (item: StoredItem | undefined): string | undefined =>
  item?.['deployment']?.M?.['operation']?.M?.['id']?.S;
