import { SlamError, UnavailableError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { candidatesFor } from '../../providers/candidates.ts';
import type { Providers } from '../../providers/ports.ts';

/** What an update would lack at its provider, whose cloud cannot be asked: only its offer says so. */
export const lacksOf = async (
  providers: Pick<Providers, 'rank'>,
  topology: Topology,
  asker: Parameters<typeof candidatesFor>[2],
): Promise<readonly string[]> => {
  try {
    const { dropped } = await candidatesFor(providers, topology, asker);
    const own = dropped.filter(({ id }) => id === asker.only);
    return own.map(({ id, reason }) => `the update would fail: provider ${id} cannot run the new template: ${reason}`);
  } catch (error) {
    // the services of a federation may not answer a dry run, which has no token for them
    if (error instanceof UnavailableError || error instanceof SlamError) return [];
    throw error;
  }
};
