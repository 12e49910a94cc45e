import type { Deployment } from './deployment.ts';

/**
 * Whether the last operation was to bring another template and failed, so nobody can tell what is as it was asked for. A repair, a move and a
 * run bring none: after one that failed the template in force still says what stands.
 */
export const hasFailedUpdate = ({ status, operation }: Pick<Deployment, 'status' | 'operation'>): boolean =>
  status === 'UPDATE_FAILED' && !operation.repairs && !operation.moves && !operation.runs;
