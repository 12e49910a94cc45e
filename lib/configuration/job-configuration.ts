import * as v from 'valibot';
import { strict, wholeNumber } from '../../src/foundation/shape/schemas.ts';

/** The installation's own job queue: lib/jobs/jobs-stack.ts. It is made where a provider of AWS Batch names no queues. */
export const jobs = v.optional(
  strict({
    /** most processors (vCPUs) that run at the same time; further jobs wait. They cost something only while they run */
    cpus: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(10_000)), 64),
    /** the team's own network for the jobs; absent: the stack makes one, which costs nothing */
    network: v.optional(
      strict({
        subnetIds: v.pipe(
          v.array(v.pipe(v.string(), v.regex(/^subnet-[0-9a-f]+$/, 'this is not the id of a subnet'))),
          v.minLength(1, 'expected one at least'),
        ),
        securityGroupIds: v.pipe(
          v.array(v.pipe(v.string(), v.regex(/^sg-[0-9a-f]+$/, 'this is not the id of a security group'))),
          v.minLength(1, 'expected one at least'),
        ),
      }),
    ),
  }),
  {},
);
