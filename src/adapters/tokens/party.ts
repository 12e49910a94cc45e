import type { TrustedIssuer } from '../identity/identity.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type Envelope, keyEnvelope, readKey } from './envelope.ts';
import type { IssuerClient } from './exchange.ts';
import { isKmsSealed } from './kms-envelope.ts';

/** An issuer that lets the service act for users, and the envelope that encrypts its users' tokens. */
export interface Party {
  readonly client: IssuerClient;
  readonly envelope: Envelope;
  /** whether `sealed` was encrypted in another way than `envelope` does today */
  isOutdated(sealed: string): boolean;
}

export interface PartyOptions {
  readonly issuers: readonly Pick<TrustedIssuer, 'issuer' | 'tokenExchange'>[];
  readonly secrets: Secrets;
  /** KMS envelope; absent on a laptop: then the key in the issuer's secret encrypts, as it did before KMS was used */
  readonly envelope?: Envelope | undefined;
  readonly fetch?: typeof fetch;
}

/** Undefined: no token exchange is configured for this issuer. Error when its secret lacks a member. */
export const partyOf = async (options: PartyOptions, issuer: string): Promise<Party | undefined> => {
  const { issuers, secrets, envelope, fetch } = options;
  const exchange = issuers.find((one) => one.issuer === issuer)?.tokenExchange;
  if (!exchange) return undefined;
  const { secret, ...told } = exchange;
  const read: Partial<Record<string, string>> = await secrets.read(secret);
  const { clientSecret, encryptionKey = '' } = read;
  const key = readKey(encryptionKey);
  if (clientSecret === undefined) throw new Error(`secret ${secret} needs a clientSecret`);
  const client = { issuer, ...told, clientSecret, ...(fetch && { fetch }) };
  if (envelope) return { client, envelope: opening(envelope, key), isOutdated: (sealed) => !isKmsSealed(sealed) };
  if (key === undefined) throw new Error(`secret ${secret} needs an encryptionKey of 32 bytes in base64`);
  return { client, envelope: keyEnvelope(key), isOutdated: () => false };
};

/**
 * Encrypts with KMS. Also decrypts what was encrypted with the key in the issuer's secret, as long as that key is there.
 */
const opening = (kms: Envelope, key: Buffer | undefined): Envelope => ({
  seal: kms.seal,
  unseal: async (deploymentId, sealed) =>
    isKmsSealed(sealed) ? kms.unseal(deploymentId, sealed) : key && keyEnvelope(key).unseal(deploymentId, sealed),
});
