import { NotFoundError, ProviderFailedError } from '../../../foundation/errors.ts';
import { throughOutages } from '../polling/outage.ts';
import { dropQuote, pollError } from '../polling/poll-error.ts';
import { readInfrastructure } from '../polling/read-infrastructure.ts';
import { type Attempt, isOver, whyOver } from '../record/attempt.ts';
import { type AttemptRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'resources' | 'files' | 'deployerOf' | 'timeline' | 'tolerance'
>;

/**
 * Polls once what an attempt makes. NotReadyError, DeadlineNearError, ProviderUnavailableError: poll again later.
 * ProviderFailedError, WorkFailedError, ProviderTimeoutError and DeploymentTimeoutError end the attempt. An infrastructure that is ready
 * counts, even a little after the deadline.
 */
export const pollAttempt =
  (ports: Ports) =>
  async (input: AttemptRef): Promise<{ readonly outcome: 'complete' }> => {
    const deployment = await owned(ports.deployments, input);
    const found = await attemptOf(ports, input);
    if (found.state === 'COMPLETE') return { outcome: 'complete' };
    if (isOver(found)) throw new ProviderFailedError(whyOver(found));
    const attempt = await dropQuote(ports, found);
    const seen = await throughOutages(ports, attempt, () => readInfrastructure(ports, attempt));
    if (seen.is !== 'ready') throw await pollError(ports, deployment, attempt, seen);
    await ports.attempts.record(attempt.deploymentId, attempt.number, { state: 'COMPLETE' });
    return { outcome: 'complete' };
  };

const attemptOf = async ({ attempts }: Ports, { deploymentId, attempt }: AttemptRef): Promise<Attempt> => {
  const found = await attempts.find(deploymentId, attempt.number);
  if (found) return found;
  throw new NotFoundError(`deployment ${deploymentId} has no attempt ${attempt.number}`);
};
