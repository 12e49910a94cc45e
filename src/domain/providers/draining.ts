import type { Switches } from '../operators/switches.ts';
import type { Providers } from './ports.ts';

/** Tells a ranking which providers administrators have switched to draining. An update stays where it is, so none is asked for. */
export const withDraining = (providers: Providers, switches: () => Pick<Switches, 'draining'>): Providers => ({
  get: (id) => providers.get(id),
  rank: async (request) => {
    if (request.only !== undefined) return providers.rank(request);
    const draining = await switches().draining();
    return providers.rank(draining.size === 0 ? request : { ...request, draining });
  },
});
