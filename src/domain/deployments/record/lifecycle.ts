import { ConflictError } from '../../../foundation/errors.ts';
import type { Status } from './deployment.ts';

/** What can happen to a deployment: a request of a client, or the outcome of an operation. */
export type LifecycleEvent = 'update' | 'retry' | 'delete' | 'reset' | 'complete' | 'fail';

/** The transition table: docs/contract/silent-points.md, "Statuses". Every change of a status goes through it. */
export const transitions = {
  CREATE_IN_PROGRESS: { complete: 'CREATE_COMPLETE', fail: 'CREATE_FAILED', delete: 'DELETE_IN_PROGRESS' },
  CREATE_COMPLETE: { update: 'UPDATE_IN_PROGRESS', delete: 'DELETE_IN_PROGRESS' },
  CREATE_FAILED: { retry: 'CREATE_IN_PROGRESS', delete: 'DELETE_IN_PROGRESS' },
  UPDATE_IN_PROGRESS: { complete: 'UPDATE_COMPLETE', fail: 'UPDATE_FAILED', delete: 'DELETE_IN_PROGRESS' },
  UPDATE_COMPLETE: { update: 'UPDATE_IN_PROGRESS', delete: 'DELETE_IN_PROGRESS' },
  UPDATE_FAILED: { update: 'UPDATE_IN_PROGRESS', delete: 'DELETE_IN_PROGRESS' },
  DELETE_IN_PROGRESS: { complete: 'DELETE_COMPLETE', fail: 'DELETE_FAILED', reset: 'DELETE_FAILED' },
  DELETE_COMPLETE: {},
  DELETE_FAILED: { delete: 'DELETE_IN_PROGRESS' },
} as const satisfies Record<Status, Partial<Record<LifecycleEvent, Status>>>;

const next: Record<Status, Partial<Record<LifecycleEvent, Status>>> = transitions;

/** The status after the happening; ConflictError if the table has no such transition. */
export const advance = (status: Status, event: LifecycleEvent): Status => {
  const after = next[status][event];
  if (after !== undefined) return after;
  throw new ConflictError(
    `the deployment is ${status}; ${event} is possible in ${allowing(event)} only${insteadIn(status, event)}`,
  );
};

/** What a client can do instead, for the message of a refusal; empty: nothing but to wait or to read. */
export const insteadIn = (status: Status, refused?: LifecycleEvent): string => {
  if (status === 'CREATE_FAILED')
    return '. Its creation failed: POST /deployments/{deployment_id}/retry continues or repeats it, with another template if the request has one';
  if (refused === 'retry' && next[status].update) return ': PUT /deployments/{deployment_id} changes what stands';
  return '';
};

/** Whether an operation is running; in every other status nothing runs. */
export const inProgress = (status: Status): boolean => status.endsWith('_IN_PROGRESS');

const allowing = (event: LifecycleEvent): string =>
  Object.entries(next)
    .filter(([, row]) => row[event] !== undefined)
    .map(([status]) => status)
    .join(', ');
