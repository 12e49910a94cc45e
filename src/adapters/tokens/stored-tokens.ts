import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ForbiddenError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { type Party, type PartyOptions, partyOf } from './party.ts';
import type { TokenStore } from './store.ts';

/** The token that an owner gave for one deployment. */
export interface StoredToken {
  readonly party: Party;
  readonly refreshToken: string;
  /** tells whose it is from those of others; empty: an earlier release stored it */
  readonly mark: string;
  /** the text in the store */
  readonly stored: string;
}

export interface StoredTokens {
  put(deploymentId: string, token: Pick<StoredToken, 'party' | 'refreshToken' | 'mark'>): Promise<void>;
  /** Undefined: no token was given. ForbiddenError when it cannot be decrypted. */
  find(deploymentId: string): Promise<StoredToken | undefined>;
  /** whose the token is; undefined: none was given. A deployment may have become somebody else's. */
  markOf(deploymentId: string): Promise<string | undefined>;
  /** whether the token is still the one that was found: not replaced, and not withdrawn */
  isStill(deploymentId: string, kept: StoredToken): Promise<boolean>;
}

const storedTokenSchema = v.object({ issuer: v.string(), refreshToken: v.string() });

/** Refresh tokens, encrypted in the store. */
export const storedTokens = (options: PartyOptions & { readonly store: TokenStore }): StoredTokens => {
  const { store, issuers } = options;
  return {
    put: async (deploymentId, { party, refreshToken, mark }) => {
      const { issuer } = party.client;
      const sealed = await party.envelope.seal(deploymentId, JSON.stringify({ issuer, refreshToken }));
      await store.put(deploymentId, [issuer, sealed, ...(mark === '' ? [] : [mark])].join(' '));
    },
    find: async (deploymentId) => {
      if (!issuers.some(({ tokenExchange }) => tokenExchange)) return undefined;
      const stored = await store.find(deploymentId);
      const [issuer = '', sealed = '', mark = ''] = stored?.split(' ') ?? [];
      const party = await partyOf(options, issuer);
      if (stored === undefined || !party) return undefined;
      const text = await party.envelope.unseal(deploymentId, sealed);
      if (text === undefined) throw new ForbiddenError(unreadable(issuer));
      const { refreshToken } = conform(storedTokenSchema, JSON.parse(text));
      return { party, refreshToken, mark, stored };
    },
    markOf: async (deploymentId) => {
      const stored = await store.find(deploymentId);
      return stored === undefined ? undefined : (stored.split(' ')[2] ?? '');
    },
    isStill: async (deploymentId, { stored }) => (await store.find(deploymentId)) === stored,
  };
};

/** Not the subject itself, which may be a mail address. */
export const markOfOwner = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');

const unreadable = (issuer: string): string =>
  `the user's stored token cannot be decrypted: was its key, or the encryptionKey of ${issuer}, changed?`;
