import { ProviderFailedError } from '../../../foundation/errors.ts';
import { usualKind } from '../../deployers/kinds.ts';
import { findProvider, noLongerConfigured } from '../../providers/find-provider.ts';
import type { Providers } from '../../providers/ports.ts';
import type { Attempt } from './attempt.ts';

/**
 * Why the present configuration cannot reach what an attempt has made; undefined: it can. A deployer of another kind would
 * answer that there is no such infrastructure, and it would count as gone while it still runs.
 */
export const whyUnreachable = async (
  { providers }: { readonly providers: Pick<Providers, 'get'> },
  { providerId, deployer }: Pick<Attempt, 'providerId' | 'deployer'>,
): Promise<string | undefined> => {
  const provider = await findProvider(providers, providerId);
  if (provider === undefined) return noLongerConfigured(providerId);
  const { deployer: kind = usualKind } = provider.facts ?? {};
  if (deployer === undefined || kind === deployer) return undefined;
  return `provider ${providerId} has now the deployer ${kind}, which cannot reach what ${deployer} has made there: give the provider its former deployer again, and configure the new one as a provider of another id`;
};

/** ProviderFailedError with that reason. */
export const requireReachable = async (...given: Parameters<typeof whyUnreachable>): Promise<void> => {
  const why = await whyUnreachable(...given);
  if (why !== undefined) throw new ProviderFailedError(why);
};
