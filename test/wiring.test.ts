import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Ports of src/wiring, anew: each port is made once in a process. */
const loaded = async () => ({
  ...(await import('../src/wiring/bounds.ts')),
  ...(await import('../src/wiring/callers.ts')),
  ...(await import('../src/wiring/configured-providers.ts')),
  ...(await import('../src/wiring/deployers.ts')),
  ...(await import('../src/wiring/deployments.ts')),
  ...(await import('../src/wiring/files.ts')),
  ...(await import('../src/wiring/providers.ts')),
  ...(await import('../src/wiring/workflows.ts')),
});
type Wiring = Awaited<ReturnType<typeof loaded>>;

let wiring: Wiring;

beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv('AWS_REGION', 'eu-south-1');
  wiring = await loaded();
});
afterEach(() => vi.unstubAllEnvs());

const issuers = JSON.stringify([{ issuer: 'https://issuer.example.org/', groupsClaim: 'groups' }]);
const providers = JSON.stringify([{ id: 'c1', name: 'Cloud', priority: 1, credentials: { type: 'Dummy' } }]);

/** factory -> the variables that it cannot do without */
const needs: Readonly<Partial<Record<keyof Wiring, Readonly<Record<string, string>>>>> = {
  deployments: { DEPLOYMENTS_TABLE: 'd' },
  attempts: { DEPLOYMENTS_TABLE: 'd' },
  resources: { DEPLOYMENTS_TABLE: 'd', RESOURCES_TABLE: 'r' },
  files: { FILES_BUCKET: 'f' },
  providers: {
    PROVIDERS: providers,
    RANKING: 'priority',
    SERVICE_ADDRESSES: '{"im_url":"https://im.example.org"}',
  },
  deployerOf: {
    IM_URL: 'https://im.example.org',
    IM_SECRET: 'im',
    PROVIDERS: providers,
    SERVICE_ADDRESSES: '{"im_url":"https://im.example.org"}',
  },
  callers: { TRUSTED_ISSUERS: issuers, CALLER_RATE: '{"rate":100,"burst":1000}', DEPLOYMENTS_TABLE: 'd' },
  serviceAddresses: { SERVICE_ADDRESSES: '{"im_url":"https://im.example.org"}' },
};

describe('a port', () => {
  for (const [name, variables] of Object.entries(needs)) {
    it(`is made once, when its variables are there: ${name}`, () => {
      for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
      const factory = wiring[name as keyof Wiring] as () => unknown;
      expect(factory()).toBe(factory());
    });

    for (const missing of Object.keys(variables)) {
      it(`names the variable that is missing: ${name}, ${missing}`, () => {
        for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
        vi.stubEnv(missing, undefined);
        expect(wiring[name as keyof Wiring]).toThrow(`environment variable ${missing} is not set`);
      });
    }
  }

  it('needs no variable of a workflow before one is started', async () => {
    const { workflows } = wiring;
    await expect(workflows().startNotification('n')).rejects.toThrow('NOTIFY_CALLBACK_WORKFLOW is not set');
  });

  it('calls private addresses back only where that is said', async () => {
    expect(wiring.callbacksToPrivateAddresses()).toBe(false);
    vi.resetModules();
    vi.stubEnv('CALLBACKS_TO_PRIVATE_ADDRESSES', 'true');
    expect((await loaded()).callbacksToPrivateAddresses()).toBe(true);
  });
});
