import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
const configured = (...providers: object[]): readonly ConfiguredProvider[] => conform(providersSchema, providers);

const deployers = (providers: readonly ConfiguredProvider[], federated = false) =>
  deployersFor({
    clock: settableClock(),
    files: () => Promise.reject(new Error('no template is large')) as never,
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
    ['unknown', 'the Infrastructure Manager, as in a federation', managerPolicy],
  ])('%s is %s', (id, _, policy) => {
    expect(deployers(configured(cloud, account))(id).policy).toBe(policy);
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
    ['unknown', managerPlanner],
  ])('is that of its deployer: %s', (id, planner) => {
    expect(plannersFor(configured(cloud, account))(id)).toBe(planner);
  });
});
