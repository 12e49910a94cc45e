/** The bodies of the API, from the service's own schemas (docs/openapi.json). They are types only: nothing of the service is loaded. */

import type { BodyOf } from '../src/http/schemas/answers.ts';

export type Deployment = BodyOf<'Deployment'>;
export type DeploymentItem = BodyOf<'DeploymentItem'>;
/** All that a page about a deployment shows. */
export type DeploymentView = BodyOf<'DeploymentView'>;
export type Resource = BodyOf<'Resource'>;
export type Attempt = BodyOf<'Attempt'>;
/** Which providers may be tried, and why others may not. */
export type Ranking = BodyOf<'Ranking'>;
/** The infrastructure, compared with what was asked for. */
export type Checks = BodyOf<'Checks'>;
export type TimelineEvent = BodyOf<'Event'>;
export type Approval = BodyOf<'Approval'>;
export type ApprovalPlan = BodyOf<'ApprovalPlan'>;
export type DeploymentCost = BodyOf<'DeploymentCost'>;
export type CostList = BodyOf<'CostList'>;
export type QuotaUse = BodyOf<'QuotaUse'>;
/** An outside system with its state, for administrators. */
export type DependencyState = BodyOf<'DependencyState'>;
/** A provider with its state, for administrators. */
export type ProviderState = BodyOf<'ProviderState'>;
export type StreamEvent = BodyOf<'StreamEvent'>;
export type Schedule = BodyOf<'Schedule'>;
export type ScheduleEvent = BodyOf<'ScheduleEvent'>;
export type Backfill = BodyOf<'Backfill'>;

/** Which of the files that are already there. */
export interface BackfillRequest {
  /** the bucket; absent: the only one that the schedule can match */
  readonly scope?: string;
  /** names of files begin with it; empty: all files */
  readonly prefix: string;
  /** names up to this one are left out */
  readonly after?: string;
}

export type BackfillCount = BodyOf<'BackfillDryRun'>;
export type Login = BodyOf<'LoginList'>[number];
/** A template that the installation offers. */
export type CatalogItem = BodyOf<'CatalogItem'>;
/** With its text, and what says how a form shows its inputs. */
export type CatalogEntry = BodyOf<'CatalogEntry'>;
/** What a template declares, and what is wrong with it. */
export type Inspection = BodyOf<'Inspection'>;
/** What is wrong with a template, and where. */
export type Problem = BodyOf<'Problem'>;
/** The caller, as the service knows them. */
export type Me = BodyOf<'Me'>;
/** An input that a template declares, with the value that it has in a deployment. */
export type Input = BodyOf<'Inputs'>[number];
export type Info = BodyOf<'Info'>;
export type CreationPlan = BodyOf<'CreationDryRun'>;
export type UpdatePlan = BodyOf<'UpdateDryRun'>;
export type VersionItem = BodyOf<'VersionList'>[number];
/** An accepted template with its inputs. */
export type Version = BodyOf<'Version'>;
export type RetryPlan = BodyOf<'RetryDryRun'>;
export type RunPlan = BodyOf<'RunDryRun'>;
/** What can be run, and the last run. */
export type Operations = BodyOf<'Operations'>;
export type RepairPlan = BodyOf<'RepairDryRun'>;
export type MovePlan = BodyOf<'MoveDryRun'>;
export type DeadLetterList = BodyOf<'DeadLetterList'>;
export type DeadLettersHandled = BodyOf<'DeadLettersHandled'>;
/** What the managers of a group have subscribed. */
export type Webhook = BodyOf<'Webhook'>;
export type SubscribedWebhook = BodyOf<'WebhookSubscribed'>;
export type PauseState = BodyOf<'PauseState'>;
export type MoveList = BodyOf<'MoveList'>;
export type DeletionPlan = BodyOf<'DeletionDryRun'>;
export type SchedulePlan = BodyOf<'ScheduleDryRun'>;
export type ScheduleDeletionPlan = BodyOf<'ScheduleDeletionDryRun'>;

/** Values of a template's inputs by name: anything that JSON can hold. */
export interface Parameters {
  readonly [input: string]: unknown;
}

export interface Labels {
  readonly [name: string]: string;
}

/** docs/contract/api.md, "Create a deployment". Times are whole minutes. */
export interface CreateRequest {
  readonly template: string;
  readonly parameters?: Parameters | undefined;
  /** 1 to 100 characters; absent: as the template says */
  readonly name?: string | undefined;
  readonly userGroup?: string | undefined;
  /** names and values that people sort by; what is made has them as tags */
  readonly labels?: Labels | undefined;
  /** ISO 8601 instant at which it is deleted; with `ttl`, the earlier one counts */
  readonly expiresAt?: string | undefined;
  /** how long it lives, such as `12h` or `2d` */
  readonly ttl?: string | undefined;
  readonly callback?: string | undefined;
  readonly maxProvidersRetry?: number | undefined;
  readonly timeoutMins?: number | undefined;
  readonly providerTimeoutMins?: number | undefined;
  readonly keepLastAttempt?: boolean | undefined;
  /** it cannot be deleted until the protection is taken off */
  readonly protected?: boolean | undefined;
  /** when its machines run; null: always, whatever the installation has */
  readonly officeHours?: OfficeHours | null | undefined;
}

/** Hours of some days of the week. */
export interface WeeklyHours {
  readonly days: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  /** such as 08:00 */
  readonly start: string;
  /** at most 24:00; one that is not after the start is on the next day */
  readonly stop: string;
}

/** When machines run, by the clocks of a place. */
export interface OfficeHours extends WeeklyHours {
  /** such as Europe/Rome */
  readonly timeZone: string;
  /** further hours, of the same days or of others */
  readonly more?: readonly WeeklyHours[] | undefined;
  /** days such as 2026-12-25, with other hours or with none */
  readonly exceptions?: readonly OtherDay[] | undefined;
}

export interface OtherDay {
  readonly date: string;
  readonly start?: string | undefined;
  readonly stop?: string | undefined;
}

/** What neither an update nor a retry changes. */
type OwnRoutes = 'userGroup' | 'labels' | 'expiresAt' | 'ttl' | 'protected' | 'officeHours';

/** A creation that failed, once more. What it leaves out is as before. */
export interface RetryRequest extends Omit<CreateRequest, OwnRoutes | 'template'> {
  readonly template?: string | undefined;
  /** why, for the list of versions */
  readonly message?: string | undefined;
  /** nodes of what was kept whose machines may be removed and made again */
  readonly replace?: readonly string[] | undefined;
  /** what is left is removed first, even if it could be completed */
  readonly anew?: boolean | undefined;
}

/** docs/contract/api.md, "Create a schedule". */
export interface ScheduleRequest extends Omit<CreateRequest, 'officeHours'> {
  /** which new files match: a regular expression for `bucket:key` */
  readonly fileExpression: string;
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
}

/** docs/contract/api.md, "Update a deployment". Absent parameters keep their values. */
export interface UpdateRequest extends Omit<CreateRequest, OwnRoutes> {
  /** nodes whose machines may be removed and made again */
  readonly replace?: readonly string[] | undefined;
  /** why, for the list of versions */
  readonly message?: string | undefined;
  /** rollback: an update that fails goes back to the version in force; absent: as the installation has it */
  readonly onFailure?: 'keep' | 'rollback' | undefined;
}

/** Values for the inputs of a workflow. */
export interface WorkflowRequest {
  readonly inputs?: Parameters | undefined;
  readonly message?: string | undefined;
}

/** An operation of a node, or of the relationship of its requirement. */
export interface OperationRequest extends WorkflowRequest {
  readonly node: string;
  readonly requirement?: string | undefined;
  readonly interface: string;
  readonly operation: string;
}

/** What a check has found is put right. */
export interface RepairRequest {
  /** absent: all that has drifted */
  readonly nodes?: readonly string[] | undefined;
  /** nodes whose data may go */
  readonly replace?: readonly string[] | undefined;
  readonly message?: string | undefined;
}

/** It is made anew at another provider. */
export interface MoveRequest {
  readonly message?: string | undefined;
}

/** An earlier version, once more. */
export interface RollbackRequest
  extends Omit<UpdateRequest, 'template' | 'name' | 'maxProvidersRetry' | 'keepLastAttempt'> {
  readonly version: number;
}
