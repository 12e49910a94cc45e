import * as z from 'zod';
import type { Delegations } from '../domain/credentials/ports.ts';
import type { Clock } from '../domain/deployments/ports.ts';
import { ForbiddenError } from '../domain/errors.ts';
import { readKey, seal, unseal } from './envelope.ts';
import type { TrustedIssuer } from './identity.ts';
import type { Secrets } from './secrets.ts';
import { exchangeToken, type Grant, type IssuerClient, refreshToken } from './token-exchange.ts';
import type { TokenStore } from './token-store.ts';

/** A token with less life left is not used any more. */
const leastLifeMs = 5 * 60 * 1_000;

export interface DelegationOptions {
  readonly issuers: readonly Pick<TrustedIssuer, 'issuer' | 'tokenExchange'>[];
  readonly secrets: Secrets;
  readonly store: TokenStore;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
}

/** Tokens kept in memory at once, so that a function that lives long does not grow. */
const mostKnown = 1_000;

interface Party {
  readonly client: IssuerClient;
  readonly key: Buffer;
}

const sealedSchema = z.object({ issuer: z.string(), refreshToken: z.string() });

/** Refresh tokens sealed in the store, access tokens in memory only, each until five minutes before its end. */
export const delegations = (options: DelegationOptions): Delegations => {
  const { store, clock } = options;
  const known = new Map<string, { readonly token: string; readonly until: number }>();
  const remember = (deploymentId: string, { accessToken, expiresIn }: Grant): string => {
    if (known.size >= mostKnown) known.clear();
    known.set(deploymentId, { token: accessToken, until: clock.now().getTime() + expiresIn * 1_000 - leastLifeMs });
    return accessToken;
  };
  const put = (deploymentId: string, { key }: Party, kept: z.output<typeof sealedSchema>): Promise<void> =>
    store.put(deploymentId, `${kept.issuer} ${seal(key, deploymentId, JSON.stringify(kept))}`);

  const renew = async (deploymentId: string): Promise<string | undefined> => {
    const [issuer = '', sealed = ''] = (await store.find(deploymentId))?.split(' ') ?? [];
    const party = await partyOf(options, issuer);
    if (!party) return undefined;
    const text = unseal(party.key, deploymentId, sealed);
    if (text === undefined) throw new ForbiddenError(unreadable(issuer));
    const kept = sealedSchema.parse(JSON.parse(text));
    const grant = await refreshToken(party.client, kept.refreshToken);
    if (grant.refreshToken !== undefined && grant.refreshToken !== kept.refreshToken) {
      await put(deploymentId, party, { issuer, refreshToken: grant.refreshToken });
    }
    return remember(deploymentId, grant);
  };

  return {
    keep: async (deploymentId, { issuer }, accessToken) => {
      const party = await partyOf(options, issuer);
      if (!party) return;
      const grant = await exchangeToken(party.client, accessToken);
      await put(deploymentId, party, { issuer, refreshToken: grant.refreshToken });
      remember(deploymentId, grant);
    },
    tokenFor:
      (deploymentId) =>
      async ({ fresh } = { fresh: false }) => {
        const found = known.get(deploymentId);
        if (found && !fresh && clock.now().getTime() < found.until) return found.token;
        known.delete(deploymentId);
        return renew(deploymentId);
      },
  };
};

const unreadable = (issuer: string): string =>
  `what the user entrusted to this service cannot be read: was the encryptionKey of ${issuer} changed?`;

/** undefined: no exchange is configured for this issuer. */
const partyOf = async ({ issuers, secrets, fetch }: DelegationOptions, issuer: string): Promise<Party | undefined> => {
  const exchange = issuers.find((one) => one.issuer === issuer)?.tokenExchange;
  if (!exchange) return undefined;
  const { secret, ...told } = exchange;
  const read: Partial<Record<string, string>> = await secrets.read(secret);
  const { clientSecret, encryptionKey = '' } = read;
  const key = readKey(encryptionKey);
  if (clientSecret === undefined || key === undefined) {
    throw new Error(`secret ${secret} needs a clientSecret, and an encryptionKey of 32 bytes in base64`);
  }
  return { client: { issuer, ...told, clientSecret, ...(fetch && { fetch }) }, key };
};
