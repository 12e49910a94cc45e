import type { InfrastructureState } from '../deployers/machines.ts';
import type { Deployment, Status } from '../deployments/record/deployment.ts';
import type { Action, ActionType, NodeState } from '../resources/resource.ts';

/** Statuses of a deployment that allow actions: docs/contract/silent-points.md, "Action". */
export const actionable: readonly Status[] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

export const isActionable = ({ status }: Pick<Deployment, 'status'>): boolean => actionable.includes(status);

/** State of the resource before, during and after an action. */
export const actionStates = {
  start: { from: 'STOPPED', by: 'STARTING', to: 'STARTED' },
  stop: { from: 'STARTED', by: 'STOPPING', to: 'STOPPED' },
} as const satisfies Record<ActionType, Record<'from' | 'by' | 'to', NodeState>>;

/** How a failed action left the machine; with that known, another action is possible. */
export const leftAs = (machine: InfrastructureState): Pick<Action, 'left'> => {
  if (machine === 'configured' || machine === 'unconfigured') return { left: 'running' };
  return machine === 'stopped' || machine === 'off' ? { left: 'stopped' } : {};
};

/** The state of a resource whose action failed. ERROR: nobody knows the state of its machine. */
export const stateLeft = ({ left }: Action): NodeState =>
  left === undefined ? 'ERROR' : left === 'running' ? 'STARTED' : 'STOPPED';
