import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import type { Delegations, Revocations } from '../../domain/credentials/ports.ts';
import { clientDefaults, outermost } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';
import { type DelegationOptions, delegations } from './delegations.ts';
import { kmsEnvelope } from './kms-envelope.ts';

/** Like the clients of adapters/aws/clients.ts, but loaded only where users' tokens are kept. */
export const kmsClient = (config: KMSClientConfig = {}): KMSClient => {
  const client = new KMSClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('KMS', () => next(request)), outermost);
  return client;
};

/**
 * The users' tokens, encrypted with the KMS key of this id. Undefined: with the key in each issuer's secret, as on a
 * laptop.
 */
export const encryptedDelegations = (
  keyId: string | undefined,
  options: Omit<DelegationOptions, 'envelope'>,
  makeClient = kmsClient,
): Delegations & Revocations =>
  delegations({ ...options, envelope: keyId === undefined ? undefined : kmsEnvelope({ client: makeClient(), keyId }) });
