import { NotDoneError } from '../../foundation/errors.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import { owned } from '../deployments/record/operation.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ReplicatedEventRef } from './step-inputs.ts';

/** Starts the event's deployment after its file has been replicated. A repeat is harmless. NotDoneError when it has not been. */
export const startEventDeployment =
  ({ deployments, workflows }: Pick<LifecyclePorts, 'deployments' | 'workflows'>) =>
  async ({ replicated = 'done', ...ref }: ReplicatedEventRef): Promise<void> => {
    if (replicated !== 'done') throw new NotDoneError(`the file is not replicated: ${replicated}`);
    const deployment = await owned(deployments, ref);
    if (inProgress(deployment.status)) await workflows.startOperation(deployment);
  };
