/** Checks while an administrator has paused the installation: docs/decisions/0096. */

import { failuresOf } from '../../foundation/failures-of.ts';
import type { Check } from './check.ts';
import type { CheckPorts } from './check-ports.ts';

/** Most that one run reads to find those that go on: what waits for the end of the pause stands among them. */
const mostRead = 1_000;

/**
 * What was accepted or has begun goes on: a look, one that somebody asked for before the pause, or what one has found and not told yet. The
 * others stay due, and so does a repair.
 */
const hasWork = ({ running, found, requested, repairDue }: Check): boolean =>
  running !== undefined || found !== undefined || (requested !== undefined && repairDue !== true);

/** How many are written at the same time. */
const together = 8;

type Ports = Pick<CheckPorts, 'clock' | 'driftChecks'>;

/**
 * At most `atOnce` checks that go on and are due, the oldest first. Of the others that are due it notes that their looks were not made: a
 * provider that was away before the pause may have answered in it, so its absence is counted anew. AggregateError where that could not be written.
 */
export const heldChecks = async (ports: Ports, atOnce: number): Promise<readonly Check[]> => {
  const due = await ports.driftChecks.due(ports.clock.now(), mostRead);
  const failures = await failuresOf(due.filter(isUninterrupted), together, (one) => interrupt(ports, one));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} held checks could not be noted`);
  return due.filter(hasWork).slice(0, atOnce);
};

const isUninterrupted = (check: Check): boolean =>
  !hasWork(check) && check.outage !== undefined && check.outage.isInterrupted !== true;

/** Nothing where somebody else has written meanwhile: the next run notes it. */
const interrupt = async ({ driftChecks }: Ports, seen: Check): Promise<void> => {
  if (seen.outage) await driftChecks.replace(seen, { ...seen, outage: { ...seen.outage, isInterrupted: true } });
};
