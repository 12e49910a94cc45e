import type { DeploymentView } from '../../../client/types.ts';

const words = { CREATE: 'creation', UPDATE: 'update', DELETE: 'deletion' } as const;

/** What people call an operation: a run and a move are updates for the service alone. */
export const wordOf = ({ kind, runs, moves }: DeploymentView['operation']): string => {
  if (runs !== undefined) return 'run';
  return moves === undefined ? words[kind] : 'move';
};
