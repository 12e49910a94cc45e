import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  const uses: readonly (readonly (keyof typeof Wiring)[])[] = [
    ['serviceAddresses', 'publicBaseUrl', 'clock'],
    ['files'],
    ['workflows', 'ids'],
    ['deployments'],
  ];
  const programOf = (ports: readonly string[]): string =>
    `import { ${ports.join(', ')} } from './src/wiring.ts'; console.log(${ports.join(', ')});`;

  /** What esbuild keeps when a function uses only these ports: of one build, since each would read the whole SDK. */
  let files: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const { metafile } = await build({
      entryPoints: uses.map((ports) => ({ in: `ports:${ports.join()}`, out: ports.join() })),
      outdir: 'nowhere',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      logLevel: 'error',
      plugins: [
        {
          name: 'ports',
          setup: ({ onResolve, onLoad }) => {
            onResolve({ filter: /^ports:/ }, ({ path }) => ({ path: path.replace('ports:', ''), namespace: 'ports' }));
            onLoad({ filter: /./, namespace: 'ports' }, ({ path }) => ({
              contents: programOf(path.split(',')),
              loader: 'ts',
              resolveDir: process.cwd(),
            }));
          },
        },
      ],
    });
    files = new Map(
      Object.values(metafile.outputs).map(({ entryPoint = '', inputs }) => [
        entryPoint.replace('ports:', ''),
        Object.entries(inputs)
          .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
          .map(([file]) => file),
      ]),
    );
  });
  const bundled = (...ports: readonly (keyof typeof Wiring)[]): readonly string[] => {
    const found = files.get(ports.join());
    if (found === undefined) throw new Error(`nothing was built of ${ports.join()}`);
    return found;
  };
  const client = /@aws-sdk\/(client-[\w-]+|lib-dynamodb)\//;
  const clientsIn = (files: readonly string[]) => [
    ...new Set(files.map((file) => client.exec(file)?.[1]).filter((name) => name !== undefined)),
  ];

  it('has no client where none is used', () => {
    expect(clientsIn(bundled('serviceAddresses', 'publicBaseUrl', 'clock'))).toEqual([]);
  });

  it('has the clients that are used, and no others', () => {
    // a piece of the log is counted beside the record of its deployment: docs/decisions/0040
    expect(clientsIn(bundled('files')).toSorted()).toEqual(['client-dynamodb', 'client-s3', 'lib-dynamodb']);
    expect(clientsIn(bundled('workflows', 'ids'))).toEqual(['client-sfn']);
    expect(clientsIn(bundled('deployments')).toSorted()).toEqual(['client-dynamodb', 'lib-dynamodb']);
  });
});
