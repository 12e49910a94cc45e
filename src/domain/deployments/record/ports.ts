/** What the deployments need of the world. Adapters implement these; src/wiring.ts joins them. */

import type { Clock, Ids } from '../../../foundation/clock.ts';
import type { Page, PageRequest } from '../../../foundation/page.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Imports, Json } from '../../../tosca/topology.ts';
import type { ClusterCredentials } from '../../credentials/ports.ts';
import type { InfrastructureManager, Providers } from '../../providers/ports.ts';
import type { Resources } from '../../resources/ports.ts';
import type { Attempt, AttemptChanges } from './attempt.ts';
import type { Deployment, Interrupted, Status } from './deployment.ts';
import type { Shown } from './disclosure.ts';
import type { EndedDeployments, EndedFiles } from './ended-records.ts';
import type { KeptRanking } from './kept-ranking.ts';
import type { PossibleOrphans } from './possible-orphans.ts';
import type { Timeline } from './timeline.ts';
import type { Workflows } from './workflows.ts';

export type * from './under-way.ts';

/** What a workflow may change of the deployment it owns; an explicit undefined removes the attribute. */
export type DeploymentChanges = {
  readonly [K in keyof Pick<
    Deployment,
    | 'status'
    | 'statusReason'
    | 'task'
    | 'outputs'
    | 'secretOutputs'
    | 'providerId'
    | 'provider'
    | 'infrastructureId'
    | 'templateOf'
  >]?: Deployment[K] | undefined;
};

export interface Deployments {
  find(id: string): Promise<Deployment | undefined>;
  /** `excluded` leaves out those in one of these statuses; InvalidError for a page number too deep for that */
  list(scope: Scope, page: PageRequest, excluded?: ReadonlySet<Status>): Promise<Page<Deployment>>;
  /** Writes a new deployment and counts it, both or neither; marks its operation as not begun. */
  accept(deployment: Deployment): Promise<void>;
  /** Hands the deployment to a new operation, if it is still as `seen` was read, else ConflictError. Marks it as not begun. */
  supersede(seen: Deployment, next: Deployment): Promise<void>;
  /** First write of a workflow: the operation is running, nobody need start it again. OperationSupersededError. */
  begin(id: string, operationId: string): Promise<Deployment>;
  /** Every later write of a workflow, with updatedAt set to now; OperationSupersededError when another owns it or it is gone. */
  record(id: string, operationId: string, changes: DeploymentChanges): Promise<Deployment>;
  /**
   * Says that the operation's workflow was cut off once more, and that another execution goes on with it. ConflictError unless it
   * was interrupted as often as `seen` says; OperationSupersededError.
   */
  interrupt(seen: Deployment, interrupted: Interrupted): Promise<Deployment>;
  /** Marks it as leaving, for good, with updatedAt as it was: no list changes its order. OperationSupersededError. */
  leave(id: string, operationId: string): Promise<Deployment>;
  /** Removes record, attempts and count; gone already is fine; OperationSupersededError when another owns it. */
  remove(id: string, operationId: string): Promise<void>;
  /** Operations accepted before this instant that no workflow has begun: the process died in between. */
  notBegun(acceptedBefore: Date): Promise<readonly Deployment[]>;
}

export interface Attempts {
  /** Writes a new attempt unless there is one with this number (then answers that one); fenced by the deployment's operation. */
  begin(attempt: Attempt): Promise<Attempt>;
  find(deploymentId: string, number: number): Promise<Attempt | undefined>;
  /** in the order of their numbers, over all operations */
  list(deploymentId: string): Promise<readonly Attempt[]>;
  /** Not fenced: what is known of a provider's infrastructure must never be lost, whoever owns the deployment now. */
  record(deploymentId: string, number: number, changes: AttemptChanges): Promise<Attempt>;
}

/** Texts too large for an item. */
export interface Files {
  putTemplate(deploymentId: string, operationId: string, text: string): Promise<void>;
  getTemplate(deploymentId: string, operationId: string): Promise<string>;
  /** Kept beside the template: what it becomes at each provider that may be tried. */
  putRanking(deploymentId: string, operationId: string, ranking: KeptRanking): Promise<void>;
  /** undefined: the operation ranked nothing */
  findRanking(deploymentId: string, operationId: string): Promise<KeptRanking | undefined>;
  /** Adds a piece to the deployment's log without rewriting what is there; `name` makes a repeat harmless and sorts the pieces. */
  appendLog(deploymentId: string, name: string, text: string): Promise<void>;
  readLog(deploymentId: string): Promise<string>;
  putNotification(id: string, notification: Notification): Promise<void>;
  getNotification(id: string): Promise<Notification>;
  /** Removes template and log; gone already is fine. Notifications live on until they are delivered. */
  remove(deploymentId: string): Promise<void>;
}

/** One callback to send: kept whole here, so that no execution input holds outputs or addresses. */
export interface Notification {
  readonly url: string;
  readonly body: string;
  /** whose timeline tells of it; absent: nobody's, since an older release queued it */
  readonly deploymentId?: string | undefined;
  /** that accepted the operation it tells of, for the log */
  readonly requestId?: string | undefined;
  /** what it tells, in words */
  readonly about: string;
  /** greater for what is told later of the same deployment: milliseconds since 1970, not consecutive */
  readonly sequence: number;
}

/** Sends one callback. CallbackFailedError when the receiver did not take it; ForbiddenError when it is no allowed address. */
export interface Callbacks {
  send(id: string, notification: Notification): Promise<void>;
}

/** How long the installation waits for what it depends on (lib/configuration/limits.ts). */
export interface Tolerance {
  /** minutes in which a provider, or the Infrastructure Manager, cannot be asked, of all outages of an attempt together */
  readonly outageMins: number;
}

/** All that the lifecycle needs of the world; each function asks for its part of it. */
export interface LifecyclePorts {
  readonly clock: Clock;
  readonly tolerance: Tolerance;
  readonly orphans: PossibleOrphans;
  readonly ids: Ids;
  readonly deployments: Deployments;
  readonly attempts: Attempts;
  readonly resources: Resources;
  readonly files: Files;
  readonly ended: EndedDeployments;
  readonly endedFiles: EndedFiles;
  readonly timeline: Timeline;
  readonly workflows: Workflows;
  readonly callbacks: Callbacks;
  readonly providers: Providers;
  readonly infrastructureManager: InfrastructureManager;
  readonly imports: Imports;
  readonly clusterCredentials: ClusterCredentials;
  /** the deployment as callbacks show it */
  readonly describe: (deployment: Shown) => Json;
}
