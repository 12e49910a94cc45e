/** Checks while an administrator has paused the installation: docs/decisions/0096. */

import type { Check } from './check.ts';
import type { CheckPorts } from './check-ports.ts';

/** Most that one run reads to find those that have begun: what waits for the end of the pause stands among them. */
const mostRead = 1_000;

/** What has begun goes on: a look, or what one has found and not told yet. The others stay due. */
const hasBegun = ({ running, found }: Check): boolean => running !== undefined || found !== undefined;

/** At most `atOnce` checks that have begun and are due, the oldest first. */
export const heldChecks = async (
  { clock, driftChecks }: Pick<CheckPorts, 'clock' | 'driftChecks'>,
  atOnce: number,
): Promise<readonly Check[]> => (await driftChecks.due(clock.now(), mostRead)).filter(hasBegun).slice(0, atOnce);
