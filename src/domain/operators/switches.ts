/** What administrators switch while the service runs: docs/decisions/0088. */

import type { Identity } from '../../foundation/identity.ts';

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
  /** In place of what was there; UnavailableError */
  drain(draining: Draining): Promise<void>;
  /** A repeat changes nothing; UnavailableError */
  undrain(providerId: string): Promise<void>;
}
