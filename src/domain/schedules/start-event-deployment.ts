import { inProgress } from '../deployments/record/lifecycle.ts';
import { owned } from '../deployments/record/operation.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { EventRef } from './step-inputs.ts';

/** Starts the event's deployment after its file has been replicated. A repeat is harmless. */
export const startEventDeployment =
  ({ deployments, workflows }: Pick<LifecyclePorts, 'deployments' | 'workflows'>) =>
  async (ref: EventRef): Promise<void> => {
    const deployment = await owned(deployments, ref);
    if (inProgress(deployment.status)) await workflows.startOperation(deployment);
  };
