import * as v from 'valibot';
import { number, recordOf, strict, text } from '../../src/foundation/shape/schemas.ts';
import { mostOf } from './most-of.ts';

const bucketName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'this is not the name of a bucket'),
);

/** A bucket for replicas of files: docs/decisions/0011. */
const storageElement = strict({
  /** the name in replication expressions */
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]+$/, 'a name has only letters, digits, ".", "_" and "-"')),
  /** `incoming` is the stack's own bucket for new files */
  bucket: bucketName,
  /** region of the bucket; absent: the stack's region */
  region: v.optional(text),
  attributes: v.optional(recordOf(v.string(), v.union([v.string(), number, v.boolean()])), {}),
});

const producer = v.pipe(
  v.string(),
  v.regex(
    /^(?:\d{12}|arn:[a-z-]+:iam::\d{12}:(?:role|user)\/[\w+=,.@/-]{1,512})$/,
    'expected an account id of twelve digits, or the ARN of a role or a user',
  ),
);

export const files = strict({
  /** buckets besides the stack's own whose new files trigger schedules; they must send events to EventBridge */
  buckets: v.optional(
    v.pipe(v.array(bucketName), v.maxLength(mostOf.buckets, `expected ${mostOf.buckets} at most`)),
    [],
  ),
  /** accounts, or ARNs of roles and users in other accounts, that may put files into the stack's own bucket */
  producers: v.optional(
    v.pipe(v.array(producer), v.maxLength(mostOf.producers, `expected ${mostOf.producers} at most`)),
    [],
  ),
  /**
   * bucket (`incoming`: the stack's own) -> groups that may have schedules for its files; a bucket without an entry:
   * everybody
   */
  readers: v.optional(recordOf(bucketName, v.array(text)), {}),
  /**
   * the places that schedules may name for replicas; absent: the stack's own bucket, in which each new file is its own
   * replica
   */
  elements: v.optional(
    v.pipe(
      v.array(storageElement),
      v.check(
        (elements) => new Set(elements.map(({ bucket }) => bucket)).size <= mostOf.elementBuckets,
        `expected ${mostOf.elementBuckets} different buckets at most`,
      ),
    ),
    [{ name: 'OWN', bucket: 'incoming' }],
  ),
});
