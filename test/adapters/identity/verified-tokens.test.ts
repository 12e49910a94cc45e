import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UsableKey } from '../../../src/adapters/identity/usable-keys.ts';
import { isKnownToBeSignedWith } from '../../../src/adapters/identity/verified-tokens.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const signed = (subject: string): string => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256' })}.${part({ sub: subject })}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
};

/** A key that counts how often a library takes it to verify with. */
const counting = () => {
  const taken = { times: 0 };
  const jwk = publicKey.export({ format: 'jwk' }) as UsableKey['jwk'];
  const key: UsableKey = {
    jwk,
    get key(): KeyObject {
      taken.times += 1;
      return createPublicKey({ key: jwk, format: 'jwk' });
    },
  };
  return { key, taken };
};

describe('a token', () => {
  it('is verified once with each key', async () => {
    const [one, other] = [counting(), counting()];
    const token = signed('olga');
    for (let time = 0; time < 3; time += 1) expect(await isKnownToBeSignedWith(token, 'RS256', one.key)).toBe(true);
    expect(one.taken.times).toBe(1);
    // an issuer that has withdrawn a key publishes others: nothing is known of them
    expect(await isKnownToBeSignedWith(token, 'RS256', other.key)).toBe(true);
    expect(other.taken.times).toBe(1);
  });

  it('is another one when a character of it is changed, be it in the signature', async () => {
    const { key } = counting();
    const token = signed('olga');
    expect(await isKnownToBeSignedWith(token, 'RS256', key)).toBe(true);
    for (const at of [token.indexOf('.') + 5, token.length - 10]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      for (let time = 0; time < 2; time += 1) expect(await isKnownToBeSignedWith(changed, 'RS256', key)).toBe(false);
    }
  });

  it('is forgotten after a thousand others', async () => {
    const { key, taken } = counting();
    const first = signed('first');
    await isKnownToBeSignedWith(first, 'RS256', key);
    for (let one = 0; one < 1_000; one += 1) await isKnownToBeSignedWith(signed(`${one}`), 'RS256', key);
    taken.times = 0;
    await isKnownToBeSignedWith(first, 'RS256', key);
    expect(taken.times).toBe(1);
  });
});
