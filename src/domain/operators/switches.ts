/** What administrators switch while the service runs: docs/decisions/0088. */

import type { Identity } from '../../foundation/identity.ts';

/** What an administrator turns, and what is there only while it is turned. */
export interface Switch<T> {
  /** undefined: it is not turned; UnavailableError */
  current(): Promise<T | undefined>;
  /** Writes `next` in place of `seen`; undefined: it is not turned. False where somebody else has turned it since it was read. UnavailableError */
  replace(seen: T | undefined, next: T | undefined): Promise<boolean>;
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
