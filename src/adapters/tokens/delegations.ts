import type { Delegations, Exchanged, Revocations } from '../../domain/credentials/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ForbiddenError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import { realPause } from '../environment/system.ts';
import { exchangeToken, type Grant, refreshToken } from './exchange.ts';
import { type PartyOptions, partyOf } from './party.ts';
import { revokeToken } from './revocation.ts';
import { stillTheirs } from './still-theirs.ts';
import type { TokenStore } from './store.ts';
import { markOfOwner, type StoredToken, storedTokens } from './stored-tokens.ts';

/** An access token with less time left than this, in milliseconds, is not used any more. */
const leastLifeMs = 5 * 60 * 1_000;

export interface DelegationOptions extends PartyOptions {
  readonly store: TokenStore;
  readonly clock: Clock;
  /** reports problems that stop nothing; default: a JSON line in the function's log */
  readonly warn?: (deploymentId: string, message: string) => void;
  /** default: waits as long in real time */
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * Milliseconds between looks after a refusal. Many issuers take a refresh token once. Another process may have used it, and
 * need a moment to store the next one: then the refusal says nothing about the owner.
 */
const pausesAfterRefusal = [250, 500, 1_000];

/** Most access tokens kept in memory, so that a long-lived function does not grow. */
const mostKnown = 1_000;

/**
 * Keeps refresh tokens encrypted in the store, and access tokens only in memory, each until five minutes before it expires.
 */
export const delegations = (options: DelegationOptions): Delegations & Revocations => {
  const tokens = storedTokens(options);
  const known = knownTokens(options.clock);
  const revoke = revocation(options);
  const { pause = realPause } = options;
  const isReplacedSoon = async (deploymentId: string, kept: StoredToken): Promise<boolean> => {
    for (const ms of pausesAfterRefusal) {
      await pause(ms);
      if (!(await tokens.isStill(deploymentId, kept))) return true;
    }
    return false;
  };

  /**
   * The owner may give a new token during this refresh, which revokes the old one, or another process may refresh. Then the
   * new token counts, so this starts again.
   */
  const renew = async (deploymentId: string): Promise<string | undefined> => {
    const kept = await tokens.find(deploymentId);
    if (!kept) return undefined;
    const grant = await orRefusal(refreshToken(kept.party.client, kept.refreshToken));
    const next = grant.ok ? (grant.value.refreshToken ?? kept.refreshToken) : undefined;
    const isToBeKept = next !== kept.refreshToken;
    if (isToBeKept && !(await tokens.isStill(deploymentId, kept))) return renew(deploymentId);
    if (!grant.ok && (await isReplacedSoon(deploymentId, kept))) return renew(deploymentId);
    if (!grant.ok) throw grant.refusal;
    if (isToBeKept && next !== undefined) await tokens.put(deploymentId, { ...kept, refreshToken: next });
    return known.remember(deploymentId, grant.value, kept.mark);
  };

  const exchange: Delegations['exchange'] = async (deploymentId, owner, accessToken) => {
    const party = await partyOf(options, owner.issuer);
    if (!party) return undefined;
    const grant = await exchangeToken(party.client, accessToken);
    const { refreshToken } = grant;
    const own = { party, refreshToken, mark: markOfOwner(owner) };
    const keep: Exchanged['keep'] = async (isStillTheirs = async () => true) => {
      const before = await settled(tokens.find(deploymentId));
      await tokens.put(deploymentId, own);
      known.remember(deploymentId, grant, own.mark);
      await revoke(deploymentId, before, refreshToken);
      if (await isStillTheirs()) return true;
      known.forget(deploymentId);
      await revoke(deploymentId, async () => own);
      return false;
    };
    return { token: grant.accessToken, keep };
  };

  const isTheirs = stillTheirs(tokens);
  const renewOnce = onceAtATime(renew);
  return {
    keep: async (deploymentId, owner, accessToken, isStillTheirs) => {
      await (await exchange(deploymentId, owner, accessToken))?.keep(isStillTheirs);
    },
    exchange,
    tokenFor:
      (deploymentId) =>
      async ({ fresh } = { fresh: false }) => {
        const held = fresh ? undefined : known.find(deploymentId);
        if (held !== undefined && (await isTheirs(deploymentId, held.mark))) return held.token;
        known.forget(deploymentId);
        return renewOnce(deploymentId);
      },
    revoke: async (deploymentId) => {
      known.forget(deploymentId);
      await revoke(deploymentId, () => tokens.find(deploymentId));
    },
  };
};

/** Who asks while the same is being done gets its outcome. */
const onceAtATime = <T>(work: (id: string) => Promise<T>): ((id: string) => Promise<T>) => {
  const running = new Map<string, Promise<T>>();
  return (id) => {
    const outcome = running.get(id) ?? work(id).finally(() => running.delete(id));
    running.set(id, outcome);
    return outcome;
  };
};

/** Access tokens by deployment. */
const knownTokens = (clock: Clock) => {
  const known = new Map<string, { readonly token: string; readonly mark: string; readonly until: number }>();
  return {
    find: (deploymentId: string): { readonly token: string; readonly mark: string } | undefined => {
      const found = known.get(deploymentId);
      return found && clock.now().getTime() < found.until ? found : undefined;
    },
    remember: (deploymentId: string, { accessToken, expiresIn }: Grant, mark: string): string => {
      if (known.size >= mostKnown) known.clear();
      const until = clock.now().getTime() + expiresIn * 1_000 - leastLifeMs;
      known.set(deploymentId, { token: accessToken, mark, until });
      return accessToken;
    },
    forget: (deploymentId: string): void => void known.delete(deploymentId),
  };
};

/** A failure is only logged: the deployment is deleted all the same, and the token expires by itself. */
const revocation =
  ({ warn = logged }: Pick<DelegationOptions, 'warn'>) =>
  async (
    deploymentId: string,
    find: () => Promise<Pick<StoredToken, 'party' | 'refreshToken'> | undefined>,
    except?: string,
  ): Promise<void> => {
    try {
      const kept = await find();
      if (kept && kept.refreshToken !== except) await revokeToken(kept.party.client, kept.refreshToken);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warn(deploymentId, `its owner's token was not revoked: ${why}`);
    }
  };

type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: ForbiddenError };

const orRefusal = async <T>(work: Promise<T>): Promise<Answered<T>> => {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof ForbiddenError) return { ok: false, refusal: error };
    throw error;
  }
};

/** Waits for the outcome, and returns a function that repeats it later. */
const settled = async <T>(work: Promise<T>): Promise<() => Promise<T>> => {
  const [outcome] = await Promise.allSettled([work]);
  return async () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
};

const logged = (deploymentId: string, message: string): void => log('WARN', message, { deploymentId });
