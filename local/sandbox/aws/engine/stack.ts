/** A stack, its events and what it is doing at the moment. Everything is plain data, so that it can be kept in a file. */

import type { Bag } from '../protocol/json.ts';
import type { Template } from '../templates/template.ts';
import type { PlannedChange } from './planned-change.ts';

/** One run of DetectStackDrift. */
export interface Detection {
  readonly id: string;
  readonly at: number;
  /** when it is done */
  readonly doneAt: number;
}

export interface StackParameter {
  readonly key: string;
  readonly value: string;
  /** what the public parameter of Systems Manager held when the stack read it */
  readonly resolved?: string;
}

/** A resource of the stack in its present form. */
export interface Member {
  readonly logicalId: string;
  readonly type: string;
  thingId?: string;
  status: string;
  reason?: string;
  at: number;
  properties: Bag;
  /** the same with NoEcho values as `****`: what events and change sets show */
  shown: Bag;
  metadata: string;
  tags: { readonly [key: string]: string };
  /** logical ids that it needs */
  needs: readonly string[];
  /** it stays when the stack goes or leaves it out (DeletionPolicy) */
  retain: boolean;
  /** it stays even when the operation that made it is undone */
  retainUndone: boolean;
  /** a thing that was replaced stays (UpdateReplacePolicy) */
  retainReplaced: boolean;
}

export interface StackEvent {
  readonly id: string;
  readonly at: number;
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly token?: string;
  readonly properties?: string;
}

/** What a stack is made from. */
export interface Design {
  readonly body: string;
  readonly template: Template;
  readonly parameters: readonly StackParameter[];
  readonly tags: { readonly [key: string]: string };
  readonly capabilities: readonly string[];
}

export type TaskAction = 'make' | 'restore' | 'remove';

export interface Task {
  readonly logicalId: string;
  readonly action: TaskAction;
  /** the tasks that must be done before, by logical id */
  readonly after: readonly string[];
  stage: 'waiting' | 'begun' | 'initiated' | 'done' | 'failed';
  /** when its next step is due */
  at: number;
  doing?: 'create' | 'update' | 'replace' | 'delete';
  /** milliseconds that it takes from its first event to its last */
  takes: number;
  /** remove: the thing, which the stack may no longer list */
  thingId?: string;
  type?: string;
}

export type OperationKind = 'create' | 'rollback' | 'delete' | 'update' | 'cleanup' | 'restore' | 'restore-cleanup';

export interface Operation {
  readonly kind: OperationKind;
  readonly token?: string | undefined;
  readonly tasks: Task[];
  readonly force: boolean;
  /** update: what fails is kept, as DisableRollback asks */
  readonly keeps?: boolean;
  /** update: how it was before, for the way back */
  readonly before?: {
    readonly design: Design;
    readonly members: { readonly [logicalId: string]: Member };
    /** of a drift-aware change set: what the last deployment has set, since `members` is what was there */
    readonly deployed?: { readonly [logicalId: string]: Member };
  };
  /** update: what no longer belongs to the stack and is removed at its end */
  readonly discarded: Discarded[];
  readonly failed: string[];
  /** why nothing is made: the template was looked at first */
  readonly invalid?: string;
}

export interface Discarded {
  readonly logicalId: string;
  readonly type: string;
  readonly thingId: string;
  readonly needs: readonly string[];
  readonly retain: boolean;
}

export interface ChangeSet {
  readonly id: string;
  readonly name: string;
  readonly kind: 'CREATE' | 'UPDATE';
  readonly at: number;
  /** when it is worked out */
  readonly readyAt: number;
  readonly design: Design;
  readonly plan: readonly PlannedChange[];
  readonly problems: readonly Problem[];
  /** it also sets back what somebody else has changed (DeploymentMode REVERT_DRIFT) */
  readonly revertsDrift?: true;
  readonly description?: string;
  readonly token?: string;
  readonly onFailure?: OnFailure;
  executed?: true;
}

/** What CloudFormation finds before it makes anything. */
export interface Problem {
  readonly logicalId: string;
  readonly type: string;
  readonly name: 'PROPERTY_VALIDATION' | 'BUCKET_EMPTINESS_VALIDATION';
  readonly mode: 'FAIL' | 'WARN';
  readonly reason: string;
  /** where it is in the template */
  readonly path: string;
}

export type OnFailure = 'DO_NOTHING' | 'ROLLBACK' | 'DELETE';

export interface Stack {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** the token of the call that made it */
  readonly token?: string;
  onFailure: OnFailure;
  readonly disableRollback: boolean;
  status: string;
  reason?: string;
  updatedAt?: number;
  deletedAt?: number;
  roleArn?: string;
  protected: boolean;
  design: Design;
  members: { [logicalId: string]: Member };
  /** oldest first */
  readonly events: StackEvent[];
  outputs: readonly { readonly key: string; readonly value: string; readonly description?: string }[];
  operation?: Operation;
  /** tokens of updates that were accepted */
  readonly updateTokens: string[];
  readonly changeSets: ChangeSet[];
  /** what the looks at its templates have found, the oldest first; absent: nothing */
  validations?: Validation[];
  /** the runs of drift detection; absent: none yet */
  detections?: readonly Detection[];
}

/** A look at a template before anything is made. */
export interface Validation {
  readonly id: string;
  readonly at: number;
  readonly operation: 'CREATE_STACK' | 'UPDATE_STACK';
  readonly problems: readonly Problem[];
}

export const isGone = ({ status }: Stack): boolean => status === 'DELETE_COMPLETE';
