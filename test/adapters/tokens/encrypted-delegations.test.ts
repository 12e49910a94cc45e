import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptedDelegations, kmsClient } from '../../../src/adapters/tokens/encrypted-delegations.ts';
import { localAws } from '../../support/engine.ts';
import { settableClock } from '../tables/samples.ts';

const issuer = 'https://iam.example';
const granted = { access_token: 'access', refresh_token: 'refresh', expires_in: 3600 };

/** Tokens that KMS encrypts with this key, and what is stored of them. Nothing listens where KMS should be. */
const world = (keyId: string | undefined) => {
  const stored: string[] = [];
  const tokens = encryptedDelegations(
    keyId,
    {
      issuers: [{ issuer, tokenExchange: { clientId: 'c', secret: 's', tokenEndpoint: `${issuer}/token` } }],
      secrets: { read: async () => ({ clientSecret: 'x', encryptionKey: randomBytes(32).toString('base64') }) },
      store: { put: async (_, sealed) => void stored.push(sealed), find: async () => undefined },
      clock: settableClock(),
      fetch: async () => new Response(JSON.stringify(granted)),
    },
    () => kmsClient({ ...localAws, endpoint: 'http://127.0.0.1:9', maxAttempts: 1 }),
  );
  return { stored, keep: () => tokens.keep('d', { issuer, subject: 'ann' }, 't') };
};

describe("users' tokens", () => {
  it('are not stored when KMS should encrypt them and does not answer', async () => {
    const { keep, stored } = world('arn:aws:kms:eu-south-1:1:key/tokens');
    await expect(keep()).rejects.toMatchObject({ name: 'UnavailableError', message: /^KMS did not answer/ });
    expect(stored).toEqual([]);
  });

  it("are encrypted with the key of their issuer's secret where there is no key of KMS", async () => {
    const { keep, stored } = world(undefined);
    await keep();
    expect(stored).toEqual([expect.stringMatching(/^https:\/\/iam\.example v1\./)]);
  });
});
