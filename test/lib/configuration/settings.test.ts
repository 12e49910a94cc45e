import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../lib/app.ts';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import { mostOf } from '../../../lib/configuration/most-of.ts';
import { bundled } from '../bundled.ts';
import { exampleConfiguration } from '../stacks.ts';

const manyProviders = (count: number): ConfigurationInput => ({
  ...exampleConfiguration,
  providers: Array.from({ length: count }, (_, n) => ({
    id: `cloud-${n}`,
    name: `Cloud ${n}`,
    priority: n,
    credentials: { type: 'OpenStack', host: `https://cloud-${n}.example.org:5000`, tenant: 'toscanini' },
    secret: `toscanini/providers/cloud-${n}`,
  })),
});

/** The app as it is deployed, with programs of one line. */
const deployed = (configuration: ConfigurationInput, home = mkdtempSync(join(tmpdir(), 'toscanini-settings-'))) => {
  const folderOf = (entry: string): string => {
    const folder = join(home, entry.replaceAll('/', '-'));
    mkdirSync(join(folder, 'part'), { recursive: true });
    writeFileSync(join(folder, 'index.mjs'), `// ${entry}`);
    writeFileSync(join(folder, 'part', 'later.mjs'), `// ${entry}`);
    return folder;
  };
  const app = buildApp(configuration, { bundles: folderOf });
  return { app, folderOf };
};

/** The folder that is deployed as the code of a function. */
const codeOf = (app: App, entry: string): string => {
  const { directory, stacks } = app.synth();
  const { template } = stacks.find(({ id }) => id === 'toscanini-service') ?? {};
  const functions = Object.values<Deployed>(template.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const one = functions.find(({ Metadata }) => Metadata?.['toscanini:entry'] === entry);
  return join(directory, `asset.${one?.Properties.Code.S3Key.replace(/\.zip$/, '')}`);
};

interface Deployed {
  readonly Type: string;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly Properties: { readonly Code: { readonly S3Key: string } };
}

const environmentsIn = (service: Stack): readonly [entry: string, environment: Readonly<Record<string, unknown>>][] =>
  Object.values(Template.fromStack(service).findResources('AWS::Lambda::Function')).map(({ Metadata, Properties }) => [
    Metadata['toscanini:entry'],
    Properties.Environment.Variables,
  ]);

describe('settings of functions', () => {
  it('find room for any number of providers, in a file beside the program', () => {
    const configuration = manyProviders(200);
    const { app } = deployed(configuration);
    const environments = environmentsIn(app.node.findChild('toscanini-service') as Stack);
    expect(environments.length).toBeGreaterThan(40);
    for (const [entry, environment] of environments) {
      expect(JSON.stringify(environment).length, entry).toBeLessThan(4_096);
      expect(environment).not.toHaveProperty('PROVIDERS');
    }
    const settings = JSON.parse(
      readFileSync(join(codeOf(app, 'functions/http/deployments/create.ts'), 'settings.json'), 'utf8'),
    );
    expect(JSON.parse(settings.PROVIDERS)).toEqual(configuration.providers);
    expect(JSON.parse(settings.TRUSTED_ISSUERS)).toHaveLength(1);
  });

  it('are those of the installation, where several share the programs', () => {
    const entry = 'functions/http/deployments/create.ts';
    const home = mkdtempSync(join(tmpdir(), 'toscanini-settings-'));
    const [first, second] = [manyProviders(1), manyProviders(2)].map((one) => deployed(one, home));
    const codes = [second, first].map((one) => one && codeOf(one.app, entry));
    const providers = codes.map(
      (code) => JSON.parse(readFileSync(join(code ?? '', 'settings.json'), 'utf8')).PROVIDERS,
    );
    expect(providers.map((text) => JSON.parse(text).length)).toEqual([2, 1]);
    expect(readdirSync(first?.folderOf(entry) ?? '').toSorted()).toEqual(['index.mjs', 'part']);
    for (const code of codes) expect(readFileSync(join(code ?? '', 'part', 'later.mjs'), 'utf8')).toBe(`// ${entry}`);
  });

  it('stand beside links to the program, which is not copied', () => {
    const entry = 'functions/http/deployments/get.ts';
    const { app, folderOf } = deployed(manyProviders(1));
    const inodes = [folderOf(entry), codeOf(app, entry)].map((folder) => statSync(join(folder, 'index.mjs')).ino);
    expect(new Set(inodes).size).toBe(1);
  });

  it('find room for as many storage elements as there may be too', () => {
    const elements = Array.from({ length: mostOf.elementBuckets }, (_, n) => ({
      name: `ELEMENT_${n}`,
      bucket: `somebody-elses-bucket-${n}`,
      attributes: { country: 'IT', tier: 1 },
    }));
    const { app } = deployed({ ...exampleConfiguration, files: { elements } });
    for (const [entry, environment] of environmentsIn(app.node.findChild('toscanini-service') as Stack)) {
      expect(JSON.stringify(environment).length, entry).toBeLessThan(4_096);
    }
  });

  it('that are no lists are refused at synthesis when the environment would not take them', () => {
    const { app } = deployed({ ...exampleConfiguration, publicBaseUrl: `https://example.org/${'a'.repeat(4_000)}` });
    expect(() => app.synth()).toThrow(
      /the environment of functions\/.* would have about \d+ bytes; Lambda allows 4096: PUBLIC_BASE_URL/,
    );
  });

  it('are read by the program where the environment has none', async () => {
    const program = `export { jsonVariable, optionalVariable, variable } from './src/adapters/environment/environment.ts';`;
    const { variable, optionalVariable } = (await bundled(program, {
      'settings.json': JSON.stringify({ PROVIDERS: '[]' }),
    })) as { variable: (...asked: string[]) => string; optionalVariable: (name: string) => string | undefined };
    expect(variable('PROVIDERS', 'a list')).toBe('[]');
    expect(optionalVariable('ELSEWHERE')).toBeUndefined();
    expect(() => variable('ELSEWHERE', 'a name')).toThrow('ELSEWHERE is not set');
  });
});
