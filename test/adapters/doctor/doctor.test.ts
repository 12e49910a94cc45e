import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../local/sandbox/start.ts';
import { infrastructureChecks, secretCheck } from '../../../src/adapters/doctor/infrastructure.ts';
import { issuerChecks } from '../../../src/adapters/doctor/issuers.ts';
import { quotaChecks } from '../../../src/adapters/doctor/quotas.ts';
import { serviceChecks } from '../../../src/adapters/doctor/services.ts';
import { bucketChecks, tableChecks } from '../../../src/adapters/doctor/stores.ts';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import type { ConfiguredProvider } from '../../../src/adapters/providers/configured.ts';
import type { Secret } from '../../../src/adapters/secrets/secrets.ts';
import { type Check, examineInstallation } from '../../../src/domain/doctor/examination.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const clock = { now: () => new Date() };
/** `subject: verdict, what was seen` */
const examine = async (checks: readonly Check[]): Promise<readonly string[]> => {
  const { findings } = await examineInstallation({ clock, checks: () => checks })();
  for (const { verdict, advice } of findings) expect(advice === undefined).toBe(verdict === 'ok');
  return findings.map(({ subject, verdict, seen }) => `${subject}: ${verdict}, ${seen}`);
};

const nowhere = 'http://127.0.0.1:9';

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
    const keys = (...all: readonly string[]) => JSON.stringify({ keys: all.map((kty) => ({ kty })) });
    const answers = [keys('RSA'), keys('RSA', 'EC'), keys()];
    const server = createServer((_, response) => response.end(answers.shift())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const jwksUri = `http://127.0.0.1:${port}/keys`;
    const look = () => examine(issuerChecks([{ issuer: 'https://x.example', jwksUri }]));
    expect(await look()).toEqual(['issuer https://x.example: ok, publishes 1 key']);
    expect(await look()).toEqual(['issuer https://x.example: ok, publishes 2 keys']);
    expect((await look())[0]).toContain(`failed, ${jwksUri} leads to a set without a key`);
    server.close();
  });

  it('that cannot be reached, are others, or are none, are told', async () => {
    expect(await examine(issuerChecks([{ issuer: nowhere }]))).toEqual([
      expect.stringMatching(/^issuer http:\/\/127\.0\.0\.1:9: failed, .*could not be read/),
    ]);
    const other = [{ issuer: 'https://x.internal', jwksUri: `${sandbox.imUrl}/version` }];
    expect(await examine(issuerChecks(other))).toEqual([expect.stringContaining('failed, its keys are not JSON')]);
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
      { id: 'ours', name: 'A', priority: 1, credentials: { type: 'OpenStack' } },
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
    expect(secretCheck(secrets, 'one', [], 'x').advice).toContain('secretsmanager create-secret --name one');
  });

  it('of a federation are well when they answer, whatever they answer', async () => {
    const addresses = { im_url: nowhere, slam_url: `${sandbox.imUrl}/nothing`, cmdb_url: nowhere };
    expect(await examine(serviceChecks(addresses))).toEqual([
      expect.stringMatching(/^slam_url .*: ok, answers \(4\d\d\)$/),
      expect.stringMatching(/^cmdb_url .*: failed/),
    ]);
  });
});

describe('tables and buckets', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.stop());

  it('are well as this release makes them', async () => {
    const seen = await examine(tableChecks(engine.client, engine.tables));
    expect(seen).toHaveLength(4);
    for (const line of seen) expect(line).toMatch(/: ok, is active, with \d+ indexes$/);
  });

  it('are told when an index is missing, or the table', async () => {
    const { tables } = engine;
    const swapped = { ...tables, deployments: tables.resources, schedules: 'nowhere' };
    const seen = await examine(tableChecks(engine.client, swapped));
    expect(seen[0]).toMatch(/failed, it has no index byOwner, .*notBegun$/);
    expect(seen.find((line) => line.startsWith('table nowhere'))).toContain('failed');
  });

  it('are reached, or not there', async () => {
    const client = engine.s3;
    await client.send(new CreateBucketCommand({ Bucket: 'another' }));
    const named = (name: string) => ({ name, use: 'files', client });
    expect(await examine(bucketChecks([named(engine.bucket), named('another'), named('nowhere')]))).toEqual([
      `bucket ${engine.bucket}: ok, can be reached (files)`,
      'bucket another: ok, can be reached (files)',
      expect.stringContaining('bucket nowhere: failed, there is none of this name'),
    ]);
  });
});

describe('buckets of others', () => {
  const client = new S3Client({ region: 'eu-south-1' });
  const s3 = mockClient(client);
  beforeEach(() => s3.reset());
  const theirs = () => examine(bucketChecks([{ name: 'theirs', use: 'files.buckets', tells: true, client }]));

  it('have to send their events to EventBridge', async () => {
    s3.on(HeadBucketCommand).resolves({});
    s3.on(GetBucketNotificationConfigurationCommand).resolvesOnce({}).resolves({ EventBridgeConfiguration: {} });
    expect(await theirs()).toEqual([expect.stringContaining('failed, it sends no events to EventBridge')]);
    expect(await theirs()).toEqual(['bucket theirs: ok, can be reached (files.buckets)']);
  });

  it.each([
    [403, 'it refuses this service'],
    [301, 'it is in another region'],
    [404, 'there is none of this name'],
  ])('are told when S3 answers %i', async (httpStatusCode, words) => {
    s3.on(HeadBucketCommand).rejects(Object.assign(new Error('Unknown'), { $metadata: { httpStatusCode } }));
    expect(await theirs()).toEqual([expect.stringContaining(`bucket theirs: failed, ${words}`)]);
  });
});

describe('the quota of functions', () => {
  const client = new LambdaClient({ region: 'eu-south-1' });
  const lambda = mockClient(client);
  const of = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) => {
    lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } });
    return examine(quotaChecks(client, 50));
  };

  it('of a new account is too small', async () => {
    expect(await of(10, 10)).toEqual([
      'functions at once: failed, the account may run 10, of which 10 are not reserved: 100 are needed',
    ]);
  });

  it('is enough with what is not reserved', async () => {
    expect(await of(1000, 900)).toEqual(['functions at once: ok, 900 of the account are free']);
    expect(await of(1000, 40)).toEqual([expect.stringContaining('of which 40 are not reserved')]);
  });
});
