import { createHash } from 'node:crypto';
import type { Deployment, Status } from '../deployments/record/deployment.ts';

/** Statuses of a deployment that is checked: what a failed creation or deletion left is not what anybody asked for. */
export const checkable: readonly Status[] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

export const isCheckable = ({ status }: Pick<Deployment, 'status'>): boolean => checkable.includes(status);

const dayMs = 24 * 60 * 60_000;

/** A check is never planned earlier: the result of an operation settles first. */
const soonestMs = 60 * 60_000;

/** When the daily check of a deployment comes next: always at the same time of the day, which a hash of its id spreads. */
export const dailyCheck = (deploymentId: string, now: Date): Date => {
  const offset = createHash('sha256').update(deploymentId).digest().readUInt32BE() % dayMs;
  const earliest = now.getTime() + soonestMs;
  const first = Math.floor(earliest / dayMs) * dayMs + offset;
  return new Date(first < earliest ? first + dayMs : first);
};
