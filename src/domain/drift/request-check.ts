import type { Clock } from '../../foundation/clock.ts';
import { ConflictError } from '../../foundation/errors.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { insteadIn } from '../deployments/record/lifecycle.ts';
import type { Check, CheckRequest, Checks } from './check.ts';
import { checkable, dailyCheck, isCheckable } from './checkable.ts';

interface Ports {
  readonly clock: Clock;
  readonly driftChecks: Pick<Checks, 'find' | 'replace'>;
}

/** How often a write is tried again that met another one. */
const tries = 4;

/** ConflictError when the state of the deployment allows no check. */
export const requireCheckable = (deployment: Deployment): void => {
  if (isCheckable(deployment)) return;
  throw new ConflictError(
    `the deployment is ${deployment.status}; a check is possible in ${checkable.join(', ')} only${insteadIn(deployment.status)}`,
  );
};

/**
 * Asks for a check, which begins within three minutes (run-checks.ts); one that is in progress goes on, and another follows. ConflictError as
 * above, and when other processes change the state of the checks all the time.
 */
export const requestCheck = async (
  ports: Ports,
  deployment: Deployment,
  { id, by }: Pick<CheckRequest, 'id' | 'by'>,
): Promise<void> => {
  requireCheckable(deployment);
  const at = ports.clock.now().toISOString();
  await written(ports, deployment.id, (seen) => ({
    ...(seen ?? none(deployment.id)),
    requested: { id, at, by },
    dueAt: seen?.running && seen.dueAt !== undefined ? seen.dueAt : at,
  }));
};

/** Plans the first daily check of a deployment whose operation has ended; an earlier plan stays. */
export const planCheck = async (ports: Ports, deployment: Deployment): Promise<void> => {
  if (!isCheckable(deployment)) return;
  const at = dailyCheck(deployment.id, ports.clock.now()).toISOString();
  await written(ports, deployment.id, (seen) =>
    seen?.dueAt === undefined ? { ...(seen ?? none(deployment.id)), dueAt: at } : undefined,
  );
};

const none = (deploymentId: string): Omit<Check, 'version'> => ({ deploymentId, findings: [] });

const written = async (
  { driftChecks: checks }: Ports,
  deploymentId: string,
  change: (seen: Check | undefined) => Omit<Check, 'version'> | undefined,
): Promise<void> => {
  for (let left = tries; left > 0; left -= 1) {
    const seen = await checks.find(deploymentId);
    const next = change(seen);
    if (next === undefined || (await checks.replace(seen, next)) !== undefined) return;
  }
  throw new ConflictError('other requests change the checks of this deployment: repeat the request');
};
