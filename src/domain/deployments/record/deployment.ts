import type { Identity } from '../../../foundation/identity.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { Replace } from '../../changes/weigh.ts';
import type { Origin } from '../../clusters/origin.ts';
import type { Limits } from '../../providers/limits.ts';
import type { ProviderFacts } from '../../providers/ports.ts';

export const kinds = ['CREATE', 'UPDATE', 'DELETE'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = [
  'CREATE_IN_PROGRESS',
  'CREATE_COMPLETE',
  'CREATE_FAILED',
  'UPDATE_IN_PROGRESS',
  'UPDATE_COMPLETE',
  'UPDATE_FAILED',
  'DELETE_IN_PROGRESS',
  'DELETE_COMPLETE',
  'DELETE_FAILED',
] as const;
export type Status = (typeof statuses)[number];

/** What the service is busy with: docs/contract/silent-points.md, "Task". */
export type Task = 'NONE' | 'BROKERING' | 'DEPLOYER' | 'DMS';

/** A workflow that an error of the platform cut off, and that goes on in another execution: docs/decisions/0022. */
export interface Interrupted {
  /** from 1 */
  readonly times: number;
  /** the name of the last error */
  readonly by: string;
}

/** One run of a lifecycle workflow. Its id fences every write of the workflow, and is in the name of its execution (execution-name.ts). */
export interface Operation {
  readonly id: string;
  readonly kind: Kind;
  readonly acceptedAt: string;
  /** instant after which the operation fails with DeploymentTimeoutError; absent: never */
  readonly deadline?: string;
  /** the request that accepted it (`X-Request-ID`), for the log; absent: an earlier release did */
  readonly requestId?: string;
  /** UPDATE only: nodes whose machines may be replaced; true: all; absent: none */
  readonly replace?: Replace;
  /** DELETE only: forget the record even when the provider refuses */
  readonly force?: boolean;
  /** it gave a deletion up, and has no workflow */
  readonly reset?: true;
  /** absent: never */
  readonly interrupted?: Interrupted;
  /** of the schedule's event whose file the deployment waits for (task DMS), or waited for; absent: it needs no file */
  readonly eventId?: string;
}

/** How a deployment ended. */
export interface Ending {
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
  /** without waiting for its providers: what they refused to destroy may still stand */
  readonly forced?: true;
  /** the last failure that was told of it */
  readonly reason?: string;
}

export interface Deployment {
  /** UUIDv7 text: sorts by creation */
  readonly id: string;
  /** ISO 8601 instants, UTC, milliseconds */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Identity;
  readonly userGroup?: string;
  readonly status: Status;
  readonly statusReason?: string;
  readonly task: Task;
  readonly outputs: { readonly [name: string]: Json };
  /** names of the inputs whose values are secrets, as the template tells; absent: an earlier release did not ask */
  readonly secretInputs?: readonly string[];
  /** secrets that the template itself gives them, as their defaults */
  readonly secretTexts?: readonly string[];
  /** where secrets stand in the outputs, as the template tells */
  readonly secretOutputs?: readonly Secret[];
  readonly callback?: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly limits: Limits;
  /** absent: an earlier release did not keep it */
  readonly origin?: Origin;
  /** the operation in progress, or the last one */
  readonly operation: Operation;
  /** id of the operation that brought the template in force: a deletion brings none */
  readonly templateOf: string;
  /** the provider that was chosen, once one works or worked on it */
  readonly providerId?: string;
  /** what was known of it when it was asked */
  readonly provider?: ProviderFacts;
  /** the infrastructure that the deployment consists of, once there is one */
  readonly infrastructureId?: string;
  /** how often its resources were written: whoever has seen it tells by that whether to look at them again */
  readonly changes?: number;
  /** a deletion has begun to remove the rest, such as the template: it can be deleted, and not be kept any more */
  readonly leaving?: true;
  /** only of what is kept of one that is gone (ended.ts) */
  readonly ended?: Ending;
}

/**
 * The name under which every infrastructure of a deployment is made, so that an orphan can be found
 * (docs/contract/silent-points.md, "Lost infrastructures").
 */
export const infrastructureName = (deploymentId: string, attempt: number): string =>
  `toscanini-${deploymentId}-${attempt}`;
