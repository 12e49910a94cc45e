import { claimAll, type Taken } from './claim.ts';

/** How long an adoption waits for a destruction that was requested: a call lasts a minute, and may take effect a little later. */
const heldMins = 10;

/** Who holds what was requested to be destroyed. No deployment has this id. */
const holder = 'orphans';

/**
 * Lets nobody adopt these while a request to destroy them may still take effect. Undefined, or who has adopted one of them: then
 * it is not to be destroyed. What the deployment `from` has passes over at once: it is never free in between.
 */
export const hold = (
  ports: Parameters<typeof claimAll>[0],
  things: readonly string[],
  from?: string,
): Promise<Taken | undefined> => {
  const until = new Date(ports.clock.now().getTime() + heldMins * 60_000).toISOString();
  return claimAll(ports, things, { holder, until }, from);
};
