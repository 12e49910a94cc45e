import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import type { Delegations, Withdrawals } from '../../domain/credentials/ports.ts';
import { outermost, patience } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';
import { type DelegationOptions, delegations } from './delegations.ts';
import { kmsEnvelope } from './kms-envelope.ts';

/** As the clients of aws.ts, but only where users entrust their tokens. */
export const kmsClient = (config: KMSClientConfig = {}): KMSClient => {
  const client = new KMSClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('KMS', () => next(request)), outermost);
  return client;
};

/** What users entrusted, sealed by the key of that id; undefined: by the key in each issuer's secret, as on a laptop. */
export const entrusted = (
  keyId: string | undefined,
  options: Omit<DelegationOptions, 'envelope'>,
): Delegations & Withdrawals =>
  delegations({ ...options, envelope: keyId === undefined ? undefined : kmsEnvelope({ client: kmsClient(), keyId }) });
