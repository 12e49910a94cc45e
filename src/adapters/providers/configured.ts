import * as v from 'valibot';
import type { Offer } from '../../domain/providers/offer.ts';
import type { Provider, ProviderFacts, Providers } from '../../domain/providers/ports.ts';
import { type StrategyName, strategies } from '../../domain/providers/ranking/strategies.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { judged, number, recordOf, strict, text } from '../../foundation/shape/schemas.ts';
import { batchFacts, factsOf, stackFacts } from './facts.ts';
import { imageBase, offerSchema } from './offer.ts';
import { refuseMixed } from './stack.ts';

/**
 * The Infrastructure Manager's rule for ids of clouds (docs/contract/infrastructure-manager.md, "Authorization"). A digit
 * may come first too, as in the ids of a CMDB.
 */
const id = /^[\w.][\w.-]*$/;

/** The variable PROVIDERS. Unknown keys are refused, so that a misspelt setting is never silently ignored. */
export const providersSchema = v.pipe(
  v.array(
    strict({
      id: v.pipe(
        v.string(),
        v.regex(id, 'must start with a letter, a digit, "_" or "." and go on with letters, digits, "_", ".", "-"'),
      ),
      name: text,
      priority: number,
      groups: v.optional(v.array(text)),
      ...offerSchema,
      /** public keys of the cloud's authorization line: type, host, tenant ... */
      credentials: v.optional(recordOf(v.string(), v.string())),
      /** users store the rest of the line themselves, in Vault under this provider's id */
      vault: v.optional(v.literal(true)),
      /** name of the secret with the rest of the line, or with the `externalId` of CloudFormation's role */
      secret: v.optional(text),
    }),
  ),
  judged((providers, refuse) => {
    refuseMixed(providers, refuse);
    providers.forEach(({ id }, index) => {
      if (providers.findIndex((other) => other.id === id) === index) return;
      refuse([index, 'id'], `${id} is there twice`);
    });
  }),
);

export type ConfiguredProvider = v.InferOutput<typeof providersSchema>[number];

/** The configured providers, ranked by a strategy. Those that it finds equally good stay in the order of the configuration. */
export const configuredProviders = (
  configured: readonly ConfiguredProvider[],
  ranking: StrategyName = 'priority',
): Providers => {
  const providers = configured.map(provider);
  const offers = configured.map(offer);
  return {
    get: async (id) => {
      const found = providers.find((one) => one.id === id);
      if (found) return found;
      throw new NotFoundError(`provider ${id} is not configured`);
    },
    rank: async (request) => {
      // loaded only for ranking: most functions just look a provider up
      const { rankOffers } = await import('../../domain/providers/ranking/rank-offers.ts');
      return rankOffers(offers, request, strategies[ranking]);
    },
  };
};

const offer = ({ credentials = {}, secret: _, vault, ...described }: ConfiguredProvider): Offer => ({
  ownCredentials: vault,
  ...(described.stack && { region: described.stack.region }),
  ...(described.batch && { region: described.batch.region }),
  ...described,
  ...imageBase(credentials),
});

/** Leaves out what only an authorization line needs. */
const provider = ({
  id,
  name,
  priority,
  groups,
  region,
  credentials = {},
  deployer,
  stack,
  batch,
}: ConfiguredProvider): Provider => ({
  id,
  name,
  priority,
  ...(groups && { groups }),
  facts: { ...placeOf({ stack, batch }, () => factsOf(credentials, region)), ...(deployer && { deployer }) },
});

const placeOf = (
  { stack, batch }: Pick<ConfiguredProvider, 'stack' | 'batch'>,
  other: () => ProviderFacts,
): ProviderFacts => {
  if (batch) return batchFacts(batch.region);
  return stack ? stackFacts(stack.region) : other();
};
