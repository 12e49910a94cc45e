import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TrustedIssuer } from '../../../src/adapters/identity/identity.ts';
import { acceptedAlgorithms } from '../../../src/adapters/identity/signature-algorithms.ts';
import { encoded, notSigned, olga, refused, second, signed, signer, world } from './issuer-of-keys.ts';

describe('a token', () => {
  it.each([...acceptedAlgorithms.map((alg) => [alg, undefined] as const), ['EdDSA', 'Ed448'] as const])(
    'may be signed with %s (%s), and not be changed',
    async (alg, curve) => {
      const key = signer(alg, { kid: 'one', alg }, curve);
      const { identify, claims } = await world([key.jwk]);
      const good = signed(key, claims, { kid: 'one' });
      expect(await identify(good)).toMatchObject(olga);
      // claims that aws-jwt-verify does not read are another way through the libraries
      expect(await identify(signed(key, { ...claims, scope: ['a'] }, { kid: 'one' }))).toMatchObject(olga);
      const [header, , signature] = good.split('.');
      for (const sub of ['mallory', 'olga'])
        for (const odd of [{}, { scope: ['a'] }])
          await expect(
            identify([header, encoded({ ...claims, ...odd, sub, extra: 1 }), signature].join('.')),
          ).rejects.toMatchObject(notSigned);
    },
  );

  it.each(['none', 'HS256', 'RS1', 'RSA-OAEP', 'toString'])('may not be signed with %s', async (alg) => {
    const key = signer('RS256');
    const { identify, claims } = await world([key.jwk]);
    const token = signed(key, claims, { alg });
    await expect(identify(token)).rejects.toMatchObject(refused('accepted are RS256, RS384, RS512, PS256'));
  });

  it('signed with a public key as if it were a secret is refused', async () => {
    const key = signer('RS256', { kid: 'one' });
    const { identify, claims } = await world([key.jwk, { kty: 'oct', kid: 'one', k: 'c2VjcmV0', alg: 'HS256' }]);
    await expect(identify(signed(key, claims, { alg: 'HS256', kid: 'one' }))).rejects.toMatchObject(
      refused('algorithm'),
    );
  });

  it.each([
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'EdDSA'],
  ])('may call its algorithm %s where its key calls it %s', async (alg, published) => {
    const key = signer(alg, { alg: published });
    const { identify, claims } = await world([key.jwk]);
    expect(await identify(signed(key, claims))).toMatchObject(olga);
  });

  it.each([
    ['RS256', { alg: 'PS256' }],
    ['PS256', { alg: 'RS256' }],
    ['RS256', { use: 'enc' }],
    ['RS256', { key_ops: ['sign'] }],
  ])('of %s is not signed with a key that is published with %j', async (alg, published) => {
    const key = signer(alg, published);
    const { identify, claims } = await world([key.jwk, signer('ES256').jwk]);
    await expect(identify(signed(key, claims))).rejects.toMatchObject(notSigned);
  });

  it('is not accepted of an RSA key that is too short for its algorithm (RFC 7518 section 3.3)', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const key = { alg: 'RS256', privateKey: pair.privateKey, jwk: pair.publicKey.export({ format: 'jwk' }) };
    const { identify, claims } = await world([key.jwk, signer('ES256').jwk]);
    await expect(identify(signed(key, claims))).rejects.toMatchObject(notSigned);
  });

  it('need not name its key, and its key need not have a name', async () => {
    const [one, two] = [signer('ES256'), signer('ES256', { kid: 'two' })];
    const { identify, claims } = await world([one.jwk, two.jwk]);
    for (const token of [signed(one, claims), signed(two, claims), signed(one, claims, { kid: 'any' })])
      expect(await identify(token)).toMatchObject(olga);
    await expect(identify(signed(two, claims, { kid: 'one' }))).rejects.toMatchObject(notSigned);
  });
});

describe('a set of keys', () => {
  const good = signer('RS256', { kid: 'one' });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'key'],
    ['a key without a type', { kid: 'x' }],
    ['a type that nobody knows', { kty: 'XYZ', kid: 'x' }],
    ['a type that is a number', { kty: 7 }],
    ['a secret', { kty: 'oct', k: 'AAAA' }],
    ['a key for encryption', { ...signer('ES256').jwk, use: 'enc' }],
    ['a curve for encryption', { kty: 'OKP', crv: 'X25519', x: 'AAAA' }],
    ['a curve that nobody knows', { kty: 'EC', crv: 'P-1', x: 'AAAA', y: 'AAAA' }],
    ['a point beside its curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
    ['an RSA key without numbers', { kty: 'RSA', kid: 'one' }],
    ['an algorithm that nobody knows', { ...signer('ES256').jwk, alg: 'ES999' }],
    ['another key of the same name', signer('ES256', { kid: 'one' }).jwk],
    ['another key of the same name and kind', { ...signer('ES256', { kid: 'one' }).jwk, alg: null }],
  ])('may have %s in it', async (_, odd) => {
    const { identify, claims } = await world([odd, good.jwk, odd]);
    expect(await identify(signed(good, claims, { kid: 'one' }))).toMatchObject(olga);
  });

  it('may have null for what a key does not have, and members that nobody knows', async () => {
    const odd = { ...good.jwk, alg: null, use: null, key_ops: null, x5t: 7, 'x-own': {} };
    const { identify, claims } = await world([odd]);
    expect(await identify(signed(good, claims, { kid: 'one' }))).toMatchObject(olga);
  });
});

describe('claims in odd forms', () => {
  const key = signer('RS256', { kid: 'one' });
  const identifyWith = async (odd: object, trusted: Partial<TrustedIssuer> = {}) => {
    const { identify, claims } = await world([key.jwk], trusted);
    return identify(signed(key, { ...claims, ...odd }, { kid: 'one' }));
  };

  it.each([
    { scope: ['a', 'b'] },
    { aud: null },
    { aud: [] },
    { aud: 7 },
    { jti: 7 },
    { iat: 'yesterday' },
    { iat: null },
    { nbf: null },
    { nbf: 0 },
    { exp: second(600.5) },
    { auth_time: 'x', email: null },
  ])('are read where nothing depends on them: %j', async (odd) => {
    expect(await identifyWith(odd)).toMatchObject(olga);
  });

  it.each<[object, string]>([
    [{ sub: 7 }, 'subject of the token (sub) is not a text'],
    [{ sub: ['olga'] }, 'subject of the token (sub) is not a text'],
    [{ sub: null }, 'names no subject'],
    [{ exp: '9999999999' }, 'claim exp of the token is not a number'],
    [{ exp: null }, 'never expires'],
    [{ nbf: 'now' }, 'claim nbf of the token is not a number'],
  ])('are refused with the true reason: %j', async (odd, words) => {
    await expect(identifyWith(odd)).rejects.toMatchObject(refused(words));
  });

  it.each([{ aud: null }, { aud: 7 }, { aud: [7, null] }])('name no audience: %j', async (odd) => {
    await expect(identifyWith(odd, { audience: 'toscanini' })).rejects.toMatchObject(refused('another audience'));
  });

  it('do not hide what is wrong with the header', async () => {
    const { identify, claims } = await world([key.jwk]);
    await expect(identify(signed(key, claims, { kid: 7 }))).rejects.toMatchObject(refused('header of the token'));
    await expect(identify('a.b.c.d.e')).rejects.toMatchObject(refused('encrypted (JWE)'));
  });
});

describe('clocks', () => {
  const key = signer('ES256');
  it.each<[object, number | undefined, string | undefined]>([
    [{ exp: second(-29) }, undefined, undefined],
    [{ exp: second(-31) }, undefined, 'expired'],
    [{ nbf: second(29) }, undefined, undefined],
    [{ nbf: second(31) }, undefined, 'not valid yet'],
    [{ exp: second(1) }, 0, undefined],
    [{ exp: second(-1) }, 0, 'expired'],
    [{ nbf: second(1) }, 0, 'not valid yet'],
    [{ exp: second(-59) }, 60, undefined],
  ])('may differ by the leeway: %j with %s seconds', async (times, leewaySeconds, words) => {
    const { identify, claims } = await world([key.jwk], { leewaySeconds });
    const outcome = identify(signed(key, { ...claims, ...times }));
    if (words === undefined) expect(await outcome).toMatchObject(olga);
    else await expect(outcome).rejects.toMatchObject(refused(words));
  });
});
