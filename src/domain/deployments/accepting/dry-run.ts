/** The results of dry runs of a deletion and a reset. Both judge as the real ones do, and change nothing. */

import type { Resource } from '../../resources/resource.ts';
import { isInProgress } from '../../resources/states.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment, Status } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { mayHaveLeftSomething, superseded } from './delete.ts';
import { givenUp, requireResetStatus } from './reset.ts';

export interface PlannedDeletion {
  /** of the deployment, once the deletion is accepted */
  readonly status: Status;
  /** all of these are removed */
  readonly resources: readonly Resource[];
  /** attempts that may have left an infrastructure, which is destroyed */
  readonly attempts: readonly Attempt[];
  /** what else a reader should know, as text */
  readonly notes: readonly string[];
}

/** ConflictError as in deleteDeployment. */
export const planDeletion = async (
  ports: Pick<LifecyclePorts, 'clock' | 'ids' | 'resources' | 'attempts'>,
  deployment: Deployment,
  { force }: { readonly force: boolean },
): Promise<PlannedDeletion> => {
  const { status } = superseded(ports, deployment, ports.ids.next(), { force });
  const attempts = (await ports.attempts.list(deployment.id)).filter(mayHaveLeftSomething);
  const resources = await ports.resources.all(deployment.id);
  const notes = [
    ...(inProgress(deployment.status) ? [`the ${deployment.operation.kind} in progress is stopped first`] : []),
    ...(attempts.length === 0 ? ['no provider has anything of it: only the record is removed'] : []),
    ...(force
      ? [
          'with force=true the record is removed even when a provider refuses to destroy its infrastructure, which then stays there without an owner',
        ]
      : []),
  ];
  return { status, resources, attempts, notes };
};

export interface PlannedReset {
  readonly status: Status;
  /** resources that the deletion is working on: their state becomes ERROR */
  readonly resources: readonly Resource[];
}

/** InvalidError and ConflictError as in resetDeployment. */
export const planReset = async (
  ports: Pick<LifecyclePorts, 'clock' | 'ids' | 'resources'>,
  deployment: Deployment,
  status: string,
): Promise<PlannedReset> => {
  requireResetStatus(status);
  const { status: after } = givenUp(ports, deployment, ports.ids.next());
  return { status: after, resources: (await ports.resources.all(deployment.id)).filter(isInProgress) };
};
