import type { Identity } from '../../../foundation/identity.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { Approval } from '../../approvals/approval.ts';
import type { Replace } from '../../changes/change.ts';
import type { Origin } from '../../clusters/origin.ts';
import type { CostLine } from '../../costs/estimated-cost.ts';
import type { KeptPart } from '../../deployers/kept.ts';
import type { OfficeHours } from '../../office-hours/office-hours.ts';
import type { Limits } from '../../providers/limits.ts';
import type { ProviderFacts } from '../../providers/ports.ts';
import type { Uses } from '../../quotas/amounts.ts';
import type { RunTarget } from '../../runs/run.ts';
import type { Transfer, Transferred } from '../../transfers/transfer.ts';
import type { Adopted } from './adopted.ts';
import type { DriftSummary } from './drift-summary.ts';
import type { Given } from './given.ts';
import type { Agreed } from './mends.ts';
import type { Moves, Remains } from './moves.ts';
import type { Former, Version } from './version.ts';

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
export const tasks = ['NONE', 'BROKERING', 'DEPLOYER', 'DMS', 'APPROVAL'] as const;
type Task = (typeof tasks)[number];

/** A workflow that an error of the platform interrupted and that another execution resumes: docs/decisions/0022. */
export interface Interrupted {
  /** number of interruptions, from 1 */
  readonly times: number;
  /** the name of the last error */
  readonly by: string;
  /** when that was noticed */
  readonly at?: string;
}

/** An update that failed, and why, as the operation that takes it back keeps it. */
export interface Reverted {
  readonly operationId: string;
  /** for everybody who may see the deployment: without the secrets that the update gave */
  readonly reason: string;
  /** with quotes of the providers' logs, for the owner and administrators */
  readonly reasonWithLogs: string;
}

/**
 * One run of a lifecycle workflow. Its id is the fence for every write of the workflow, and part of the name of its
 * execution (execution-name.ts).
 */
export interface Operation {
  readonly id: string;
  readonly kind: Kind;
  readonly acceptedAt: string;
  /** who asked for it; for a schedule's deployment its creator; absent: an earlier release accepted it */
  readonly requestedBy?: Identity;
  /** instant after which the operation fails with DeploymentTimeoutError; absent: no deadline */
  readonly deadline?: string;
  /** id of the request that caused it (`X-Request-ID`), for the log; absent: an earlier release accepted it */
  readonly requestId?: string;
  /** UPDATE only: nodes whose machines may be replaced; true: all; absent: none */
  readonly replace?: Replace;
  /**
   * CREATE only: it repeats a creation that failed. `kept`: it completes what that left at the provider, as an update does;
   * `anew`: it removes that first. Absent: it is the first creation
   */
  readonly retries?: 'kept' | 'anew';
  /** CREATE only: the infrastructure that it makes its own instead of making one (docs/decisions/0083) */
  readonly adopts?: Adopted;
  /** number of the version that it brought (version.ts); absent: it brings none, or an earlier release accepted it */
  readonly version?: number;
  /** why, in the words of who asked */
  readonly message?: string;
  /** UPDATE only: number of the version that it brings back */
  readonly restores?: number;
  /** UPDATE only: id of the operation that takes it back if it fails; absent: what it did stays */
  readonly revertedBy?: string;
  /** UPDATE only: it takes back this update, which failed (docs/decisions/0065) */
  readonly reverts?: Reverted;
  /** UPDATE only: it changes nothing but what has drifted, and of that only these (docs/decisions/0077) */
  readonly repairs?: readonly Agreed[];
  /** UPDATE only: it makes the deployment anew at another provider, since its own is gone (docs/decisions/0089) */
  readonly moves?: Moves;
  /** UPDATE only: it runs what the template defines on what stands, and changes nothing else (docs/decisions/0092) */
  readonly runs?: RunTarget;
  /** rules ask for an approval of its plan (docs/decisions/0082) */
  readonly approval?: Approval;
  /** DELETE only: remove the record even when the provider refuses */
  readonly force?: boolean;
  /** true: the operation ended a deletion by reset; it has no workflow */
  readonly reset?: true;
  /** absent: never interrupted */
  readonly interrupted?: Interrupted;
  /** id of the schedule event for whose file the deployment waits (task DMS) or waited; absent: it needs no file */
  readonly eventId?: string;
}

/** How a deployment ended. */
export interface DeploymentEnd {
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
  /** who asked for the deletion; absent: an earlier release accepted it */
  readonly requestedBy?: Identity;
  /** true: the deletion did not wait for the providers; what they refused to destroy may still exist */
  readonly forced?: true;
  /** the last reported failure of the deployment */
  readonly reason?: string;
  /** what stays at its providers, as its templates asked; absent: nothing */
  readonly kept?: readonly KeptPart[];
}

/**
 * What happens around a deployment: docs/decisions/0040. The version that an `If-Match` names leaves it out, so that a
 * new event never causes the refusal of a change.
 */
export interface Activity {
  /** grows with each event, each piece of the log, and each change of an attempt that readers see */
  readonly count: number;
  /** number of events in the timeline */
  readonly events: number;
  /** how often a piece of the log was written */
  readonly logPieces: number;
}

export interface Deployment extends Given {
  /** UUIDv7 text: sorts by creation */
  readonly id: string;
  /** ISO 8601 instants, UTC, milliseconds */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** its owner: who created it, or took it over since */
  readonly createdBy: Identity;
  readonly status: Status;
  /** why the last operation failed, for everybody who may see the deployment */
  readonly statusReason?: string;
  /**
   * the same with its quotes of the providers' logs, for the owner and administrators; absent or of another operation: an
   * earlier release wrote the statusReason, which may quote the logs
   */
  readonly statusReasonWithLogs?: { readonly operationId: string; readonly text: string };
  readonly task: Task;
  readonly outputs: { readonly [name: string]: Json };
  /** names of the inputs that the template declares as secrets; absent: an earlier release did not ask */
  readonly secretInputs?: readonly string[];
  /** secrets that the template itself contains, as defaults of those inputs */
  readonly secretTexts?: readonly string[];
  /** where secrets are in the outputs, as the template declares */
  readonly secretOutputs?: readonly Secret[];
  readonly parameters: { readonly [name: string]: Json };
  readonly limits: Limits;
  /** absent: an earlier release did not keep it */
  readonly origin?: Origin;
  /** the operation in progress, or the last one */
  readonly operation: Operation;
  /** id of the operation that brought the current template; a deletion brings none */
  readonly templateOf: string;
  /** number of the latest accepted version; absent: an earlier release accepted all of them */
  readonly version?: number;
  /** number of the version in force: the last one that was complete */
  readonly inForce?: number;
  /** the version with which the value was given that `parameters` has, for each secret of them */
  readonly secretVersions?: Version['secrets'];
  /** secrets in force that a later version, which is not complete, has overwritten in `parameters` */
  readonly former?: Former;
  /** the provider that was chosen; present once one works, or worked, on the deployment */
  readonly providerId?: string;
  /** what was known of the provider when it was asked */
  readonly provider?: ProviderFacts;
  /** the deployment's infrastructure, once there is one */
  readonly infrastructureId?: string;
  /** what the last move has left at a provider that was gone, until it is destroyed; absent: nothing */
  readonly remains?: Remains;
  /** how often the resources were written: a reader compares it to know whether to read them again */
  readonly changes?: number;
  /** names of nodes and addresses of machines, by which a search finds it (found-by.ts); absent: an earlier release wrote it */
  readonly foundBy?: readonly string[];
  /** what a check found last, if it found a change; it counts only while its operation is the latest (docs/decisions/0079) */
  readonly drift?: DriftSummary;
  /** what is counted beside the record; absent: nothing has happened yet */
  readonly activity?: Activity;
  /** what is counted of it in the quotas of its owner, its group and the installation; absent: no quota has counted it */
  readonly uses?: Uses;
  /** by the plan that was carried out last; absent: it has no price that is known */
  readonly cost?: CostLine;
  /** id of the operation of the run that was accepted last; absent: nothing was run yet */
  readonly lastRun?: string;
  /** somebody wants the run of this operation to stop */
  readonly stopAsked?: { readonly operationId: string; readonly at: string };
  /** true: it cannot be deleted, nor updated so that something is removed or replaced (docs/decisions/0069) */
  readonly protected?: true;
  /** when its machines run; absent: always (docs/decisions/0087) */
  readonly officeHours?: OfficeHours;
  /** somebody is asked to take it over; absent: nobody is */
  readonly transfer?: Transfer;
  /** when it was last given to the owner that it has; absent: the owner has created it */
  readonly transferred?: Transferred;
  /** id of the request in which who was asked has declined last */
  readonly transferDeclined?: string;
  /** true: a deletion has started to remove the rest, such as the template; the deployment can then only be deleted */
  readonly leaving?: true;
  /** only in the record that is kept of an ended deployment (keep-ended.ts) */
  readonly ended?: DeploymentEnd;
}

/**
 * The name of every infrastructure of a deployment, so that an orphan can be found (docs/contract/silent-points.md,
 * "Lost infrastructures").
 */
export const infrastructureName = (deploymentId: string, attempt: number): string =>
  `toscanini-${deploymentId}-${attempt}`;

/** The deployment that has an infrastructure of this name; undefined: none of ours has such a name. */
export const deploymentOfName = (name: string): string | undefined =>
  /^toscanini-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-\d+$/.exec(name)?.[1];
