import type { TrustedIssuer } from '../identity/identity.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type Envelope, keyEnvelope, readKey } from './envelope.ts';
import type { IssuerClient } from './exchange.ts';

/** An issuer that lets the service act for users, and the envelope that encrypts its users' tokens. */
export interface Party {
  readonly client: IssuerClient;
  readonly envelope: Envelope;
}

export interface PartyOptions {
  readonly issuers: readonly Pick<TrustedIssuer, 'issuer' | 'tokenExchange'>[];
  readonly secrets: Secrets;
  /** KMS envelope; absent on a laptop: then the key in the issuer's secret encrypts */
  readonly envelope?: Envelope | undefined;
  readonly fetch?: typeof fetch;
}

/** Undefined: no token exchange is configured for this issuer. Error when its secret lacks a member. */
export const partyOf = async (options: PartyOptions, issuer: string): Promise<Party | undefined> => {
  const { issuers, secrets, envelope, fetch } = options;
  const exchange = issuers.find((one) => one.issuer === issuer)?.tokenExchange;
  if (!exchange) return undefined;
  const { secret, ...settings } = exchange;
  const read: Partial<Record<string, string>> = await secrets.read(secret);
  const { clientSecret, encryptionKey = '' } = read;
  if (clientSecret === undefined) throw new Error(`secret ${secret} needs a clientSecret`);
  const client = { issuer, ...settings, clientSecret, fetch };
  if (envelope) return { client, envelope };
  const key = readKey(encryptionKey);
  if (key === undefined) throw new Error(`secret ${secret} needs an encryptionKey of 32 bytes in base64`);
  return { client, envelope: keyEnvelope(key) };
};
