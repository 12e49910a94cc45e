/**
 * What a poll has read of an infrastructure. After its status it asks for machines, log and outputs, within moments: these three
 * are read from the same jobs, for Batch's own quotas on lists are small. A call that changes something reads anew.
 */

import type { Clock } from '../../foundation/clock.ts';
import type { Found } from './status.ts';

/** In milliseconds. A poll takes less, also on a busy laptop, and the next one begins with a status. */
const lookMs = 3_000;

export interface SharedReads {
  /** Reads, and keeps what was read. */
  keep(id: string, read: () => Promise<Found>): Promise<Found>;
  /** What was kept just now; undefined: nothing */
  kept(id: string): Found | undefined;
  forget(id: string): void;
}

/** Of all providers; `at` has those of one. */
export const sharedReads = (clock: Clock): { at(providerId: string): SharedReads } => {
  const looks = new Map<string, { readonly found: Found; readonly until: number }>();
  const forgetOld = (now: number): void => {
    for (const [id, { until }] of looks) if (until <= now) looks.delete(id);
  };
  const at = (providerId: string): SharedReads => {
    const place = (id: string): string => `${providerId} ${id}`;
    return {
      keep: async (id, read) => {
        looks.delete(place(id));
        const found = await read();
        const now = clock.now().getTime();
        forgetOld(now);
        looks.set(place(id), { found, until: now + lookMs });
        return found;
      },
      kept: (id) => {
        forgetOld(clock.now().getTime());
        return looks.get(place(id))?.found;
      },
      forget: (id) => void looks.delete(place(id)),
    };
  };
  return { at };
};
