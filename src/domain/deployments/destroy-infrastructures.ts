import { DestroyFailedError, NotReadyError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { deletionMins, elapsed } from './deadlines.ts';
import { destroy } from './destruction.ts';
import { type OperationRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'providers' | 'infrastructureManager' | 'files' | 'timeline'
>;

/**
 * One step of destroying everything that was ever submitted for a deployment. NotReadyError: call again.
 * DestroyFailedError once nothing more can be done and something is left; a forced deletion answers what that is.
 */
export const destroyInfrastructures =
  (ports: Ports) =>
  async (input: OperationRef): Promise<{ readonly leftOver: readonly string[] }> => {
    const { operation } = await owned(ports.deployments, input);
    const attempts = (await ports.attempts.list(input.deploymentId)).filter(({ state }) => state !== 'DESTROYED');
    const seen = await Promise.all(
      attempts.map(async (attempt) => ({ attempt, ...(await destroy(ports, attempt, operation.acceptedAt)) })),
    );
    const timeIsUp = elapsed(operation.acceptedAt, ports.clock.now(), { minutes: deletionMins });
    if (seen.some(({ is }) => is === 'waiting') && !timeIsUp) {
      throw new NotReadyError(`${seen.filter(({ is }) => is === 'waiting').length} infrastructures are not gone yet`);
    }
    const leftOver = seen.flatMap((one) => (one.is === 'gone' ? [] : [`${nameOf(one.attempt)}: ${one.why}`]));
    if (leftOver.length > 0 && !operation.force) throw new DestroyFailedError(leftOver.join('\n'));
    return { leftOver };
  };

const nameOf = ({ providerId, infrastructureId = 'whatever was made, if anything,' }: Attempt): string =>
  `${infrastructureId} on provider ${providerId}`;
