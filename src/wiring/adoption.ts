/** The ports that look at what a caller wants to have adopted, and at who owns what stands. */

import type { AdopterOf, OwnersAt } from '../domain/adoption/ports.ts';
import { providerList } from './configured-providers.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';
import { clock } from './system.ts';

/** Loaded by the first adoption: most creations need nothing of it. */
const adopters = once(async (): Promise<AdopterOf> => {
  const { adoptersFor } = await import('../adapters/deployers/adopters.ts');
  return adoptersFor({ configured: providerList(), secrets: secrets(), clock: clock() });
});

export const adopterOf = once((): AdopterOf => async (providerId) => (await adopters())(providerId));

/** Loaded where a deployment is given to somebody else whom an issuer lets the service act for. */
const owners = once(async (): Promise<OwnersAt> => {
  const { ownersFor } = await import('../adapters/deployers/owners.ts');
  return ownersFor({ configured: providerList(), secrets: secrets() });
});

export const ownersAt = once((): OwnersAt => async (providerId) => (await owners())(providerId));
