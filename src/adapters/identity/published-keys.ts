/** The keys that an issuer publishes: kept for an hour, and read anew when a token was signed with another one. */

import type { Clock } from '../../foundation/clock.ts';
import { UnavailableError } from '../../foundation/errors.ts';
import { discoveryOf, fetchKeys } from './issuer-keys.ts';
import { type UsableKey, usableKeys } from './usable-keys.ts';

/** How long keys are kept, in milliseconds. A key that its issuer withdraws is accepted no longer than this. */
const keysLast = 60 * 60 * 1000;

export interface PublishedKeys {
  /** `isNew`: they were read for this question, and not before it */
  known(): Promise<{ readonly keys: readonly UsableKey[]; readonly isNew: boolean }>;
  /**
   * The keys as they are published after this call. UnavailableError when the issuer was asked too often: whether it has
   * published another key meanwhile is not known then, so nobody may be refused for it
   */
  anew(): Promise<readonly UsableKey[]>;
  /** whether the issuer may be asked for somebody whose token says that it is signed with a known key, and is not */
  readonly hasSpare: boolean;
}

/** How often an issuer is asked for keys because of tokens that no known key has signed: anybody can make such tokens. */
const most = 10;
const restoredPerSecond = 1;

/** UnavailableError when the keys cannot be read. */
export const publishedKeys = (
  { issuer, jwksUri = discoveryOf(issuer) }: { readonly issuer: string; readonly jwksUri?: string | undefined },
  clock: Clock,
): PublishedKeys => {
  let kept: { readonly keys: readonly UsableKey[]; readonly since: number } | undefined;
  let running: Promise<readonly UsableKey[]> | undefined;
  let next: Promise<readonly UsableKey[]> | undefined;
  const allowance = refilling(clock);

  /** The keys before stay when it fails: an issuer that is away has withdrawn nothing. */
  const read = (): Promise<readonly UsableKey[]> => {
    const since = clock.now().getTime();
    const reading = fetchKeys(jwksUri).then((bytes) => {
      const keys = usableKeys(issuer, bytes);
      kept = { keys, since };
      return keys;
    });
    running = reading.finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    known: async () => {
      if (kept && clock.now().getTime() - kept.since <= keysLast) return { keys: kept.keys, isNew: false };
      return running ? { keys: await running, isNew: false } : { keys: await read(), isNew: true };
    },
    anew: () => {
      if (next === undefined && !allowance.take())
        throw new UnavailableError(
          `the token may be signed with a new key of ${issuer}, which was asked for its keys too often; try again later`,
        );
      // what is on its way may be older than the token; who has asked for it hears of its failure
      next ??= Promise.resolve(running)
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return read();
        });
      return next;
    },
    get hasSpare() {
      return allowance.left() > most / 2;
    },
  };
};

const refilling = (clock: Clock) => {
  let left = most;
  let at = clock.now().getTime();
  const refill = (): number => {
    const now = clock.now().getTime();
    left = Math.min(most, left + (Math.max(0, now - at) / 1000) * restoredPerSecond);
    at = now;
    return left;
  };
  return {
    left: refill,
    take: (): boolean => {
      if (refill() < 1) return false;
      left -= 1;
      return true;
    },
  };
};
