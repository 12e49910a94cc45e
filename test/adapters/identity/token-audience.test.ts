import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, type TrustedIssuer } from '../../../src/adapters/identity/identity.ts';
import { isCognito } from '../../../src/adapters/identity/issuers.ts';

const pool = 'https://cognito-idp.eu-south-1.amazonaws.com/eu-south-1_AbCdEf123';
const app = '1h57kf5cpq17m0eml12EXAMPLE';
const otherApp = '7a01bd9c4kqv2h8s6d3EXAMPLE';
const resource = 'https://api.example.org/toscanini';

let server: OAuth2Server;
beforeAll(async () => {
  server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
});
afterAll(() => server.stop());

type Claims = Readonly<Record<string, unknown>>;

/** Of an issuer at any address, whose keys are those of this server. */
const identify = async (trusted: Omit<TrustedIssuer, 'jwksUri'>, claims: Claims) => {
  const jwksUri = `http://127.0.0.1:${server.address().port}/jwks`;
  const { identify: asked } = callers({ issuers: [{ ...trusted, jwksUri }], clock: { now: () => new Date() } });
  const token = await server.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      for (const name of Object.keys(payload)) if (!['exp', 'iat'].includes(name)) delete payload[name];
      Object.assign(payload, { iss: trusted.issuer, sub: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee' }, claims);
    },
  });
  return asked(`Bearer ${token}`);
};

/** As Cognito makes them: the application is in `client_id` of one, and in `aud` of the other. */
const accessToken = (client: string, more: Claims = {}): Claims => ({
  token_use: 'access',
  client_id: client,
  scope: 'aws.cognito.signin.user.admin',
  username: 'olga',
  'cognito:groups': ['physics', 'admins'],
  ...more,
});
const idToken = (client: string): Claims => ({
  token_use: 'id',
  aud: client,
  'cognito:username': 'olga',
  'cognito:groups': ['physics'],
  email: 'olga@example.org',
});
const boundTo = (audience: string) => accessToken(app, { aud: audience });

const refused = (message: string) => ({ name: 'UnauthenticatedError', message: expect.stringContaining(message) });
const otherApplication = refused(`an application that is not trusted here; trusted are ${app}`);

describe('a user pool of Cognito', () => {
  it('needs the ids of its trusted applications, since every application of the pool could call else', async () => {
    await expect(identify({ issuer: pool }, accessToken(app))).rejects.toThrow(
      `issuer ${pool}: tokens of any application of this user pool would be accepted: list the ids of the trusted app clients in clientIds`,
    );
  });

  describe.each([
    ['clientIds', { issuer: pool, clientIds: [app] }],
    ['audience, as before clientIds were a key', { issuer: pool, audience: app }],
    ['both', { issuer: pool, clientIds: [app], audience: [app, resource] }],
  ])('with %s', (_, trusted) => {
    it('lets users of a trusted application in, by access token and by ID token', async () => {
      for (const claims of [accessToken(app), idToken(app)])
        expect(await identify(trusted, claims)).toMatchObject({ subject: expect.stringContaining('aaaa') });
    });

    it.each([
      ['an access token of another application', accessToken(otherApp)],
      ['an ID token of another application', idToken(otherApp)],
      ['an access token that names no application', { token_use: 'access' }],
      ['an ID token that names no application', { token_use: 'id' }],
      ['an ID token that names the trusted one only in client_id', { ...idToken(otherApp), client_id: app }],
    ])('refuses %s', async (_what, claims) => {
      await expect(identify(trusted, claims)).rejects.toMatchObject({ name: 'UnauthenticatedError' });
    });

    it.each([undefined, 'refresh', ['access']])('refuses a token whose token_use is %s', async (use) => {
      await expect(identify(trusted, { ...accessToken(app), token_use: use })).rejects.toMatchObject(
        refused('neither an access token nor an ID token'),
      );
    });
  });

  it('says which applications are trusted, and nothing of the token', async () => {
    const asked = identify({ issuer: pool, clientIds: [app] }, accessToken(otherApp));
    await expect(asked).rejects.toMatchObject(otherApplication);
    await expect(asked).rejects.not.toThrow(otherApp);
  });

  it('lets in a token that is bound to this API, and refuses one that is bound to another', async () => {
    const trusted = { issuer: pool, audience: resource };
    expect(await identify(trusted, boundTo(resource))).toHaveProperty('subject');
    await expect(identify(trusted, boundTo('https://other.example.org'))).rejects.toMatchObject(
      refused('meant for another audience'),
    );
    await expect(identify({ ...trusted, clientIds: [otherApp] }, boundTo(resource))).rejects.toMatchObject(
      refused('an application that is not trusted'),
    );
  });

  it('tells groups in either token', async () => {
    const trusted = { issuer: pool, clientIds: [app], groupsClaim: 'cognito:groups', adminGroup: 'admins' };
    expect(await identify(trusted, accessToken(app))).toMatchObject({ isAdministrator: true });
    expect(await identify(trusted, idToken(app))).toMatchObject({ groups: ['physics'], isAdministrator: false });
  });

  it.each([
    [pool, true],
    [`${pool}/`, true],
    ['https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_AbCdEf123', true],
    ['https://cognito-idp-fips.us-gov-west-1.amazonaws.com/us-gov-west-1_AbCdEf123', true],
    ['https://issuer-cognito-idp.eu-south-1.amazonaws.com/eu-south-1_AbCdEf123', true],
    ['https://iam.example.org/', false],
    [pool.replace('https', 'http'), false],
    [`x${pool}`, false],
    [`${pool}/more`, false],
    [`${pool}?x`, false],
    ['https://cognito-idp.amazonaws.com/eu-south-1_AbCdEf123', false],
    ['https://cognito-idp.eu-south-1.amazonaws.com/', false],
    ['https://cognito-idp.eu-south-1.amazonaws.com:8443/eu-south-1_AbCdEf123', false],
    ['https://cognito-idp.eu_south.amazonaws.com/eu-south-1_AbCdEf123', false],
    ['https://cognito-idp.example.org/eu-south-1_AbCdEf123', false],
    ['https://example.org/https://cognito-idp.eu-south-1.amazonaws.com/x', false],
  ])('is known by its address: %s', (issuer, expected) => {
    expect(isCognito(issuer)).toBe(expected);
  });
});

describe('any other issuer', () => {
  const issuer = 'https://iam.example.org/';

  it('is asked for no application and no audience where none is configured', async () => {
    for (const claims of [{}, { aud: 'elsewhere' }, { client_id: otherApp }, { token_use: 'refresh' }])
      expect(await identify({ issuer }, claims)).toHaveProperty('subject');
  });

  it('is held to its audience alone, wherever the application is named', async () => {
    const trusted = { issuer, audience: 'toscanini' };
    expect(await identify(trusted, { aud: ['x', 'toscanini'], client_id: otherApp })).toHaveProperty('subject');
    for (const claims of [{ aud: 'x' }, {}, { client_id: 'toscanini' }])
      await expect(identify(trusted, claims)).rejects.toMatchObject(refused('ask for one with toscanini'));
  });

  it('is held to both where both are configured', async () => {
    const trusted = { issuer, audience: 'toscanini', clientIds: [app] };
    expect(await identify(trusted, { aud: 'toscanini', client_id: app })).toHaveProperty('subject');
    for (const claims of [{ aud: app, azp: app }, { aud: 'toscanini' }, { aud: 'toscanini', client_id: otherApp }])
      await expect(identify(trusted, claims)).rejects.toMatchObject({ name: 'UnauthenticatedError' });
  });

  it('is held to its applications where they are configured, by client_id or azp', async () => {
    const trusted = { issuer, clientIds: [app] };
    for (const claims of [{ client_id: app }, { azp: app, aud: 'x' }])
      expect(await identify(trusted, claims)).toHaveProperty('subject');
    for (const claims of [{ client_id: otherApp, azp: app }, { azp: otherApp }, { aud: app }, {}])
      await expect(identify(trusted, claims)).rejects.toMatchObject(otherApplication);
  });
});

describe('an issuer where everybody gets tokens', () => {
  const github = 'https://token.actions.githubusercontent.com';
  const audience = 'https://toscanini.example.org';
  const bound = { repository_owner_id: '123456', ref: ['refs/heads/main', 'refs/heads/stable'] };
  const ofJob = { aud: audience, repository_owner_id: '123456', ref: 'refs/heads/main' };

  it.each([
    github,
    'https://token.actions.acme.ghe.com',
    'https://token.actions.acme.ghe.com/acme',
    'https://gitlab.com',
  ])('%s needs claims that its tokens must have', async (issuer) => {
    await expect(identify({ issuer, audience }, ofJob)).rejects.toThrow(/everybody can get a token there.*boundClaims/);
    expect(await identify({ issuer, audience, boundClaims: bound }, ofJob)).toHaveProperty('subject');
  });

  it('is told from others by its whole host', async () => {
    expect(await identify({ issuer: 'https://gitlab.com.example.org', audience }, ofJob)).toHaveProperty('subject');
  });

  it.each([
    ['another owner', { ...ofJob, repository_owner_id: '123457' }],
    ['an owner whose number begins so', { ...ofJob, repository_owner_id: '1234567' }],
    ['another branch', { ...ofJob, ref: 'refs/heads/topic' }],
    ['no owner', { aud: audience, ref: 'refs/heads/main' }],
    ['what is no text', { ...ofJob, repository_owner_id: { 123456: true } }],
  ])('refuses a token of %s, and says which claim', async (_, claims) => {
    const asked = identify({ issuer: github, audience, boundClaims: bound }, claims);
    await expect(asked).rejects.toMatchObject(
      refused(claims.ref === 'refs/heads/topic' ? 'values of ref,' : 'values of repository_owner_id,'),
    );
  });

  it.each([
    ['a whole number', { project: 42 }, { project: '42' }],
    ['a switch', { protected: true }, { protected: 'true' }],
    ['one of a list', { groups_direct: ['acme/infra', 'acme/web'] }, { groups_direct: 'acme/infra' }],
  ])('compares %s by its text', async (_, claims, boundClaims) => {
    expect(await identify({ issuer: github, boundClaims }, claims)).toHaveProperty('subject');
  });

  it('takes no claim that every object has for one of the token', async () => {
    const asked = identify({ issuer: github, boundClaims: { constructor: 'Object' } }, ofJob);
    await expect(asked).rejects.toMatchObject(refused('values of constructor,'));
  });
});
