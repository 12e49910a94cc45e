import { randomBytes } from 'node:crypto';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  KMSClient,
  KMSInternalException,
} from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { kmsEnvelope } from '../../../src/adapters/tokens/kms-envelope.ts';

const keyId = 'arn:aws:kms:eu-south-1:1:key/tokens';

/** KMS as far as it matters here: what it encrypts opens with the same encryption context only. */
const kms = () => {
  const client = new KMSClient({ region: 'eu-south-1' });
  const keys = new Map<string, { readonly key: Buffer; readonly context: string }>();
  const calls: unknown[] = [];
  mockClient(client)
    .on(GenerateDataKeyCommand)
    .callsFake(({ EncryptionContext, ...asked }) => {
      calls.push({ EncryptionContext, ...asked });
      const key = randomBytes(32);
      const blob = Buffer.from(`encrypted key ${keys.size}`);
      keys.set(blob.toString(), { key, context: JSON.stringify(EncryptionContext) });
      return { Plaintext: Uint8Array.from(key), CiphertextBlob: Uint8Array.from(blob) };
    })
    .on(DecryptCommand)
    .callsFake(({ EncryptionContext, CiphertextBlob }) => {
      const found = keys.get(Buffer.from(CiphertextBlob).toString());
      if (found?.context !== JSON.stringify(EncryptionContext)) {
        throw new InvalidCiphertextException({ message: 'no', $metadata: {} });
      }
      return { Plaintext: Uint8Array.from(found.key) };
    });
  return { client, calls, keys };
};

describe('an envelope of KMS', () => {
  it('gives back what was put in, each time under another data key, made for the deployment', async () => {
    const { client, calls, keys } = kms();
    const envelope = kmsEnvelope({ client, keyId });
    const [one, other] = [await envelope.seal('d', 'a refresh token'), await envelope.seal('d', 'a refresh token')];
    expect(await envelope.unseal('d', one)).toBe('a refresh token');
    expect(await envelope.unseal('d', other)).toBe('a refresh token');
    expect(one).not.toBe(other);
    expect(calls[0]).toEqual({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { deploymentId: 'd' } });
    for (const { key } of keys.values()) expect(one).not.toContain(key.toString('base64url'));
    expect(one).toMatch(/^kms\.[\w.-]+$/);
    expect(one).not.toContain('refresh');
  });

  it('opens for no other deployment, and not once it was changed', async () => {
    const { client } = kms();
    const envelope = kmsEnvelope({ client, keyId });
    const sealed = await envelope.seal('d', 'text');
    expect(await envelope.unseal('e', sealed)).toBeUndefined();
    expect(await envelope.unseal('d', `${sealed.slice(0, -3)}AAA`)).toBeUndefined();
    for (const text of ['', 'kms.', 'kms.AAAA', 'v1.a.b.c.d']) expect(await envelope.unseal('d', text)).toBeUndefined();
  });

  it('is no lost token while KMS is ill', async () => {
    const client = new KMSClient({ region: 'eu-south-1' });
    mockClient(client)
      .on(DecryptCommand)
      .rejects(new KMSInternalException({ message: 'ill', $metadata: {} }));
    await expect(kmsEnvelope({ client, keyId }).unseal('d', 'kms.AAAA.v1.a.b.c.d')).rejects.toThrow('ill');
  });
});
