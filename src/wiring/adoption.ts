/** The port that looks at what a caller wants to have adopted. */

import type { AdopterOf } from '../domain/adoption/ports.ts';
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
