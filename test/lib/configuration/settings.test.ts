import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../lib/app.ts';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import { mostOf } from '../../../lib/configuration/most-of.ts';
import { Programs } from '../../../lib/functions/programs.ts';
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

/** The app as it is deployed, with a program of one line. */
const deployed = (configuration: ConfigurationInput, bundles = mkdtempSync(join(tmpdir(), 'toscanini-settings-'))) => {
  writeFileSync(join(bundles, 'program.mjs'), '// a program');
  return { app: buildApp(configuration, { bundles }), bundles };
};

/** The folder that is deployed as the code of all functions. */
const codeOf = (app: App): string => {
  const { directory, stacks } = app.synth();
  const { template } = stacks.find(({ id }) => id === 'toscanini-service') ?? {};
  const functions = Object.values<Deployed>(template.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const keys = new Set(functions.map(({ Properties }) => Properties.Code.S3Key));
  expect(keys.size).toBe(1);
  return join(directory, `asset.${[...keys][0]?.replace(/\.zip$/, '')}`);
};

interface Deployed {
  readonly Type: string;
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
    const settings = JSON.parse(readFileSync(join(codeOf(app), 'settings.json'), 'utf8'));
    expect(JSON.parse(settings.PROVIDERS)).toEqual(configuration.providers);
    expect(JSON.parse(settings.TRUSTED_ISSUERS)).toHaveLength(1);
  });

  it('are those of the installation, where several share the programs', () => {
    const bundles = mkdtempSync(join(tmpdir(), 'toscanini-settings-'));
    const apps = [manyProviders(1), manyProviders(2)].map((one) => deployed(one, bundles).app);
    const codes = apps.toReversed().map(codeOf);
    const providers = codes.map((code) => JSON.parse(readFileSync(join(code, 'settings.json'), 'utf8')).PROVIDERS);
    expect(providers.map((text) => JSON.parse(text).length)).toEqual([2, 1]);
    expect(readdirSync(bundles)).toEqual(['program.mjs']);
    for (const code of codes) expect(readdirSync(code)).toEqual(['program.mjs', 'settings.json']);
  });

  it('are refused where two functions would have different values of one name', () => {
    const programs = new Programs('anywhere');
    programs.addSettings({ PROVIDERS: '[1]' });
    programs.addSettings({ PROVIDERS: '[1]', LOGINS: '[]' });
    expect(() => programs.addSettings({ PROVIDERS: '[2]' })).toThrow('PROVIDERS');
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
    const folder = mkdtempSync(join(tmpdir(), 'toscanini-settings-'));
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ PROVIDERS: '[]' }));
    vi.resetModules();
    vi.stubEnv('LAMBDA_TASK_ROOT', folder);
    const { optionalVariable, variable } = await import('../../../src/adapters/environment/environment.ts');
    expect(variable('PROVIDERS', 'a list')).toBe('[]');
    expect(optionalVariable('ELSEWHERE')).toBeUndefined();
    expect(() => variable('ELSEWHERE', 'a name')).toThrow('ELSEWHERE is not set');
    vi.unstubAllEnvs();
  });
});
