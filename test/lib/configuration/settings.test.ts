import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
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

/** The app as it is deployed, with empty programs. */
const deployed = (configuration: ConfigurationInput) => {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-settings-'));
  const folderOf = (entry: string): string => {
    const folder = join(home, entry.replaceAll('/', '-'));
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const app = buildApp(configuration, { bundles: folderOf });
  return { app, folderOf };
};

const environmentsIn = (service: Stack): readonly [entry: string, environment: Readonly<Record<string, unknown>>][] =>
  Object.values(Template.fromStack(service).findResources('AWS::Lambda::Function')).map(({ Metadata, Properties }) => [
    Metadata['toscanini:entry'],
    Properties.Environment.Variables,
  ]);

describe('settings of functions', () => {
  it('find room for any number of providers, in a file beside the program', () => {
    const configuration = manyProviders(200);
    const { app, folderOf } = deployed(configuration);
    const environments = environmentsIn(app.node.findChild('toscanini-service') as Stack);
    expect(environments.length).toBeGreaterThan(40);
    for (const [entry, environment] of environments) {
      expect(JSON.stringify(environment).length, entry).toBeLessThan(4_096);
      expect(environment).not.toHaveProperty('PROVIDERS');
    }
    const entry = 'functions/http/deployments/create.ts';
    const settings = JSON.parse(readFileSync(join(folderOf(entry), 'settings.json'), 'utf8'));
    expect(JSON.parse(settings.PROVIDERS)).toEqual(configuration.providers);
    expect(JSON.parse(settings.TRUSTED_ISSUERS)).toHaveLength(1);
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
