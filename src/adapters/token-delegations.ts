import * as z from 'zod';
import type { Delegations, Withdrawals } from '../domain/credentials/ports.ts';
import type { Clock } from '../domain/deployments/ports.ts';
import { ForbiddenError } from '../domain/errors.ts';
import { log } from '../domain/log.ts';
import { exchangeToken, type Grant, refreshToken } from './token-exchange.ts';
import { type Party, type PartyOptions, partyOf } from './token-party.ts';
import { revokeToken } from './token-revocation.ts';
import type { TokenStore } from './token-store.ts';

/** A token with less life left is not used any more. */
const leastLifeMs = 5 * 60 * 1_000;

export interface DelegationOptions extends PartyOptions {
  readonly store: TokenStore;
  readonly clock: Clock;
  /** for what is worth knowing and stops nothing; default: a JSON line in the function's log */
  readonly warn?: (deploymentId: string, message: string) => void;
}

/** Tokens kept in memory at once, so that a function that lives long does not grow. */
const mostKnown = 1_000;

const keptSchema = z.object({ issuer: z.string(), refreshToken: z.string() });

interface Kept {
  readonly party: Party;
  readonly refreshToken: string;
  /** sealed in the way of an earlier release */
  readonly isOutdated: boolean;
}

/** Refresh tokens sealed in the store, access tokens in memory only, each until five minutes before its end. */
export const delegations = (options: DelegationOptions): Delegations & Withdrawals => {
  const { store, clock, warn = logged } = options;
  const known = new Map<string, { readonly token: string; readonly until: number }>();
  const remember = (deploymentId: string, { accessToken, expiresIn }: Grant): string => {
    if (known.size >= mostKnown) known.clear();
    known.set(deploymentId, { token: accessToken, until: clock.now().getTime() + expiresIn * 1_000 - leastLifeMs });
    return accessToken;
  };

  const put = async (deploymentId: string, { client, envelope }: Party, refreshToken: string): Promise<void> => {
    const { issuer } = client;
    const sealed = await envelope.seal(deploymentId, JSON.stringify({ issuer, refreshToken }));
    await store.put(deploymentId, `${issuer} ${sealed}`);
  };

  const find = async (deploymentId: string): Promise<Kept | undefined> => {
    if (!options.issuers.some(({ tokenExchange }) => tokenExchange)) return undefined;
    const [issuer = '', sealed = ''] = (await store.find(deploymentId))?.split(' ') ?? [];
    const party = await partyOf(options, issuer);
    if (!party) return undefined;
    const text = await party.envelope.unseal(deploymentId, sealed);
    if (text === undefined) throw new ForbiddenError(unreadable(issuer));
    const { refreshToken } = keptSchema.parse(JSON.parse(text));
    return { party, refreshToken, isOutdated: party.isOutdated(sealed) };
  };

  const renew = async (deploymentId: string): Promise<string | undefined> => {
    const kept = await find(deploymentId);
    if (!kept) return undefined;
    const grant = await refreshToken(kept.party.client, kept.refreshToken);
    const next = grant.refreshToken ?? kept.refreshToken;
    if (next !== kept.refreshToken || kept.isOutdated) await put(deploymentId, kept.party, next);
    return remember(deploymentId, grant);
  };

  /** Whatever goes wrong here: a deployment is deleted all the same, and the token ends with its own time. */
  const revoke = async (deploymentId: string, find: () => Promise<Kept | undefined>, except?: string) => {
    try {
      const kept = await find();
      if (kept && kept.refreshToken !== except) await revokeToken(kept.party.client, kept.refreshToken);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warn(deploymentId, `what its owner entrusted was not revoked: ${why}`);
    }
  };

  return {
    keep: async (deploymentId, { issuer }, accessToken) => {
      const party = await partyOf(options, issuer);
      if (!party) return;
      const grant = await exchangeToken(party.client, accessToken);
      const before = await settled(find(deploymentId));
      await put(deploymentId, party, grant.refreshToken);
      remember(deploymentId, grant);
      await revoke(deploymentId, before, grant.refreshToken);
    },
    tokenFor:
      (deploymentId) =>
      async ({ fresh } = { fresh: false }) => {
        const found = known.get(deploymentId);
        if (found && !fresh && clock.now().getTime() < found.until) return found.token;
        known.delete(deploymentId);
        return renew(deploymentId);
      },
    withdraw: async (deploymentId) => {
      known.delete(deploymentId);
      await revoke(deploymentId, () => find(deploymentId));
    },
  };
};

/** How it ended, to be told later. */
const settled = async <T>(work: Promise<T>): Promise<() => Promise<T>> => {
  const [outcome] = await Promise.allSettled([work]);
  return async () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
};

const unreadable = (issuer: string): string =>
  `what the user entrusted to this service cannot be read: was its key, or the encryptionKey of ${issuer}, changed?`;

const logged = (deploymentId: string, message: string): void => log('WARN', message, { deploymentId });
