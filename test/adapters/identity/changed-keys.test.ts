import { describe, expect, it } from 'vitest';
import { notSigned, olga, signed, signer, world } from './issuer-of-keys.ts';

describe('a key set that has just changed', () => {
  const [old, next] = [signer('RS256', { kid: 'old' }), signer('ES256', { kid: 'next' })];
  const forged = (kid: string, claims: object) => `${signed(old, claims, { kid }).slice(0, -20)}${'A'.repeat(20)}`;

  it('is read again at once, also after tokens of keys that do not exist', async () => {
    const { identify, claims, state } = await world([old.jwk]);
    await identify(signed(old, claims, { kid: 'old' }));
    for (const kid of ['no-such-key', 'another'])
      await expect(identify(forged(kid, claims))).rejects.toMatchObject(notSigned);
    state.keys = [next.jwk];
    expect(await identify(signed(next, claims, { kid: 'next' }))).toMatchObject(olga);
    await expect(identify(signed(old, claims, { kid: 'old' }))).rejects.toMatchObject(notSigned);
  });

  it('is read again where its new key has the name of the old one', async () => {
    const same = signer('ES256', { kid: 'old' });
    const { identify, claims, state } = await world([old.jwk]);
    await identify(signed(old, claims, { kid: 'old' }));
    state.keys = [same.jwk];
    expect(await identify(signed(same, claims, { kid: 'old' }))).toMatchObject(olga);
  });

  it('is not judged by an answer that was on its way when the token came', async () => {
    const { identify, claims, state } = await world([old.jwk]);
    const first = identify(signed(old, claims, { kid: 'old' }));
    state.keys = [next.jwk];
    expect(await identify(signed(next, claims, { kid: 'next' }))).toMatchObject(olga);
    await first.catch(() => undefined); // whichever set its request saw
  });

  it('makes nobody wait, and refuses nobody wrongly, however many forged tokens come', async () => {
    const { identify, claims, state, later } = await world([old.jwk]);
    await identify(signed(old, claims, { kid: 'old' }));
    const outcomes = new Set<string>();
    for (let number = 0; number < 50; number += 1)
      outcomes.add((await identify(forged(`kid-${number}`, claims)).catch(({ name }: Error) => name)) as string);
    expect(outcomes).toEqual(new Set(['UnauthenticatedError', 'UnavailableError']));
    expect(state.asked).toBeLessThanOrEqual(11);
    state.keys = [old.jwk, next.jwk];
    await expect(identify(signed(next, claims, { kid: 'next' }))).rejects.toMatchObject({ name: 'UnavailableError' });
    // who is known stays known meanwhile
    expect(await identify(signed(old, claims, { kid: 'old' }))).toMatchObject(olga);
    later(1);
    expect(await identify(signed(next, claims, { kid: 'next' }))).toMatchObject(olga);
  });

  it('refuses changed tokens of known keys as such, however many come', async () => {
    const { identify, claims, state } = await world([old.jwk]);
    for (let number = 0; number < 50; number += 1)
      await expect(identify(forged('old', claims))).rejects.toMatchObject(notSigned);
    expect(state.asked).toBeLessThanOrEqual(7);
  });

  it('that cannot be read again takes nothing from those who are known', async () => {
    const { identify, claims, state } = await world([old.jwk]);
    await identify(signed(old, claims, { kid: 'old' }));
    state.status = 503;
    await expect(identify(signed(next, claims, { kid: 'next' }))).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(await identify(signed(old, claims, { kid: 'old' }))).toMatchObject(olga);
  });
});
