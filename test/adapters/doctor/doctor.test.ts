import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';
import { infrastructureChecks, secretCheck } from '../../../src/adapters/doctor/infrastructure.ts';
import { issuerChecks } from '../../../src/adapters/doctor/issuers.ts';
import { serviceChecks } from '../../../src/adapters/doctor/services.ts';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import type { ConfiguredProvider } from '../../../src/adapters/providers/configured.ts';
import type { Secret } from '../../../src/adapters/secrets/secrets.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { examine, nowhere } from './examined.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ imPort: 0, issuerPort: 0 });
});
afterAll(() => sandbox.stop());

describe('issuers', () => {
  it('that publish keys are well', async () => {
    const issuers = sandbox.trustedIssuers.map((issuer) => ({ ...issuer }));
    const seen = await examine(issuerChecks(issuers));
    expect(seen).toEqual([expect.stringMatching(/^issuer .*: ok, publishes \d+ keys?$/)]);
  });

  it('are told how many keys each publishes, and that a set without a key is none', async () => {
    const good = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const keys = (...all: readonly unknown[]) => JSON.stringify({ keys: all });
    const answers = [keys(good, { kty: 'unknown' }), keys(good, good), keys({ ...good, use: 'enc' })];
    const server = createServer((_, response) => response.end(answers.shift())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const jwksUri = `http://127.0.0.1:${port}/keys`;
    const look = () => examine(issuerChecks([{ issuer: 'https://x.example', jwksUri }]));
    expect(await look()).toEqual(['issuer https://x.example: ok, publishes 1 key']);
    expect(await look()).toEqual(['issuer https://x.example: ok, publishes 2 keys']);
    expect((await look())[0]).toContain('failed, https://x.example publishes keys that cannot be used');
    server.close();
  });

  it('that cannot be reached, are others, or are none, are told', async () => {
    expect(await examine(issuerChecks([{ issuer: nowhere }]))).toEqual([
      expect.stringMatching(/^issuer http:\/\/127\.0\.0\.1:9: failed, .*could not be read/),
    ]);
    const other = [{ issuer: 'https://x.internal', jwksUri: `${sandbox.imUrl}/version` }];
    expect(await examine(issuerChecks(other))).toEqual([expect.stringContaining('cannot be used: they are not JSON')]);
    expect(await examine(issuerChecks([]))).toEqual(['issuers: failed, none is configured']);
  });
});

describe('the Infrastructure Manager and its clouds', () => {
  const checks = (changes: Readonly<Record<string, Secret | undefined>> = {}, url = sandbox.imUrl) => {
    const known = { ...sandbox.secrets, ...changes };
    const secrets = {
      read: async (name: string) => {
        const found = known[name];
        if (found === undefined) throw new ProviderFailedError(`there is no secret ${name}`);
        return found;
      },
    };
    const providers = sandbox.providers.map((provider) => ({ ...provider, credentials: { ...provider.credentials } }));
    const authorization = authorizationLines({
      configured: providers,
      secrets,
      ownSecret: sandbox.imSecret,
      token: async () => undefined,
    });
    const deployerOf = () => ({ list: async () => ['one'] });
    return infrastructureChecks({ manager: { url, authorization }, providers, secrets, deployerOf });
  };

  it('are well when the manager answers and each cloud takes its credentials', async () => {
    const seen = await examine(checks());
    const [first, second] = sandbox.providers.map(({ id }) => id);
    expect(seen).toEqual([
      `Infrastructure Manager ${sandbox.imUrl}: ok, is release 1.19.2`,
      'credentials at the Infrastructure Manager: ok, are taken',
      `provider ${first}: ok, takes the credentials`,
      `provider ${second}: ok, takes the credentials`,
    ]);
  });

  it('are told apart: a cloud that refuses, the secret of one that is not there, and all when our own is refused', async () => {
    const [first = '', second = ''] = sandbox.providers.map(({ id }) => id);
    const seen = await examine(checks({ [first]: { username: 'toscanini', password: 'old' }, [second]: undefined }));
    expect(seen[2]).toMatch(new RegExp(`^provider ${first}: failed, .*401 Unauthorized`));
    expect(seen[3]).toMatch(new RegExp(`^provider ${second}: failed, there is no secret ${second}`));
    expect(seen.join()).not.toContain('old"');
    const ours = await examine(checks({ [sandbox.imSecret]: undefined }));
    expect(ours[1]).toContain(`failed, there is no secret ${sandbox.imSecret}`);
  });

  it('are asked only where a provider needs them: a provider of CloudFormation is asked for its stacks', async () => {
    const provider = {
      id: 'here',
      name: 'Here',
      priority: 1,
      deployer: 'cloudformation',
      stack: { region: 'eu-west-1' },
    } as const;
    const secrets = { read: async () => ({}) };
    const deployerOf = () => ({ list: async () => ['one', 'two'] });
    const seen = await examine(infrastructureChecks({ providers: [provider], secrets, deployerOf }));
    expect(seen).toEqual(['provider here: ok, has 2 stacks of this service in eu-west-1']);
  });

  it('are checked with the credentials of the installation only: a user may bring others', async () => {
    const [ours, vault, ...others]: readonly ConfiguredProvider[] = [
      { id: 'ours', name: 'A', priority: 1 },
      { id: 'vault', name: 'B', priority: 1, vault: true },
      { id: 'token', name: 'C', priority: 1, credentials: { auth_version: '3.x_oidc_access_token' } },
      { id: 'both', name: 'D', priority: 1, credentials: { auth_version: '3.x_oidc_access_token' }, secret: 'own' },
      {
        id: 'queue',
        name: 'E',
        priority: 1,
        deployer: 'batch',
        batch: { region: 'eu-north-1', queues: [{ name: 'q' }] },
      },
    ];
    const options = { secrets: { read: async () => ({}) }, deployerOf: () => ({ list: async () => ['one'] }) };
    const manager = { url: nowhere, authorization: async () => [] };
    const given = (...all: readonly (ConfiguredProvider | undefined)[]) => all.flatMap((one) => one ?? []);
    const subjects = infrastructureChecks({ manager, providers: given(ours, vault, ...others), ...options }).map(
      ({ subject }) => subject,
    );
    expect(subjects).toEqual([
      ...[`Infrastructure Manager ${nowhere}`, 'credentials at the Infrastructure Manager'],
      ...['provider ours', 'provider both', 'provider queue'],
    ]);
    const foreign = infrastructureChecks({ manager, providers: given(vault), ...options });
    expect(foreign.map(({ subject }) => subject)).toEqual([`Infrastructure Manager ${nowhere}`]);
    const [batch] = await examine(infrastructureChecks({ providers: others.slice(-1), ...options }));
    expect(batch).toBe('provider queue: ok, has 1 groups of jobs of this service in eu-north-1');
    expect(await examine(infrastructureChecks({ providers: [], ...options }))).toEqual([
      'providers: failed, none is configured',
    ]);
  });

  /** A manager that answers with these texts in turn, and what it is asked. */
  const answering = async (...answers: readonly (readonly [status: number, text: string])[]) => {
    const asked: string[] = [];
    const left = [...answers];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      const [status, text] = left.shift() ?? [500, ''];
      response.writeHead(status).end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
  };

  it('say their release, whatever the numbers', async () => {
    const manager = await answering([200, 'release 1.19.20'], [200, '12.3'], [200, 'no numbers, or one: 7']);
    const secrets = { read: async () => ({}) };
    const options = { secrets, deployerOf: () => ({ list: async () => [] }), providers: [] };
    const [check] = infrastructureChecks({ manager: { url: manager.url, authorization: async () => [] }, ...options });
    const seen = [];
    for (const _ of [1, 2, 3]) seen.push(...(await examine(check === undefined ? [] : [check])));
    manager.server.close();
    const subject = `Infrastructure Manager ${manager.url}: ok, is release`;
    expect(seen).toEqual([`${subject} 1.19.20`, `${subject} 12.3`, `${subject} unknown`]);
  });

  it('are asked for a cloud by the id of its line, and some clouds cannot be checked', async () => {
    const quotas = [200, '{"quotas":{}}'] as const;
    const manager = await answering(quotas, quotas, [501, 'Not Implemented'], [400, 'it is broken']);
    const lines = [
      [{ type: 'InfrastructureManager' }, { id: 'line', type: 'OpenStack' }],
      [{ type: 'InfrastructureManager' }],
    ];
    const authorization = async () => lines.shift() ?? [];
    const providers = [{ id: 'cloud', name: 'A', priority: 1, secret: 'mine' }];
    const deployerOf = () => ({ list: async () => [] });
    const secrets = { read: async () => ({}) };
    const options = { manager: { url: manager.url, authorization }, providers, secrets, deployerOf };
    const check = infrastructureChecks(options).filter(({ subject }) => subject === 'provider cloud');
    const seen = [];
    for (const _ of [1, 2, 3, 4]) seen.push(...(await examine(check)));
    manager.server.close();
    expect(manager.asked.slice(0, 2)).toEqual(['/clouds/line/quotas', '/clouds/cloud/quotas']);
    const ok = 'provider cloud: ok, takes the credentials';
    expect(seen).toEqual([
      ...[ok, ok, 'provider cloud: ok, is of a kind that cannot be checked'],
      expect.stringContaining('provider cloud: failed, '),
    ]);
    expect(check[0]?.advice).toMatch(/ and of secret mine$/);
    const [open] = infrastructureChecks({ ...options, providers: [{ id: 'cloud', name: 'A', priority: 1 }] }).slice(-1);
    expect(open?.advice).toMatch(/ of the configuration$/);
  });

  it('are told when nobody answers', async () => {
    const [manager] = await examine(checks({}, nowhere));
    expect(manager).toMatch(/^Infrastructure Manager http:\/\/127\.0\.0\.1:9: failed, .*no answer to GET/);
  });
});

describe('secrets and services', () => {
  const secrets = { read: async () => ({ key: 'k' }) };

  it('are well with the members that are read of them', async () => {
    expect(await examine([secretCheck(secrets, 'callbacks', ['key'], 'signs callbacks')])).toEqual([
      'secret callbacks: ok, is there (signs callbacks)',
    ]);
    expect(await examine([secretCheck(secrets, 'exchange', ['clientSecret'], 'x')])).toEqual([
      expect.stringContaining('secret exchange: failed, secret exchange has no "clientSecret"'),
    ]);
  });

  it('are to be made by a command that fits the store', () => {
    expect(secretCheck(secrets, 'ssm:/toscanini/issuers/one', ['clientSecret'], 'x').advice).toBe(
      `make it: aws ssm put-parameter --type SecureString --name /toscanini/issuers/one --value '{"clientSecret":"…"}'`,
    );
    expect(secretCheck(secrets, 'one', [], 'x').advice).toBe(
      `make it: aws secretsmanager create-secret --name one --secret-string '{"password":"…"}'`,
    );
    expect(secretCheck(secrets, 'two', ['a', 'b'], 'x').advice).toContain(`'{"a":"…","b":"…"}'`);
  });

  it('of a federation are well when they answer, whatever they answer', async () => {
    const addresses = { im_url: nowhere, slam_url: `${sandbox.imUrl}/nothing`, cmdb_url: nowhere };
    expect(await examine(serviceChecks(addresses))).toEqual([
      expect.stringMatching(/^slam_url .*: ok, answers \(4\d\d\)$/),
      expect.stringMatching(/^cmdb_url .*: failed/),
    ]);
  });
});
