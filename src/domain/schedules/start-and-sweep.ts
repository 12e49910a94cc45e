import { startAccepted } from './start-accepted.ts';
import { type SweepBackfillPorts, sweepBackfills } from './sweep-backfills.ts';
import { type SweepRemovalPorts, sweepRemovals } from './sweep-removals.ts';
import { type SweepPorts, sweepWorkflows } from './sweep-workflows.ts';

/** Starts what has not started, then ends or resumes what died. A failure of one does not stop the other. */
type Ports = Parameters<typeof startAccepted>[0] & SweepPorts & SweepBackfillPorts & SweepRemovalPorts;

export const startAndSweep = (ports: Ports) => async (): Promise<void> => {
  const started = await Promise.allSettled([startAccepted(ports)()]);
  const ended = [
    ...(await Promise.allSettled([sweepWorkflows(ports)()])),
    ...(await Promise.allSettled([sweepBackfills(ports)()])),
    ...(await Promise.allSettled([sweepRemovals(ports)()])),
  ];
  const failures = [...started, ...ended].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 1)
    throw new AggregateError(
      failures,
      'some accepted work could not be started, and some dead workflows could not be ended',
    );
  if (failures.length === 1) throw failures[0];
};
