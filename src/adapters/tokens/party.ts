import { needsAttention } from '../../foundation/attention.ts';
import { ProviderFailedError, UnavailableError } from '../../foundation/errors.ts';
import type { TrustedIssuer } from '../identity/identity.ts';
import type { Secret, Secrets } from '../secrets/secrets.ts';
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

/**
 * Undefined: no token exchange is configured for this issuer. Error when its secret lacks a member, UnavailableError when it
 * cannot be read.
 */
export const partyOf = async (options: PartyOptions, issuer: string): Promise<Party | undefined> => {
  const { issuers, secrets, envelope, fetch } = options;
  const exchange = issuers.find((one) => one.issuer === issuer)?.tokenExchange;
  if (!exchange) return undefined;
  const { secret, ...settings } = exchange;
  const read: Partial<Secret> = await credentialsOf(secrets, { issuer, secret });
  const { clientSecret, encryptionKey = '' } = read;
  if (clientSecret === undefined) throw new Error(`secret ${secret} needs a clientSecret`);
  const freshSecret = async (): Promise<string | undefined> =>
    (await credentialsOf(secrets, { issuer, secret, fresh: true }))['clientSecret'];
  const client = { issuer, ...settings, clientSecret, freshSecret, fetch };
  if (envelope) return { client, envelope };
  const key = readKey(encryptionKey);
  if (key === undefined) throw new Error(`secret ${secret} needs an encryptionKey of 32 bytes in base64`);
  return { client, envelope: keyEnvelope(key) };
};

/** A missing secret says nothing about the user or about a provider: operators have to correct it, and work waits for that. */
const credentialsOf = async (
  secrets: Secrets,
  { issuer, secret, fresh = false }: { readonly issuer: string; readonly secret: string; readonly fresh?: boolean },
): Promise<Secret> => {
  try {
    return await secrets.read(secret, { fresh });
  } catch (cause) {
    if (!(cause instanceof ProviderFailedError)) throw cause;
    needsAttention('credentials-refused', cause.message, { issuer });
    const message = `the credentials of this service for issuer ${issuer} cannot be used: the operators of this service have to correct them`;
    throw new UnavailableError(message, { cause });
  }
};
