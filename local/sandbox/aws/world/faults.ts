/** Faults on demand, which no real cloud has: `PUT /_sandbox/aws/faults`. */

import * as v from 'valibot';
import { withoutCapacity } from '../rows/machine-checks.ts';
import { ec2Failure, ecsFailure, type Failure, type Order } from '../rows/row.ts';
import type { Place } from './place.ts';

const where = {
  account: v.optional(v.string()),
  region: v.optional(v.string()),
  /** how often it strikes; absent: always */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** how many that it fits are spared first */
  skip: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
};

/**
 * throttle      `Throttling: Rate exceeded`, without an effect
 * unavailable   503, without an effect
 * deny          AccessDenied, without an effect
 * lose-before   the connection breaks, without an effect
 * lose-after    the connection breaks after the effect
 */
export const callFaults = ['throttle', 'unavailable', 'deny', 'lose-before', 'lose-after'] as const;

/**
 * no-capacity      the region has none of the size left
 * quota            a quota of the account is reached
 * deny             the stack may not make the resource
 * fail             the service fails for a reason of its own
 * slow             it takes ten times as long
 * block-deletion   the cloud refuses to delete it
 * no-agent         the machine runs, and its agent never reports to Systems Manager
 * no-service-role  the account uses the service for the first time, and the role that it needs is not there yet
 */
export const resourceFaults = [
  'no-capacity',
  'quota',
  'deny',
  'fail',
  'slow',
  'block-deletion',
  'no-agent',
  'no-service-role',
] as const;

/**
 * no-capacity      the job waits in its queue
 * no-image         the image cannot be pulled
 * architecture     the image is for another architecture
 * out-of-memory    the container needs more memory than it has
 * host-lost        the machine of the job is taken away once it runs
 * refuse-end       the job cannot be ended
 * queue-gone       the operator has deleted the queue, and with it all jobs there
 */
export const jobFaults = [
  'no-capacity',
  'no-image',
  'architecture',
  'out-of-memory',
  'host-lost',
  'refuse-end',
  'queue-gone',
] as const;

export const faultSchema = v.union([
  v.strictObject({
    job: v.picklist(jobFaults),
    queue: v.optional(v.string()),
    /** strikes only jobs with less memory than these MiB; absent: all */
    below: v.optional(v.number()),
    /** strikes only these children of an array; absent: all, and every other job */
    children: v.optional(v.array(v.number())),
    ...where,
  }),
  v.strictObject({ call: v.string(), answer: v.picklist(callFaults), ...where }),
  v.strictObject({
    resource: v.picklist(resourceFaults),
    type: v.optional(v.string()),
    logicalId: v.optional(v.string()),
    stackName: v.optional(v.string()),
    ...where,
  }),
]);
export type Fault = v.InferOutput<typeof faultSchema>;
type CallFault = Extract<Fault, { call: string }>;
type ResourceFault = Extract<Fault, { resource: string }>;
type JobFault = Extract<Fault, { job: string }>;

interface Armed {
  readonly fault: Fault;
  seen: number;
}

const strikes = ({ fault, seen }: Armed): boolean => {
  const first = fault.skip ?? 0;
  return seen > first && (fault.times === undefined || seen <= first + fault.times);
};

export class Faults {
  #armed: Armed[] = [];

  set(faults: readonly Fault[]): void {
    this.#armed = faults.map((fault) => ({ fault, seen: 0 }));
  }

  list(): readonly (Fault & { readonly seen: number })[] {
    return this.#armed.map(({ fault, seen }) => ({ ...fault, seen }));
  }

  onCall(action: string, place: Pick<Place, 'account' | 'region'>): CallFault['answer'] | undefined {
    const found = this.#strike(place, (fault) => 'call' in fault && [action, '*'].includes(fault.call));
    return found && 'call' in found ? found.answer : undefined;
  }

  onResource(outcomes: readonly ResourceFault['resource'][], order: Order, type: string): ResourceFault | undefined {
    const found = this.#strike(
      order.place,
      (fault) => 'resource' in fault && outcomes.includes(fault.resource) && fits(fault, order, type),
    );
    return found && 'resource' in found ? found : undefined;
  }

  /** `job`: whose memory in MiB and place in its array count; absent: neither does. */
  onJob(
    outcome: JobFault['job'],
    place: Pick<Place, 'account' | 'region'>,
    queue: string,
    job: { readonly memory?: number; readonly child?: number } = {},
  ): boolean {
    const fitting = (fault: Fault): boolean =>
      'job' in fault &&
      fault.job === outcome &&
      [undefined, queue].includes(fault.queue) &&
      (fault.below === undefined || (job.memory ?? 0) < fault.below) &&
      (fault.children === undefined || fault.children.includes(job.child ?? -1));
    return this.#strike(place, fitting) !== undefined;
  }

  #strike(place: Pick<Place, 'account' | 'region'>, fitting: (fault: Fault) => boolean): Fault | undefined {
    const found = this.#armed.filter(
      ({ fault }) =>
        fitting(fault) &&
        [undefined, place.account].includes(fault.account) &&
        [undefined, place.region].includes(fault.region),
    );
    for (const armed of found) armed.seen += 1;
    return found.find(strikes)?.fault;
  }
}

const fits = ({ type, logicalId, stackName }: ResourceFault, order: Order, own: string): boolean =>
  [undefined, own].includes(type) &&
  [undefined, order.logicalId].includes(logicalId) &&
  [undefined, order.stack.name].includes(stackName);

export const failureOf = ({ resource }: ResourceFault, order: Order): Failure => {
  switch (resource) {
    case 'no-capacity':
      return withoutCapacity(order);
    case 'quota':
      return ec2Failure('You have reached the limit of resources of this kind.', 'ServiceLimitExceeded');
    case 'deny':
      return ec2Failure('You are not authorized to perform this operation.', 'AccessDenied', 403);
    case 'no-service-role':
      return ecsFailure(
        'Unable to assume the service linked role. Please verify that the ECS service linked role exists.',
      );
    case 'block-deletion':
      return ec2Failure('The resource has a dependent object', 'GeneralServiceException');
    default:
      return ec2Failure('An internal error has occurred', 'InternalFailure', 500);
  }
};
