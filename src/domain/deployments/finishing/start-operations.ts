import { eachLogged } from '../../../foundation/each-logged.ts';
import type { Fields } from '../../../foundation/log.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** If an accepted operation has not started after this time, the process that accepted it died in between. */
const startDelayMs = 60_000;

/**
 * Starts operations that no workflow has started; harmless if one has started after all. The workflow of a schedule's
 * event starts a deployment whose file is being replicated (DMS). What takes an update back waits for nobody else to start it, so it
 * begins at once. AggregateError when some could not be started.
 */
export const startOperations =
  ({ clock, deployments, workflows }: Pick<LifecyclePorts, 'clock' | 'deployments' | 'workflows'>) =>
  async (): Promise<void> => {
    const late = new Date(clock.now().getTime() - startDelayMs).toISOString();
    const waiting = await deployments.notStarted(clock.now());
    const isDue = ({ operation }: Deployment) => operation.reverts !== undefined || operation.acceptedAt < late;
    const failures = await eachLogged(
      waiting.filter((one) => one.task !== 'DMS' && isDue(one)),
      {
        idsOf,
        run: (one) => workflows.startOperation(one),
        done: 'operation started',
        failed: 'operation not started',
      },
    );
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} operations could not be started`);
  };

const idsOf = ({ id: deploymentId, operation }: Deployment): Fields => ({
  deploymentId,
  operationId: operation.id,
  ...(operation.requestId !== undefined && { originRequestId: operation.requestId }),
});
