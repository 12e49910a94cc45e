import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { planner as jobPlanner } from '../../../src/adapters/batch/planner.ts';
import { policy as jobPolicy } from '../../../src/adapters/batch/policy.ts';
import { planner as stackPlanner } from '../../../src/adapters/cloudformation/planner.ts';
import { policy as stackPolicy } from '../../../src/adapters/cloudformation/policy.ts';
import { deployersFor, plannersFor } from '../../../src/adapters/deployers/deployers.ts';
import { planner as managerPlanner } from '../../../src/adapters/infrastructure-manager/planner.ts';
import { policy as managerPolicy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import { type ConfiguredProvider, providersSchema } from '../../../src/adapters/providers/configured.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { settableClock } from '../tables/samples.ts';

const cloud = {
  id: 'cloud',
  name: 'Cloud',
  priority: 1,
  credentials: { type: 'OpenStack', host: 'https://x.example' },
};
const account = {
  ...{ id: 'account', name: 'AWS', priority: 1, deployer: 'cloudformation' },
  stack: { region: 'eu-west-1' },
};
const queue = {
  ...{ id: 'queue', name: 'Batch', priority: 1, deployer: 'batch' },
  batch: { region: 'eu-north-1', queues: [{ name: 'jobs' }] },
};
const configured = (...providers: object[]): readonly ConfiguredProvider[] => conform(providersSchema, providers);

const deployers = (providers: readonly ConfiguredProvider[], federated = false) =>
  deployersFor({
    clock: settableClock(),
    // no template of these tests is too large for a call
    files: () => ({}) as never,
    federated,
    configured: providers,
    secrets: { read: async (name) => ({ username: name, password: 'p' }) },
    token: async () => undefined,
  });

beforeEach(() => {
  vi.stubEnv('IM_URL', 'https://im.example/im');
  vi.stubEnv('IM_SECRET', 'own-secret');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the deployer of a provider', () => {
  it.each([
    ['cloud', 'the Infrastructure Manager', managerPolicy],
    ['account', 'CloudFormation', stackPolicy],
    ['queue', 'AWS Batch', jobPolicy],
    ['unknown', 'the Infrastructure Manager, as in a federation', managerPolicy],
  ])('%s is %s', (id, _, policy) => {
    expect(deployers(configured(cloud, account, queue))(id).policy).toBe(policy);
  });

  it('calls the Infrastructure Manager of the installation, with its secret and the line of the cloud', async () => {
    const seen: { readonly url: string; readonly lines: unknown }[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      seen.push({ url, lines: JSON.parse(new Headers(init.headers).get('authorization') ?? '') });
      return Response.json({ 'uri-list': [] });
    });
    expect(await deployers(configured(cloud))('cloud').list()).toEqual([]);
    expect(seen).toMatchObject([
      {
        url: 'https://im.example/im/infrastructures',
        lines: [
          { type: 'InfrastructureManager', username: 'own-secret' },
          { id: 'cloud', type: 'OpenStack' },
        ],
      },
    ]);
  });
});

describe('an installation without an Infrastructure Manager', () => {
  beforeEach(() => {
    vi.stubEnv('IM_URL', undefined);
    vi.stubEnv('IM_SECRET', undefined);
  });

  it('works where all its providers are of CloudFormation', () => {
    expect(deployers(configured(account))('account').policy).toBe(stackPolicy);
  });

  it('says what is missing as soon as a provider that is not configured is asked', () => {
    expect(() => deployers(configured(account))('unknown')).toThrow('IM_URL is not set');
  });

  it.each([
    ['one of its providers needs it', configured(account, cloud), false],
    ['its providers come from a federation', configured(account), true],
  ])('says what is missing at once where %s', (_, providers, federated) => {
    expect(() => deployers(providers, federated)).toThrow('IM_URL is not set');
  });
});

describe('the planner of a provider', () => {
  it.each([
    ['cloud', managerPlanner],
    ['account', stackPlanner],
    ['queue', jobPlanner],
    ['unknown', managerPlanner],
  ])('is that of its deployer: %s', (id, planner) => {
    expect(plannersFor(configured(cloud, account, queue))(id)).toBe(planner);
  });
});

describe('a provider of AWS', () => {
  /** What each request was signed for, `<region>/<service>`, at an AWS that has nothing. */
  const scopes: string[] = [];
  const aws = createServer((request, response) => {
    const [, scope = ''] = /Credential=[^/]+\/\d+\/([^/]+\/[^/]+)/.exec(request.headers.authorization ?? '') ?? [];
    scopes.push(scope);
    const isBatch = scope.endsWith('/batch');
    response.setHeader('content-type', isBatch ? 'application/json' : 'text/xml');
    response.end(
      isBatch
        ? '{"jobDefinitions": []}'
        : '<ListStacksResponse><ListStacksResult><StackSummaries/></ListStacksResult></ListStacksResponse>',
    );
  });
  beforeAll(async () => {
    aws.listen(0, '127.0.0.1');
    await once(aws, 'listening');
  });
  afterAll(() => aws.close());

  it.each([
    ['account', account, 'eu-west-1/cloudformation'],
    ['queue', queue, 'eu-north-1/batch'],
  ])('%s is asked in its own region, with the credentials of its account', async (id, provider, scope) => {
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(aws.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'own');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
    expect(await deployers(configured(provider))(id).list()).toEqual([]);
    expect(scopes.at(-1)).toBe(scope);
  });
});
