import { createHash } from 'node:crypto';
import { ReplicationFailedError } from '../../foundation/errors.ts';
import { describesElement, parseReplicationExpression } from './replication-expression.ts';
import { type File, type Replica, replicaPrefix, type Schedule, type ScheduleEvent } from './schedule.ts';
import { oneOfEachBucket, type StorageElement, sharedBuckets } from './storage-elements.ts';

/** S3's limit, in bytes of UTF-8. */
const longestKey = 1024;

type Rule = Pick<Schedule, 'replicationExpression' | 'numberOfReplicas'>;

/**
 * Where the replicas of an event go. First comes the element whose bucket already has the file. The others follow in an
 * order that differs between events, so that the load is spread, but is the same at every repeat. ReplicationFailedError
 * when the configuration has too few elements in different buckets, or the file's name is too long for a copy.
 */
export const chooseReplicas = (
  rule: Rule,
  event: Pick<ScheduleEvent, 'id' | 'scope' | 'name'>,
  elements: readonly StorageElement[],
): readonly Replica[] => {
  const parsed = parseReplicationExpression(rule.replicationExpression);
  if (!parsed.ok) throw new ReplicationFailedError(`the replication expression is wrong: ${parsed.fault.message}`);
  const described = elements.filter((element) => describesElement(parsed.expression, element));
  if (oneOfEachBucket(described).length < rule.numberOfReplicas)
    throw new ReplicationFailedError(
      `${rule.numberOfReplicas} replicas are wanted, and ${described.length} of the ${elements.length} storage elements \
that there are now fit the expression ${rule.replicationExpression}${sharedBuckets(described)}`,
    );
  const weight = (element: StorageElement) => (element.bucket === event.scope ? '' : digest(event.id, element.name));
  const inOrder = described.toSorted((a, b) => (weight(a) < weight(b) ? -1 : 1));
  const chosen = oneOfEachBucket(inOrder).slice(0, rule.numberOfReplicas);
  return chosen.map((element) => ({ element: element.name, bucket: element.bucket, key: keyOf(event, element) }));
};

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * A bucket takes replicas from many scopes, so the scope is part of the key; in its own bucket, the file itself is the
 * replica.
 */
const keyOf = ({ scope, name }: File, element: StorageElement): string => {
  if (element.bucket === scope) return name;
  const key = `${replicaPrefix}${scope}/${name}`;
  if (Buffer.byteLength(key) <= longestKey) return key;
  throw new ReplicationFailedError(
    `the key of the copy would have ${Buffer.byteLength(key)} bytes, and S3 takes ${longestKey}: give the file a shorter name`,
  );
};

/** Address of a replica, in the form that S3 tools accept. */
export const urlOf = ({ bucket, key }: Pick<Replica, 'bucket' | 'key'>): string => `s3://${bucket}/${key}`;
