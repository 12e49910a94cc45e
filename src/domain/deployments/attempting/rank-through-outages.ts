import { OutageError, UnavailableError } from '../../../foundation/errors.ts';
import { outageWithinDeadline } from '../polling/overdue.ts';
import { elapsed, latest, shortOutageMins } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'files' | 'timeline' | 'tolerance'>;

/**
 * Ranks, and waits while the services that it needs cannot be reached: as for a provider, counted from the last write of the
 * record before the ranking, or from `startedAt`: an update writes its attempt before. The operation may have been accepted days
 * before, if its file was replicated or the service stood still.
 * NotReadyError and ProviderUnavailableError: call again; DeploymentTimeoutError; OutageError after the installation's longest
 * outage.
 */
export const rankThroughOutages = async <Found>(
  ports: Ports,
  deployment: Deployment,
  rank: () => Promise<Found>,
  startedAt?: string,
): Promise<Found> => {
  try {
    return await rank();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const since = latest(deployment.updatedAt, deployment.operation.interrupted?.at, startedAt);
    const now = ports.clock.now();
    if (elapsed(since, now, { minutes: ports.tolerance.outageMins }))
      throw new OutageError(error.message, { cause: error });
    const text = `the providers cannot be ranked yet, and it is tried again: ${error.message}`;
    await report(ports, { deployment }, { text, event: { kind: 'PROVIDER_SAID', name: 'not-ranked' } });
    const isLong = elapsed(since, now, { minutes: shortOutageMins });
    throw outageWithinDeadline(deployment, { is: 'away', why: error.message, isLong }, now);
  }
};
