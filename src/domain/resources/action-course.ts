import type { Deployment, Status } from '../deployments/deployment.ts';
import type { ActionType, NodeState } from './resource.ts';

/** Statuses of a deployment that allow actions: design section 3, Action. */
export const actionable: readonly Status[] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

export const isActionable = ({ status }: Pick<Deployment, 'status'>): boolean => actionable.includes(status);

/** state before, on the way, and at the end of an action */
export const course = {
  start: { from: 'STOPPED', by: 'STARTING', to: 'STARTED' },
  stop: { from: 'STARTED', by: 'STOPPING', to: 'STOPPED' },
} as const satisfies Record<ActionType, Record<'from' | 'by' | 'to', NodeState>>;
