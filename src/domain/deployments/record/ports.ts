/** The ports of the deployments. Adapters implement them; src/wiring joins the two. */

import type { Clock, Ids } from '../../../foundation/clock.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { ListVersion, Page, PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Imports, Json } from '../../../tosca/topology.ts';
import type { Approval } from '../../approvals/approval.ts';
import type { ClusterCredentials, Revocations } from '../../credentials/ports.ts';
import type { PlannerOf } from '../../deployers/planner.ts';
import type { DeployerOf } from '../../deployers/ports.ts';
import type { LabelCondition, Labels } from '../../labels/labels.ts';
import type { OfficeHours } from '../../office-hours/office-hours.ts';
import type { PolicyPlan } from '../../policies/plan.ts';
import type { Providers } from '../../providers/ports.ts';
import type { Amounts, PlannedUse } from '../../quotas/amounts.ts';
import type { Bound, Bounds, Limits as QuotaLimits } from '../../quotas/quota.ts';
import type { Exceeded, Used } from '../../quotas/use-bounds.ts';
import type { Resources } from '../../resources/ports.ts';
import type { Run } from '../../runs/run.ts';
import type { Transfer, Transferred } from '../../transfers/transfer.ts';
import type { Attempt, AttemptChanges } from './attempt.ts';
import type { Claims } from './claims.ts';
import type { Deployment, Interrupted, Operation, Status } from './deployment.ts';
import type { Shown } from './disclosure.ts';
import type { EndedDeployments, EndedFiles } from './ended-records.ts';
import type { Outline } from './outline.ts';
import type { PossibleOrphans } from './possible-orphans.ts';
import type { StoredRanking } from './stored-ranking.ts';
import type { ActionSweepQueue, CallbackSweepQueue } from './sweep-queues.ts';
import type { Timeline } from './timeline.ts';
import type { Versions } from './version.ts';
import type { Workflows } from './workflows.ts';

export type * from './sweep-queues.ts';

/** What a workflow may change in the deployment that it owns; an explicit undefined removes the attribute. */
export type DeploymentChanges = {
  readonly [K in keyof Pick<
    Deployment,
    | 'status'
    | 'statusReason'
    | 'statusReasonWithLogs'
    | 'task'
    | 'outputs'
    | 'secretOutputs'
    | 'providerId'
    | 'provider'
    | 'infrastructureId'
    | 'remains'
    | 'cost'
    | 'foundBy'
    | 'templateOf'
    | 'inForce'
    | 'parameters'
    | 'secretVersions'
    | 'secretTexts'
    | 'stopAsked'
  >]?: Deployment[K] | undefined;
} & {
  /** only removed: a request writes it */
  readonly former?: undefined;
};

/** Who takes a deployment over. What belongs to the one before, the callback and the mail address, is not kept. */
export interface NewOwner {
  readonly owner: Identity;
  readonly transferred: Transferred;
  /** absent: the token has none */
  readonly email?: string | undefined;
}

export interface Deployments {
  find(id: string): Promise<Deployment | undefined>;
  /**
   * `wanted`: only those. `labels`: only those with all of them; one of them, sorted by creation, costs the same at any number of deployments.
   * InvalidError if the page number is too deep for a filter.
   */
  list(
    scope: Scope,
    page: PageRequest,
    wanted?: (deployment: Deployment) => boolean,
    labels?: readonly LabelCondition[],
  ): Promise<Page<Deployment>>;
  /** Whether the list of a scope has changed; costs the same for any list. */
  listVersion(scope: Scope): Promise<ListVersion>;
  /** Writes a new deployment with its version and counts it, all or nothing. Marks its operation as not started. ConflictError where it would exceed one of the bounds. */
  accept(deployment: Deployment, bounds?: readonly Bound[]): Promise<void>;
  /** How many a scope has; includes all finished writes. */
  count(scope: Scope): Promise<number>;
  /** What those of a scope use together, as far as quotas count it. */
  usedBy(scope: Scope): Promise<Used>;
  /**
   * Counts what the operation will use in all its scopes, or nothing: then the quota that does not allow it. A repeat counts nothing twice.
   * OperationSupersededError.
   */
  reserveUse(
    deployment: Pick<Deployment, 'id'>,
    operationId: string,
    use: Pick<PlannedUse, 'running' | 'starts'>,
    bounds: readonly Bounds[],
  ): Promise<Exceeded | undefined>;
  /** Sets what its ended operation has left, where it was counted. OperationSupersededError. */
  settleUse(id: string, operationId: string, amounts: Amounts): Promise<void>;
  /**
   * Gives the deployment to a new operation, with the version that this brings, and marks it as not started. ConflictError if the deployment has changed
   * since `seen` was read.
   */
  supersede(seen: Deployment, next: Deployment): Promise<void>;
  /**
   * Puts the protection on or takes it off; sets updatedAt to now. ConflictError if the deployment has changed since `seen` was
   * read.
   */
  protect(seen: Deployment, isProtected: boolean): Promise<void>;
  /** Sets when it ends, undefined: never; sets updatedAt to now. ConflictError if the deployment has changed since `seen` was read. */
  setEnd(seen: Deployment, expiresAt: string | undefined): Promise<void>;
  /** Sets when its machines run, undefined: always; sets updatedAt to now. ConflictError if the deployment has changed since `seen` was read. */
  setHours(seen: Deployment, officeHours: OfficeHours | undefined): Promise<void>;
  /**
   * Asks somebody to take it over, undefined: nobody any more; sets updatedAt to now. `declined`: the id of the request in which who was asked
   * declines. ConflictError if the deployment has changed since `seen` was read.
   */
  setTransfer(seen: Deployment, transfer: Transfer | undefined, declined?: string): Promise<void>;
  /**
   * Makes it the owner's of `next`, in all lists, counts and quotas at once; `limits` are those of the new owner. False if the deployment has changed since
   * `seen` was read. ConflictError, with what is left, where it would exceed one of the limits.
   */
  transferTo(seen: Deployment, next: NewOwner, limits: QuotaLimits): Promise<boolean>;
  /** Replaces the labels; sets updatedAt to now. ConflictError if the deployment has changed since `seen` was read. */
  label(seen: Deployment, labels: Labels): Promise<void>;
  /**
   * The first write of a workflow: marks the operation as started, so nobody starts it again. OperationSupersededError.
   */
  markStarted(id: string, operationId: string): Promise<Deployment>;
  /**
   * Every later write of a workflow; sets updatedAt to now. OperationSupersededError when another operation owns the
   * deployment or it is gone, and, with `whileIn`, when the status is another one by now: another process has ended it.
   */
  record(id: string, operationId: string, changes: DeploymentChanges, whileIn?: Status): Promise<Deployment>;
  /** The operation waits from now on: task APPROVAL. ConflictError when the operation has changed since `seen` was read. */
  awaitApproval(seen: Deployment, approval: Approval): Promise<Deployment>;
  /** What somebody has decided, with what starts the next execution. ConflictError as above. */
  decideApproval(
    seen: Deployment,
    decided: Pick<Operation, 'approval' | 'interrupted' | 'deadline'>,
  ): Promise<Deployment>;
  /**
   * Records one more interruption of the operation's workflow, which another execution then resumes. ConflictError
   * unless the number of interruptions is still that of `seen`; OperationSupersededError.
   */
  interrupt(seen: Deployment, interrupted: Interrupted): Promise<Deployment>;
  /**
   * Marks for good that the record is being removed. Keeps updatedAt, so no list changes its order.
   * OperationSupersededError.
   */
  markRemoving(id: string, operationId: string): Promise<Deployment>;
  /**
   * Removes record, attempts and count. No error if already gone; OperationSupersededError when another operation owns
   * the deployment.
   */
  remove(id: string, operationId: string): Promise<void>;
  /**
   * Deployments with an operation accepted before this instant that no workflow has started: the process died in
   * between.
   */
  notStarted(acceptedBefore: Date): Promise<readonly Deployment[]>;
}

export interface Attempts {
  /** Writes a new attempt, or returns the existing one with this number. The deployment's operation is the fence. */
  findOrCreate(attempt: Attempt): Promise<Attempt>;
  find(deploymentId: string, number: number): Promise<Attempt | undefined>;
  /** in the order of their numbers, of all operations */
  list(deploymentId: string): Promise<readonly Attempt[]>;
  /**
   * Without a fence: facts about a provider's infrastructure must never be lost, even if another operation owns the
   * deployment now.
   */
  record(deploymentId: string, number: number, changes: AttemptChanges): Promise<Attempt>;
}

/** Texts that are too large for an item. */
export interface Files {
  putTemplate(deploymentId: string, operationId: string, text: string): Promise<void>;
  getTemplate(deploymentId: string, operationId: string): Promise<string>;
  /** Stores, beside the template, what people see of its topology. */
  putOutline(deploymentId: string, operationId: string, outline: Outline): Promise<void>;
  /** undefined: an earlier release accepted the template */
  findOutline(deploymentId: string, operationId: string): Promise<Outline | undefined>;
  /** Stores, beside the template, the edits for each provider that may be tried. */
  putRanking(deploymentId: string, operationId: string, ranking: StoredRanking): Promise<void>;
  /** Stores, beside the template, the plans that wait for an approval; as they may be shown. */
  putPlans(deploymentId: string, operationId: string, plans: readonly PolicyPlan[]): Promise<void>;
  findPlans(deploymentId: string, operationId: string): Promise<readonly PolicyPlan[]>;
  /** Stores, beside the templates, what somebody has run, and how far it is. */
  putRun(deploymentId: string, operationId: string, run: Run): Promise<void>;
  findRun(deploymentId: string, operationId: string): Promise<Run | undefined>;
  /** undefined: the operation made no ranking */
  findRanking(deploymentId: string, operationId: string): Promise<StoredRanking | undefined>;
  /**
   * Adds a piece to the deployment's log without rewriting the rest. `name` makes a repeat harmless and sorts the
   * pieces.
   */
  appendLog(deploymentId: string, name: string, text: string): Promise<void>;
  readLog(deploymentId: string): Promise<string>;
  /** What was added to the log since `cursor` was given; without one, all of it. InvalidError for a text that is none. */
  readLogAfter(deploymentId: string, cursor?: string): Promise<{ readonly text: string; readonly cursor: string }>;
  putNotification(id: string, notification: Notification): Promise<void>;
  getNotification(id: string): Promise<Notification>;
  /** Removes template and log; no error if already gone. Notifications stay until they are delivered. */
  remove(deploymentId: string): Promise<void>;
}

/** Whose files are stored, by the ids in their names. */
export interface FileOwners {
  /** Ids of deployments and schedules whose templates and rankings were all written before `instant`; in groups of up to 25. */
  unchangedSince(instant: Date): AsyncIterable<readonly string[]>;
}

/** One callback to send. The whole of it is stored here, so that no execution input holds outputs or addresses. */
export interface Notification {
  readonly url: string;
  readonly body: string;
  /** the deployment whose timeline reports the callback; of an event of a schedule the id of that, which is no deployment's */
  readonly deploymentId: string;
  /** the schedule that an event for a webhook is about, for the log; absent: it is about a deployment */
  readonly scheduleId?: string | undefined;
  /** id of the request that caused the reported operation, for the log */
  readonly requestId?: string | undefined;
  /** what the callback reports, as text */
  readonly about: string;
  /** grows with each later callback of the same deployment: milliseconds since 1970, not consecutive */
  readonly sequence: number;
  /** of an event for a webhook, which is no callback of the deployment: its timeline does not tell of it */
  readonly webhook?:
    | {
        readonly name: string;
        readonly contentType: string;
        /** the group whose managers have subscribed it */
        readonly subscribedBy?: { readonly group: string; readonly issuer: string } | undefined;
      }
    | undefined;
}

/**
 * Sends one callback. CallbackFailedError when the receiver did not accept it; ForbiddenError when the address is not
 * allowed.
 */
export interface Callbacks {
  send(id: string, notification: Notification): Promise<void>;
}

/** How long the installation waits for its dependencies (lib/configuration/limits.ts). */
export interface Tolerance {
  /** minutes that a provider or the Infrastructure Manager may be unreachable: the total of all outages of an attempt */
  readonly outageMins: number;
}

/** All ports of the lifecycle; each function names the ones that it uses. */
export interface LifecyclePorts {
  readonly clock: Clock;
  readonly tolerance: Tolerance;
  readonly orphans: PossibleOrphans;
  readonly claims: Claims;
  readonly ids: Ids;
  readonly deployments: Deployments;
  readonly attempts: Attempts;
  readonly resources: Resources;
  readonly files: Files;
  readonly ended: EndedDeployments;
  readonly endedFiles: EndedFiles;
  readonly timeline: Timeline;
  readonly versions: Versions;
  readonly workflows: Workflows;
  readonly actionSweepQueue: Pick<ActionSweepQueue, 'register'>;
  readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'register'>;
  readonly delegations: Revocations;
  readonly callbacks: Callbacks;
  readonly providers: Providers;
  readonly deployerOf: DeployerOf;
  readonly plannerOf: PlannerOf;
  readonly imports: Imports;
  readonly clusterCredentials: ClusterCredentials;
  /** the deployment in the form that callbacks show */
  readonly describe: (deployment: Shown) => Json;
}
