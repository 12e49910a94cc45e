/** What administrators switch while the service runs: docs/decisions/0088. */

import type { Identity } from '../../foundation/identity.ts';

/** Kinds of events: what administrators switch for the whole installation. */
export const installationKinds = [
  'PAUSED',
  'RESUMED',
  'PROVIDER_DRAINING',
  'PROVIDER_USABLE',
  'MOVES_STOPPED',
  'MOVES_ALLOWED',
] as const;

/** What administrators read in the stream of events about a switch. */
export interface Switched {
  readonly kind: (typeof installationKinds)[number];
  readonly message: string;
  /** id of the provider that drains, or no longer does */
  readonly provider?: string | undefined;
  readonly by: Identity;
}

/** What an administrator turns, and what is there only while it is turned. */
export interface Switch<T> {
  /** undefined: it is not turned; UnavailableError */
  current(): Promise<T | undefined>;
  /**
   * Writes `next` in place of `seen`; undefined: it is not turned. False where somebody else has turned it since it was read. `switched` is an event of the
   * stream, which is written with it or not at all. UnavailableError
   */
  replace(seen: T | undefined, next: T | undefined, switched?: Switched): Promise<boolean>;
}

/** A provider that takes no new deployments. What stands there is served as before. */
export interface Draining {
  readonly providerId: string;
  /** ISO 8601 instant, UTC */
  readonly since: string;
  readonly by: Identity;
  /** told to everybody whose plan leaves the provider out */
  readonly reason?: string | undefined;
}

export interface Switches {
  /** by the id of the provider; UnavailableError */
  draining(): Promise<ReadonlyMap<string, Draining>>;
  /** The switch of one provider. */
  ofProvider(id: string): Switch<Draining>;
}
