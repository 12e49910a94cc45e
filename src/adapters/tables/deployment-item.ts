import { nextCheck } from '../../domain/deployments/record/deadlines.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { inProgress } from '../../domain/deployments/record/lifecycle.ts';
import type { Former } from '../../domain/deployments/record/version.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { activityOf } from './activity.ts';
import { digestOf } from './digest.ts';
import { type Condition, holds } from './expressions.ts';
import { everything, groupKey, notStarted, ownerInGroupKey, ownerKey, recordKey, sortValue, started } from './keys.ts';
import { usesOf } from './uses.ts';
import type { StoredItem } from './write.ts';

/**
 * The record as it is stored. Parameters and outputs are JSON texts: so DynamoDB's limits on numbers, nesting and empty
 * names do not apply, and no query searches in them.
 */
type Document = Omit<Deployment, 'parameters' | 'former' | 'outputs' | 'activity' | 'uses'> & {
  readonly parameters: string;
  readonly former?: string;
  readonly outputs: string;
};

export const toItem = (deployment: Deployment) => ({
  ...recordKey(deployment.id),
  ...placesInLists(deployment),
  ...waitingSince(deployment),
  ...labelled(deployment),
  deployment: toDocument(deployment),
});

/** What the entries in the lists by label are compared with: they change only together with it. */
export const labelled = ({ labels }: Pick<Deployment, 'labels'>): { readonly labelled?: string } =>
  labels === undefined ? {} : { labelled: digestOf(...Object.entries(labels).toSorted(byName).flat()) };

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1);

type Placed = Pick<Deployment, 'id' | 'createdAt' | 'updatedAt' | 'createdBy' | 'userGroup'>;

/** The attributes of the lists' indexes. `prefix` comes before the value of each partition. */
export const placesInLists = ({ id, createdAt, updatedAt, createdBy, userGroup }: Placed, prefix = '') => ({
  owner: `${prefix}${ownerKey(createdBy)}`,
  ...(userGroup !== undefined && {
    group: `${prefix}${groupKey(createdBy.issuer, userGroup)}`,
    ownerInGroup: `${prefix}${ownerInGroupKey(createdBy, userGroup)}`,
  }),
  everything: `${prefix}${everything}`,
  created: sortValue(createdAt, id),
  updated: sortValue(updatedAt, id),
});

/** What holds while a record has this owner. */
export const sameOwner = ({ createdBy: { issuer, subject } }: Pick<Deployment, 'createdBy'>): readonly Condition[] => [
  holds('deployment.createdBy.issuer', issuer),
  holds('deployment.createdBy.subject', subject),
];

export const toDocument = ({ activity: _, uses: __, former, ...deployment }: Deployment): Document => ({
  ...deployment,
  ...(former !== undefined && { former: JSON.stringify(former) }),
  parameters: JSON.stringify(deployment.parameters),
  outputs: JSON.stringify(deployment.outputs),
});

/**
 * An operation that ended when it was accepted, such as a reset, has no workflow that could start. The sweep checks it a
 * minute later.
 */
const waitingSince = ({ status, operation: { acceptedAt } }: Deployment) =>
  inProgress(status)
    ? { notBegun: notStarted, acceptedAt }
    : { notBegun: started, acceptedAt: nextCheck(new Date(acceptedAt), 1).toISOString() };

export const fromItem = (item: Record<string, unknown>): Deployment => {
  const { former, ...document } = item['deployment'] as Document;
  return {
    ...document,
    ...(former !== undefined && { former: parseExactly<Former>(former) }),
    ...activityOf(item),
    ...usesOf(item),
    parameters: parseExactly(document.parameters),
    outputs: parseExactly(document.outputs),
  };
};

/** The id of the operation that owns a stored record. */
export const ownerOf = (item: StoredItem | undefined): string | undefined =>
  item?.['deployment']?.M?.['operation']?.M?.['id']?.S;
