import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Wiring from '../src/wiring.ts';

let wiring: typeof Wiring;

beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv('AWS_REGION', 'eu-south-1');
  wiring = await import('../src/wiring.ts');
});
afterEach(() => vi.unstubAllEnvs());

const issuers = JSON.stringify([{ issuer: 'https://issuer.example.org/', groupsClaim: 'groups' }]);
const providers = JSON.stringify([{ id: 'c1', name: 'Cloud', priority: 1, credentials: { type: 'Dummy' } }]);

/** factory -> the variables that it cannot do without */
const needs: Readonly<Partial<Record<keyof typeof Wiring, Readonly<Record<string, string>>>>> = {
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
  callers: { TRUSTED_ISSUERS: issuers },
  serviceAddresses: { SERVICE_ADDRESSES: '{"im_url":"https://im.example.org"}' },
};

describe('a port', () => {
  for (const [name, variables] of Object.entries(needs)) {
    it(`is made once, when its variables are there: ${name}`, () => {
      for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
      const factory = wiring[name as keyof typeof Wiring] as () => unknown;
      expect(factory()).toBe(factory());
    });

    for (const missing of Object.keys(variables)) {
      it(`names the variable that is missing: ${name}, ${missing}`, () => {
        for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
        vi.stubEnv(missing, undefined);
        expect(wiring[name as keyof typeof Wiring]).toThrow(`environment variable ${missing} is not set`);
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
    expect((await import('../src/wiring.ts')).callbacksToPrivateAddresses()).toBe(true);
  });
});

describe('a bundle', () => {
  /** What esbuild keeps when a function uses only these ports. */
  const bundled = async (...ports: readonly (keyof typeof Wiring)[]) => {
    const contents = `import { ${ports.join(', ')} } from './src/wiring.ts'; console.log(${ports.join(', ')});`;
    const { metafile } = await build({
      stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    });
    const [output] = Object.values(metafile.outputs);
    return Object.entries(output?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file);
  };
  const client = /@aws-sdk\/(client-[\w-]+|lib-dynamodb)\//;
  const clientsIn = (files: readonly string[]) => [
    ...new Set(files.map((file) => client.exec(file)?.[1]).filter((name) => name !== undefined)),
  ];

  it('has no client where none is used', async () => {
    expect(clientsIn(await bundled('serviceAddresses', 'publicBaseUrl', 'clock'))).toEqual([]);
  });

  it('has the clients that are used, and no others', async () => {
    // a piece of the log is counted beside the record of its deployment: docs/decisions/0040
    expect(clientsIn(await bundled('files')).toSorted()).toEqual(['client-dynamodb', 'client-s3', 'lib-dynamodb']);
    expect(clientsIn(await bundled('workflows', 'ids'))).toEqual(['client-sfn']);
    expect(clientsIn(await bundled('deployments')).toSorted()).toEqual(['client-dynamodb', 'lib-dynamodb']);
  });
});
