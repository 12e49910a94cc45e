import type { InfrastructureState, InfrastructureStatus } from '../../domain/deployers/machines.ts';

/** What a stack's own status means for the lifecycle: docs/decisions/0033. */
export interface StackStatus {
  readonly state: InfrastructureState;
  /** the last update; absent: there was none */
  readonly change?: NonNullable<InfrastructureStatus['change']>['is'];
  /** true: its events say why */
  readonly failed?: true;
}

/** Every status of CloudFormation's model but DELETE_COMPLETE, which is no stack (test/adapters/aws/model.test.ts). */
const statuses: { readonly [status: string]: StackStatus } = {
  REVIEW_IN_PROGRESS: { state: 'pending' },
  CREATE_IN_PROGRESS: { state: 'running' },
  CREATE_COMPLETE: { state: 'configured' },
  CREATE_FAILED: { state: 'failed', failed: true },
  ROLLBACK_IN_PROGRESS: { state: 'failed', failed: true },
  ROLLBACK_COMPLETE: { state: 'failed', failed: true },
  ROLLBACK_FAILED: { state: 'failed', failed: true },
  UPDATE_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  UPDATE_COMPLETE: { state: 'configured', change: 'done' },
  UPDATE_FAILED: { state: 'failed', change: 'failed', failed: true },
  UPDATE_ROLLBACK_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  UPDATE_ROLLBACK_COMPLETE: { state: 'configured', change: 'failed', failed: true },
  UPDATE_ROLLBACK_FAILED: { state: 'failed', change: 'failed', failed: true },
  // somebody has resources of before taken into the stack
  IMPORT_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  IMPORT_COMPLETE: { state: 'configured', change: 'done' },
  IMPORT_ROLLBACK_IN_PROGRESS: { state: 'running', change: 'in-progress' },
  IMPORT_ROLLBACK_COMPLETE: { state: 'configured', change: 'failed', failed: true },
  IMPORT_ROLLBACK_FAILED: { state: 'failed', change: 'failed', failed: true },
  DELETE_IN_PROGRESS: { state: 'deleting' },
  DELETE_FAILED: { state: 'failed', failed: true },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

/** An unknown status of later times is polled again. */
export const stackStatus = (status = ''): StackStatus => statuses[status] ?? { state: 'unknown' };

const deletions: { readonly [status: string]: StackStatus['change'] } = {
  DELETE_IN_PROGRESS: 'in-progress',
  DELETE_FAILED: 'failed',
};

/** What the last change of a stack has come to. To an update, a deletion that somebody else has asked for is one like any other. */
export const changeOf = (status = ''): StackStatus['change'] => stackStatus(status).change ?? deletions[status];

/** The states in which CloudFormation still makes the machines for the first time. */
export const isBeingMade = (status = ''): boolean => /^(CREATE_IN_PROGRESS|CREATE_FAILED|ROLLBACK_)/.test(status);
