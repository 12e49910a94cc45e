import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartyOptions } from '../../../src/adapters/tokens/party.ts';
import { partyOf } from '../../../src/adapters/tokens/party.ts';
import { tokenStore } from '../../../src/adapters/tokens/store.ts';
import { storedTokens } from '../../../src/adapters/tokens/stored-tokens.ts';
import { ProviderFailedError, UnavailableError } from '../../../src/foundation/errors.ts';
import { writtenLines } from '../../observability/written.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const issuer = 'https://iam.example';
const secret = { clientSecret: 'x', encryptionKey: randomBytes(32).toString('base64') };
const exchange = { clientId: 'c', secret: 's' };
const options: PartyOptions = {
  issuers: [{ issuer: 'https://other.example' }, { issuer, tokenExchange: exchange }],
  secrets: { read: async () => secret },
};

let engine: Engine;
const store = () => tokenStore({ client: engine.s3, bucket: engine.bucket });
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('the token of an owner in the store', () => {
  const tokens = (given = options) => storedTokens({ ...given, store: store() });
  const party = async () => {
    const found = await partyOf(options, issuer);
    if (found === undefined) throw new Error('it is configured');
    return found;
  };

  it('is found as it was put, sealed, and is still that one until another is put', async () => {
    await tokens().put('d', { party: await party(), refreshToken: 'refresh-1', mark: 'm' });
    const kept = await tokens().find('d');
    expect(kept).toMatchObject({ refreshToken: 'refresh-1', party: { client: { issuer, clientId: 'c' } } });
    expect(kept?.stored).not.toContain('refresh-1');
    expect(kept && (await tokens().isStill('d', kept))).toBe(true);
    await tokens().put('d', { party: await party(), refreshToken: 'refresh-2', mark: 'm' });
    expect(kept && (await tokens().isStill('d', kept))).toBe(false);
    expect(await tokens().find('d')).toMatchObject({ refreshToken: 'refresh-2' });
  });

  it('is none where none was put', async () => {
    expect(await tokens().find('nothing')).toBeUndefined();
  });

  it('is none once its issuer lets the service act for nobody', async () => {
    await tokens().put('e', { party: await party(), refreshToken: 'refresh-1', mark: 'm' });
    const others = { ...options, issuers: [{ issuer }, { issuer: 'https://third.example', tokenExchange: exchange }] };
    expect(await tokens(others).find('e')).toBeUndefined();
  });

  it('is not looked for where no issuer lets the service act for its users', async () => {
    const find = () => Promise.reject(new Error('the store was asked'));
    const nobody = storedTokens({ ...options, issuers: [{ issuer }], store: { ...store(), find } });
    expect(await nobody.find('d')).toBeUndefined();
  });

  it('cannot be read while the store is away', async () => {
    const client = Object.assign(Object.create(engine.s3), { send: () => Promise.reject(new Error('S3 is away')) });
    const away = tokenStore({ client, bucket: engine.bucket });
    await expect(away.find('d')).rejects.toThrow('S3 is away');
    await expect(away.put('d', 'sealed')).rejects.toThrow('S3 is away');
  });
});

describe('an issuer that lets the service act for its users', () => {
  const lines = writtenLines();
  const of = (read: Readonly<Record<string, string>>) =>
    partyOf({ ...options, secrets: { read: async () => read } }, issuer);

  it('waits for operators when the secret of its issuer cannot be read, since that is the fault of no provider', async () => {
    const read = () => Promise.reject(new ProviderFailedError('there is no secret s: create it'));
    await expect(partyOf({ ...options, secrets: { read } }, issuer)).rejects.toMatchObject({
      ...{ name: 'UnavailableError', message: expect.not.stringContaining('secret s') },
    });
    expect(lines.all()).toMatchObject([{ attention: 'credentials-refused', issuer }]);
    const away = () => Promise.reject(new UnavailableError('Secrets Manager did not answer'));
    await expect(partyOf({ ...options, secrets: { read: away } }, issuer)).rejects.toThrow('Secrets Manager');
  });

  it('reads its secret anew when asked to, and waits for operators when that is gone meanwhile', async () => {
    let changed: Readonly<Record<string, string>> | undefined = { clientSecret: 'changed' };
    const read = async (_: string, { fresh = false } = {}) => {
      const found = fresh ? changed : secret;
      if (found === undefined) throw new ProviderFailedError('there is no secret s: create it');
      return found;
    };
    const client = (await partyOf({ ...options, secrets: { read } }, issuer))?.client;
    expect([client?.clientSecret, await client?.freshSecret?.()]).toEqual([secret.clientSecret, 'changed']);
    changed = undefined;
    await expect(client?.freshSecret?.()).rejects.toMatchObject({
      ...{ name: 'UnavailableError', message: expect.not.stringContaining('secret s') },
    });
    expect(lines.all()).toMatchObject([{ attention: 'credentials-refused', issuer }]);
  });

  it('needs the secret of our client, and a key of 32 bytes', async () => {
    await expect(of({ encryptionKey: secret.encryptionKey })).rejects.toThrow('secret s needs a clientSecret');
    for (const encryptionKey of [{}, { encryptionKey: 'short' }])
      await expect(of({ clientSecret: 'x', ...encryptionKey })).rejects.toThrow('secret s needs an encryptionKey');
  });

  it('is no other issuer', async () => {
    expect(await partyOf(options, 'https://other.example')).toBeUndefined();
    expect(await partyOf(options, 'https://unknown.example')).toBeUndefined();
  });
});
