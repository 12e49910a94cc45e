import { OutageError, UnavailableError } from '../../../foundation/errors.ts';
import type { Ranking } from '../../providers/ports.ts';
import { awayInTime } from '../following/overdue.ts';
import { elapsed, shortOutageMins } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { tell } from '../telling/timeline-event.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'timeline' | 'tolerance'>;

/**
 * A ranking, while the services that rank may be away: they are waited for like a provider is, from when the operation was
 * accepted. NotReadyError and ProviderUnavailableError: call again; DeploymentTimeoutError; OutageError when the
 * installation's patience is at its end.
 */
export const rankThroughOutages = async (
  ports: Ports,
  deployment: Deployment,
  rank: () => Promise<Ranking>,
): Promise<Ranking> => {
  try {
    return await rank();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const { acceptedAt } = deployment.operation;
    const now = ports.clock.now();
    if (elapsed(acceptedAt, now, { minutes: ports.tolerance.outageMins }))
      throw new OutageError(error.message, { cause: error });
    const message = `the providers cannot be ranked yet, and it is tried again: ${error.message}`;
    await tell(ports, deployment, { kind: 'PROVIDER_SAID', what: 'not-ranked', message });
    const isLong = elapsed(acceptedAt, now, { minutes: shortOutageMins });
    throw awayInTime(deployment, { is: 'away', why: error.message, isLong }, now);
  }
};
