import type { TrustedIssuer } from '../identity/identity.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type Envelope, keyEnvelope, readKey } from './envelope.ts';
import type { IssuerClient } from './exchange.ts';
import { isKmsSealed } from './kms-envelope.ts';

/** An issuer that lets the service act for users, and the envelope for what it entrusts. */
export interface Party {
  readonly client: IssuerClient;
  readonly envelope: Envelope;
  /** whether `sealed` was made in another way than `envelope` seals today */
  isOutdated(sealed: string): boolean;
}

export interface PartyOptions {
  readonly issuers: readonly Pick<TrustedIssuer, 'issuer' | 'tokenExchange'>[];
  readonly secrets: Secrets;
  /** of KMS; absent on a laptop: the key in the issuer's secret seals, as it did before there was KMS */
  readonly envelope?: Envelope | undefined;
  readonly fetch?: typeof fetch;
}

/** undefined: no exchange is configured for this issuer. Error when its secret lacks what is needed. */
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

/** Seals with KMS; opens too what was sealed with the key of the issuer's secret, as long as that is there. */
const opening = (kms: Envelope, key: Buffer | undefined): Envelope => ({
  seal: kms.seal,
  unseal: async (deploymentId, sealed) =>
    isKmsSealed(sealed) ? kms.unseal(deploymentId, sealed) : key && keyEnvelope(key).unseal(deploymentId, sealed),
});
