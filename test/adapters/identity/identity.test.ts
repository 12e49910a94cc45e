import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, type TrustedIssuer } from '../../../src/adapters/identity/identity.ts';

const started: OAuth2Server[] = [];

const startIssuer = async (): Promise<OAuth2Server> => {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  server.issuer.url = `http://127.0.0.1:${server.address().port}`;
  started.push(server);
  return server;
};

const urlOf = (server: OAuth2Server): string => server.issuer.url ?? '';

let iam: OAuth2Server;
let other: OAuth2Server;
let foreign: OAuth2Server;

beforeAll(async () => {
  [iam, other, foreign] = await Promise.all([startIssuer(), startIssuer(), startIssuer()]);
});
afterAll(() => Promise.all(started.filter(({ listening }) => listening).map((server) => server.stop())));

/** tokens of the issuers here are made by the real clock */
const present = new Date();

const managers = { physics: ['leads', 'deans'], chemistry: ['deans'], biology: ['professors'] };

const trusting = (...issuers: TrustedIssuer[]) => {
  let now = present;
  const service = callers({ issuers, clock: { now: () => now }, managers });
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { later, identify: async (token: string) => service.identify(`Bearer ${token}`) };
};

const tokenOf = (server: OAuth2Server, claims: Record<string, unknown> = {}, expiresIn = 3600): Promise<string> =>
  server.issuer.buildToken({
    expiresIn,
    scopesOrTransform: (_header, payload) => Object.assign(payload, { sub: 'olga' }, claims),
  });

const refused = { name: 'UnauthenticatedError' };

describe('a caller', () => {
  it('is the issuer and subject of a good token', async () => {
    const { identify } = trusting({ issuer: urlOf(iam) });
    expect(await identify(await tokenOf(iam))).toEqual({ issuer: urlOf(iam), subject: 'olga', isAdministrator: false });
  });

  it('may come from any of several issuers', async () => {
    const { identify } = trusting({ issuer: urlOf(iam) }, { issuer: urlOf(other), jwksUri: `${urlOf(other)}/jwks` });
    const seen = await Promise.all([identify(await tokenOf(iam)), identify(await tokenOf(other))]);
    expect(seen.map(({ issuer }) => issuer)).toEqual([urlOf(iam), urlOf(other)]);
  });

  it.each([
    ['a list', ['physics', 'admins'], ['physics', 'admins'], true],
    ['a text', 'physics chemistry', ['physics', 'chemistry'], false],
    ['a text with commas', ' physics, chemistry,admins ', ['physics', 'chemistry', 'admins'], true],
    ['a list with an empty name', ['', 'physics'], ['physics'], false],
    ['something else', { physics: true }, [], false],
    ['a list with something else', ['physics', 7], ['physics'], false],
    ['nothing', undefined, [], false],
  ])('has the groups that the claim tells as %s', async (_, claim, groups, isAdministrator) => {
    const { identify } = trusting({ issuer: urlOf(iam), groupsClaim: 'memberOf', adminGroup: 'admins' });
    expect(await identify(await tokenOf(iam, { memberOf: claim }))).toMatchObject({ groups, isAdministrator });
  });

  it.each([
    ['the group that one of its groups manages', ['leads', 'physics'], ['leads', 'physics'], ['physics']],
    ['a group that it is not in', ['leads'], ['leads', 'physics'], ['physics']],
    ['several groups', 'deans', ['deans', 'chemistry', 'physics'], ['chemistry', 'physics']],
  ])('manages %s, and is in it', async (_, claim, groups, manages) => {
    const { identify } = trusting({ issuer: urlOf(iam), groupsClaim: 'memberOf' });
    expect(await identify(await tokenOf(iam, { memberOf: claim }))).toMatchObject({ groups, manages });
  });

  it('manages nothing as a member, and nothing where no claim tells groups', async () => {
    const told = trusting({ issuer: urlOf(iam), groupsClaim: 'memberOf' });
    expect(await told.identify(await tokenOf(iam, { memberOf: ['physics'] }))).not.toHaveProperty('manages');
    const silent = trusting({ issuer: urlOf(iam) });
    expect(await silent.identify(await tokenOf(iam, { memberOf: ['leads'] }))).not.toHaveProperty('manages');
  });

  it('has no groups to tell when none are configured', async () => {
    const { identify } = trusting({ issuer: urlOf(iam) });
    expect(await identify(await tokenOf(iam, { groups: ['physics'] }))).not.toHaveProperty('groups');
  });

  it('is no administrator where no group makes one', async () => {
    const { identify } = trusting({ issuer: urlOf(iam), groupsClaim: 'memberOf' });
    expect(await identify(await tokenOf(iam, { memberOf: ['admins', 'undefined'] }))).toMatchObject({
      isAdministrator: false,
    });
  });

  it('has an address where the token tells one as a text', async () => {
    const { identify } = trusting({ issuer: urlOf(iam) });
    expect(await identify(await tokenOf(iam, { email: 'olga@example.org' }))).toMatchObject({
      email: 'olga@example.org',
    });
    expect(await identify(await tokenOf(iam, { email: ['olga@example.org'] }))).not.toHaveProperty('email');
  });

  it('is nobody where no issuer is trusted', async () => {
    await expect(trusting().identify(await tokenOf(iam))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('is not trusted here'),
    });
  });

  it('can be no administrator where no claim tells groups, so that configuration is refused', () => {
    expect(() => trusting({ issuer: urlOf(iam), adminGroup: 'admins' })).toThrow('no groupsClaim');
  });

  it('must name an audience where one is asked for', async () => {
    const { identify } = trusting({ issuer: urlOf(iam), audience: ['toscanini', 'old-name'] });
    expect(await identify(await tokenOf(iam, { aud: ['x', 'old-name'] }))).toMatchObject({ subject: 'olga' });
    await expect(identify(await tokenOf(iam, { aud: 'elsewhere' }))).rejects.toMatchObject({
      ...refused,
      message: 'the token is meant for another audience; ask for one with toscanini or old-name',
    });
  });
});

describe('a token', () => {
  const identify = async (token: string) => trusting({ issuer: urlOf(iam) }).identify(token);

  it.each([
    ['an expired one', () => tokenOf(iam, {}, -40), 'expired'],
    ['one for later', () => tokenOf(iam, { nbf: Math.floor(Date.now() / 1000) + 600 }), 'not valid yet'],
    ['one that never expires', () => tokenOf(iam, { exp: undefined }), 'never expires'],
    ['one without a subject', () => tokenOf(iam, { sub: undefined }), 'names no subject'],
    ['one whose subject no table takes', () => tokenOf(iam, { sub: 'x'.repeat(3000) }), 'at most 300'],
    ['one with half a character in its subject', () => tokenOf(iam, { sub: '\ud800x' }), 'cannot be kept'],
    ['one that names no issuer', () => tokenOf(iam, { iss: undefined }), 'is not trusted here'],
    ['one of an issuer nobody knows', () => tokenOf(foreign), 'is not trusted here'],
    ['a foreign one that says it is ours', () => tokenOf(foreign, { iss: urlOf(iam) }), 'not signed with a key'],
    ['one of three words', async () => 'a.b.c', 'not a signed JWT'],
    ['no JWT', async () => 'opaque', 'not a signed JWT'],
  ])('is refused: %s', async (_, make, message) => {
    await expect(identify(await make())).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(message),
    });
  });

  it('of another issuer is refused with the names of those that are trusted', async () => {
    const { identify: asked } = trusting({ issuer: urlOf(iam) }, { issuer: urlOf(other) });
    await expect(asked(await tokenOf(foreign))).rejects.toThrow(`trusted are ${urlOf(iam)}, ${urlOf(other)}`);
  });

  it('is refused when anything in it was changed, and never repeated', async () => {
    const [header, , signature] = (await tokenOf(iam)).split('.');
    const claims = Buffer.from(JSON.stringify({ iss: urlOf(iam), sub: 'mallory', exp: 9e9 })).toString('base64url');
    const token = `${header}.${claims}.${signature}`;
    await expect(identify(token)).rejects.toMatchObject({ ...refused, message: expect.not.stringContaining(claims) });
  });

  it('is refused with an extension that counts as critical (RFC 7515 section 4.1.11)', async () => {
    const [header = '', ...rest] = (await tokenOf(iam)).split('.');
    const members = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), crit: ['b64'], b64: false };
    const token = [Buffer.from(JSON.stringify(members)).toString('base64url'), ...rest].join('.');
    await expect(identify(token)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('(crit)') });
  });

  const typed = (typ: unknown, claims = {}) =>
    iam.issuer.buildToken({
      scopesOrTransform: (header, payload) => {
        Object.assign(header, { typ });
        Object.assign(payload, { sub: 'olga' }, claims);
      },
    });

  it.each([
    ['logout+jwt', {}],
    ['Logout+JWT', {}],
    ['application/secevent+jwt', {}],
    ['dpop+jwt', {}],
    ['token-introspection+jwt', {}],
    ['JWT', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
    [undefined, { events: {} }],
  ])('is refused where the issuer made it for something else: %s %j', async (typ, claims) => {
    const message = expect.stringContaining('send an access token');
    await expect(identify(await typed(typ, claims))).rejects.toMatchObject({ ...refused, message });
  });

  it.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', undefined, 7, 'anything'])(
    'is an access token with the typ %s',
    async (typ) => {
      expect(await identify(await typed(typ, { events: 'none' }))).toMatchObject({ subject: 'olga' });
    },
  );

  it('is refused when it is not signed at all', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${encode({ iss: urlOf(iam), sub: 'mallory', exp: 9e9 })}.eA`;
    await expect(identify(unsigned)).rejects.toMatchObject(refused);
  });

  it('must be there', async () => {
    const service = callers({ issuers: [{ issuer: urlOf(iam) }], clock: { now: () => present } });
    for (const header of [undefined, '', 'Bearer', 'Basic eDp5'])
      await expect(service.identify(header)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('send "Authorization: Bearer <access token>"'),
      });
  });
});

describe('the keys of an issuer', () => {
  it('are fetched once, and again after an hour', async () => {
    const issuer = await startIssuer();
    let documents = 0;
    issuer.service.on('beforeWellKnownOpenIdConfiguration', () => documents++);
    const { identify, later } = trusting({ issuer: urlOf(issuer) });
    const fetched: number[] = [];
    for (const minutes of [0, 30, 30, 1, 1]) {
      later(minutes);
      await identify(await tokenOf(issuer, {}, 2 * 3600));
      fetched.push(documents);
    }
    expect(fetched).toEqual([1, 1, 1, 2, 2]);
  });

  it('that cannot be had make the service unavailable, not the token wrong', async () => {
    const issuer = await startIssuer();
    const token = await tokenOf(issuer);
    const gone = trusting({ issuer: urlOf(issuer) });
    await issuer.stop();
    await expect(gone.identify(token)).rejects.toMatchObject({
      name: 'UnavailableError',
    });
  });

  it.each([
    ['without a list', '{}'],
    ['with a key that is none', '{"keys":[{"kid":"x"}]}'],
  ])('that cannot be used make the service unavailable, not the token wrong: a set %s', async (_, set) => {
    const server = createServer((_request, response) => response.end(set));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    await expect(trusting({ issuer: urlOf(iam), jwksUri }).identify(await tokenOf(iam))).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining(`${urlOf(iam)} publishes keys that cannot be used`),
    });
    await new Promise((done) => server.close(done));
  });

  it('are read up to a megabyte: more would fill the memory of the function', async () => {
    const endless = new Readable({
      read() {
        this.push(' '.repeat(65_536));
      },
    });
    let sent = 0;
    const server = createServer((_request, response) => {
      endless.on('data', (chunk: Buffer) => {
        sent += chunk.length;
      });
      endless.pipe(response);
      response.on('close', () => endless.destroy());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    await expect(trusting({ issuer: urlOf(iam), jwksUri }).identify(await tokenOf(iam))).rejects.toMatchObject({
      name: 'UnavailableError',
      cause: { message: 'the body is larger than 1048576 bytes' },
    });
    await new Promise((done) => server.close(done));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['no JSON', () => 'x'],
    ['the document of another issuer', () => JSON.stringify({ issuer: 'https://x.example', jwks_uri: 'https://x' })],
    [
      'keys over plain http from elsewhere',
      (own: string) => JSON.stringify({ issuer: own, jwks_uri: 'http://x.example/' }),
    ],
  ])('are not believed by %s', async (_, answer) => {
    const server = createServer((_request, response) => response.end(answer(own)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(trusting({ issuer: own }).identify(await tokenOf(iam, { iss: own }))).rejects.toMatchObject({
      name: 'UnavailableError',
    });
    await new Promise((done) => server.close(done));
  });
});
