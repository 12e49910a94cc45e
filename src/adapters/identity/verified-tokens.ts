import { hash } from 'node:crypto';
import { isSignedWith } from './signature.ts';
import type { UsableKey } from './usable-keys.ts';

/** Digests of tokens that are signed with a key, the oldest first. They are forgotten with the key, which is read anew each hour. */
const verified = new WeakMap<UsableKey, Set<string>>();

/** A caller uses a token for about an hour: these are enough for as many callers, in 100 kB. */
const most = 1_000;

/**
 * `isSignedWith`, worked out once for each token and key: a client sends the same token with each request, and the signature costs
 * more than all other checks. Says nothing about its claims either. What is not signed is not remembered: anybody can send that.
 */
export const isKnownToBeSignedWith = async (token: string, alg: string, key: UsableKey): Promise<boolean> => {
  const digest = hash('sha256', token, 'base64');
  if (verified.get(key)?.has(digest)) return true;
  if (!(await isSignedWith(token, alg, key))) return false;
  const tokens = verified.get(key) ?? new Set();
  verified.set(key, tokens);
  const [oldest] = tokens;
  if (tokens.size >= most && oldest !== undefined) tokens.delete(oldest);
  tokens.add(digest);
  return true;
};
