import { randomBytes } from 'node:crypto';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  IncorrectKeyException,
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
  /** the plain keys that KMS handed out, as they are in memory now */
  const plain: Uint8Array[] = [];
  const handedOut = (key: Buffer): Uint8Array => {
    const copy = Uint8Array.from(key);
    plain.push(copy);
    return copy;
  };
  const mock = mockClient(client)
    .on(GenerateDataKeyCommand)
    .callsFake(({ EncryptionContext, ...asked }) => {
      calls.push({ EncryptionContext, ...asked });
      const key = randomBytes(32);
      const blob = Buffer.from(`encrypted key ${keys.size}`);
      keys.set(blob.toString(), { key, context: JSON.stringify(EncryptionContext) });
      return { Plaintext: handedOut(key), CiphertextBlob: Uint8Array.from(blob) };
    })
    .on(DecryptCommand)
    .callsFake(({ EncryptionContext, CiphertextBlob }) => {
      const found = keys.get(Buffer.from(CiphertextBlob).toString());
      if (found?.context !== JSON.stringify(EncryptionContext)) {
        throw new InvalidCiphertextException({ message: 'no', $metadata: {} });
      }
      return { Plaintext: handedOut(found.key) };
    });
  return { client, calls, keys, plain, mock };
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
    expect(await envelope.unseal('d', 'kms.AAAA')).toBeUndefined();
  });

  it.each(['', 'kms.', 'v1.a.b.c.d'])('asks KMS nothing about a text that it did not make: %j', async (text) => {
    const { client, mock } = kms();
    expect(await kmsEnvelope({ client, keyId }).unseal('d', text)).toBeUndefined();
    expect(mock.calls()).toHaveLength(0);
  });

  it('asks KMS to decrypt with its own key only', async () => {
    const { client, mock } = kms();
    const envelope = kmsEnvelope({ client, keyId });
    await envelope.unseal('d', await envelope.seal('d', 'text'));
    expect(mock.commandCalls(DecryptCommand)[0]?.args[0].input).toMatchObject({
      KeyId: keyId,
      EncryptionContext: { deploymentId: 'd' },
    });
  });

  it('leaves no plain key in memory', async () => {
    const { client, plain } = kms();
    const envelope = kmsEnvelope({ client, keyId });
    await envelope.unseal('d', await envelope.seal('d', 'text'));
    expect(plain).toEqual([new Uint8Array(32), new Uint8Array(32)]);
  });

  it('does not open what another key of KMS made', async () => {
    const { client, mock } = kms();
    mock.on(DecryptCommand).rejects(new IncorrectKeyException({ message: 'no', $metadata: {} }));
    expect(await kmsEnvelope({ client, keyId }).unseal('d', 'kms.AAAA.v1.a.b.c.d')).toBeUndefined();
  });

  it.each([{ Plaintext: new Uint8Array(32) }, { CiphertextBlob: new Uint8Array(9) }])(
    'seals nothing when half of the data key is missing',
    async (half) => {
      const { client, mock } = kms();
      mock.on(GenerateDataKeyCommand).resolves(half);
      await expect(kmsEnvelope({ client, keyId }).seal('d', 'text')).rejects.toThrow('without a data key');
    },
  );

  it('is no lost token while KMS is ill', async () => {
    const client = new KMSClient({ region: 'eu-south-1' });
    mockClient(client)
      .on(DecryptCommand)
      .rejects(new KMSInternalException({ message: 'ill', $metadata: {} }));
    await expect(kmsEnvelope({ client, keyId }).unseal('d', 'kms.AAAA.v1.a.b.c.d')).rejects.toThrow('ill');
  });
});
