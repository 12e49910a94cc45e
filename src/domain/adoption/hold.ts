import { nextCheck as laterBy } from '../deployments/record/deadlines.ts';
import { claimAll, type Taken } from './claim.ts';

/** How long an adoption waits for a destruction that was requested: a call lasts a minute, and may take effect a little later. */
const heldMins = 10;

/** Who holds what was requested to be destroyed. No deployment has this id. */
const holder = 'orphans';

/**
 * Lets nobody adopt these while a request to destroy them may still take effect. Undefined, or who has adopted one of them: then
 * it is not to be destroyed. Claims of the deployment `from` pass over at once, and are never free in between.
 */
export const hold = (
  ports: Parameters<typeof claimAll>[0],
  things: readonly string[],
  from?: string,
): Promise<Taken | undefined> => {
  const until = laterBy(ports.clock.now(), heldMins).toISOString();
  return claimAll(ports, things, { holder, until }, from);
};
