import { eachLogged } from '../../../foundation/each-logged.ts';
import type { Fields } from '../../../foundation/log.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** An accepted operation that no workflow has begun for so long was left by a process that died in between. */
const patienceMs = 60_000;

/**
 * Starts what nobody began; harmless for what was started after all. A deployment whose file is being replicated (DMS)
 * is begun by the workflow of its schedule's event. AggregateError when some could not be started.
 */
export const startOperations =
  ({ clock, deployments, workflows }: Pick<LifecyclePorts, 'clock' | 'deployments' | 'workflows'>) =>
  async (): Promise<void> => {
    const waiting = await deployments.notBegun(new Date(clock.now().getTime() - patienceMs));
    const failures = await eachLogged(
      waiting.filter(({ task }) => task !== 'DMS'),
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
