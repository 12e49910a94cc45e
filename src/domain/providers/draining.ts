import type { Switches } from '../operators/switches.ts';
import type { Providers } from './ports.ts';

/** The providers, without those that administrators have switched to draining; an update stays where it is, so nobody asks for it. */
export const withDraining = (providers: Providers, switches: () => Pick<Switches, 'draining'>): Providers => ({
  get: (id) => providers.get(id),
  rank: async (request) => {
    if (request.only !== undefined) return providers.rank(request);
    const draining = await switches().draining();
    return providers.rank(draining.size === 0 ? request : { ...request, draining });
  },
});
