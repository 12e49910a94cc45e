import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsAccount, type ClientConfig, keptSessions } from '../../../src/adapters/aws/kept-sessions.ts';
import { ProviderFailedError, UnavailableError } from '../../../src/foundation/errors.ts';

const roleArn = 'arn:aws:iam::222222222222:role/toscanini';
const expiration = Date.parse('2026-11-24T04:00:00.000Z');
const whole = {
  AccessKeyId: 'a key',
  SecretAccessKey: 'a secret',
  SessionToken: 'a token',
  Expiration: '2026-11-24T04:00:00Z',
};

let now: number;
let answer: object;
let asked: { readonly [name: string]: string }[];

/** The service that gives the credentials of a role. */
const server = createServer(async (request, response) => {
  asked.push(Object.fromEntries(new URLSearchParams((await request.toArray()).join(''))));
  const parts = Object.entries(answer).map(([name, text]) => `<${name}>${text}</${name}>`);
  const result = `<AssumeRoleResult><Credentials>${parts.join('')}</Credentials></AssumeRoleResult>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(`<AssumeRoleResponse>${result}</AssumeRoleResponse>`);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [now, answer, asked] = [expiration - 3_600_000, whole, []];
});

const settingsOf = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});

/** Sessions that show what their clients would get. */
const sessions = () =>
  keptSessions({ clock: { now: () => new Date(now) }, settings: settingsOf() }, (config, account: AwsAccount) => ({
    config,
    account,
  }));

const credentialsOf = async ({ credentials }: ClientConfig): Promise<unknown> =>
  typeof credentials === 'function' ? credentials() : credentials;

describe('a session with the credentials of this service', () => {
  it('asks for no role, and has the settings and the deadlines of every client', async () => {
    const { config, account } = await sessions()('aws', { region: 'eu-west-1' });
    expect(config).toEqual({
      ...settingsOf(),
      extensions: [],
      region: 'eu-west-1',
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
    });
    expect(account).toEqual({ region: 'eu-west-1' });
    expect(asked).toEqual([]);
  });

  it('is kept for its own provider, for good', async () => {
    const session = sessions();
    const first = await session('aws', { region: 'eu-west-1' });
    now += 1e12;
    expect(await session('aws', { region: 'eu-west-1' })).toBe(first);
    expect((await session('other', { region: 'us-east-1' })).config.region).toBe('us-east-1');
  });

  it('is another one in each region: what was made before a provider got another region is still where it was', async () => {
    const session = sessions();
    const [here, there] = [{ region: 'eu-west-1' }, { region: 'eu-south-1' }];
    expect((await session('aws', here)).config.region).toBe('eu-west-1');
    expect((await session('aws', there)).config.region).toBe('eu-south-1');
    expect(await session('aws', here)).toBe(await session('aws', here));
  });
});

describe('a session with the credentials of a role', () => {
  const account = { region: 'eu-west-1', roleArn, externalId: async () => 'never-quoted' };

  it('asks for an hour, with the external id of the role', async () => {
    const { config } = await sessions()('aws', account);
    expect(asked).toMatchObject([
      { RoleArn: roleArn, RoleSessionName: 'toscanini', DurationSeconds: '3600', ExternalId: 'never-quoted' },
    ]);
    expect(config.region).toBe('eu-west-1');
    expect(await credentialsOf(config)).toMatchObject({
      ...{ accessKeyId: 'a key', secretAccessKey: 'a secret', sessionToken: 'a token' },
    });
  });

  it('sends no external id where the role asks for none', async () => {
    const session = sessions();
    await session('aws', { region: 'eu-west-1', roleArn });
    await session('empty', { region: 'eu-west-1', roleArn, externalId: async () => '' });
    expect(asked).toHaveLength(2);
    for (const one of asked) expect(one).not.toHaveProperty('ExternalId');
  });

  it('waits for operators when its external id cannot be read, since what was made with the role still exists', async () => {
    const missing = () => Promise.reject(new ProviderFailedError('there is no secret tenant: create it'));
    await expect(sessions()('aws', { ...account, externalId: missing })).rejects.toMatchObject({
      ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
      message: 'there is no secret tenant: create it',
    });
    const away = () => Promise.reject(new UnavailableError('Secrets Manager did not answer'));
    await expect(sessions()('aws', { ...account, externalId: away })).rejects.toBeInstanceOf(UnavailableError);
    expect(asked).toEqual([]);
  });

  it('is kept until five minutes before the end of its credentials, and then made anew', async () => {
    const session = sessions();
    const first = await session('aws', account);
    now = expiration - 300_001;
    expect(await session('aws', account)).toBe(first);
    now = expiration - 300_000;
    answer = { ...whole, SessionToken: 'a new token' };
    const { config } = await session('aws', account);
    expect(await credentialsOf(config)).toMatchObject({ sessionToken: 'a new token' });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['an access key', 'AccessKeyId'],
    ['a secret key', 'SecretAccessKey'],
    ['a session token', 'SessionToken'],
    ['an end of the session', 'Expiration'],
  ])('is none without %s, and the next call asks again', async (what, part) => {
    const session = sessions();
    answer = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== part));
    await expect(session('aws', account)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringContaining(`without ${what},`),
    });
    answer = whole;
    const { config } = await session('aws', account);
    expect(await credentialsOf(config)).toMatchObject({ sessionToken: 'a token' });
  });
});
