import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { refuseElsewhere, refuseOtherPartitions, refuseUntested } from '../../../lib/configuration/installation.ts';
import { exampleConfiguration, stacks, templates } from '../stacks.ts';

const root = join(import.meta.dirname, '../../..');

describe('the name of an installation', () => {
  it('is toscanini where none is given, in every name that was there before', () => {
    const { data, service } = stacks();
    expect([data.stackName, service.stackName]).toEqual(['toscanini-data', 'toscanini-service']);
    const { data: template, service: api } = templates();
    template.hasResourceProperties('AWS::SecretsManager::Secret', { Name: 'toscanini/callbacks' });
    template.hasResourceProperties('AWS::SecretsManager::Secret', { Name: 'toscanini/infrastructure-manager' });
    api.hasResourceProperties('AWS::ApiGateway::RestApi', { Name: 'toscanini' });
    expect(JSON.stringify(api.toJSON())).not.toContain('POWERTOOLS_SERVICE_NAME');
  });

  it('keeps two of one account apart: no two resources of theirs bear the same name', () => {
    const tokenExchange = { clientId: 'toscanini', secret: 'team/exchange' };
    const issuers = exampleConfiguration.issuers.map((issuer) => ({ ...issuer, tokenExchange }));
    const namesOf = (name: string): readonly string[] => {
      const { data, service } = templates({ ...exampleConfiguration, issuers, name });
      return [data, service].flatMap((template) =>
        Object.values(template.toJSON()['Resources'] as Record<string, { Type: string; Properties?: object }>).flatMap(
          ({ Type, Properties = {} }) =>
            Object.entries(Properties)
              .filter(([key, value]) => named(Type).includes(key) && typeof value === 'string')
              .map(([, value]) => `${Type} ${value}`),
        ),
      );
    };
    const one = namesOf('staging');
    const other = namesOf('production');
    expect(one.length).toBeGreaterThan(3);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  });

  it('is that under which it counts, so that no alarm tells of another’s losses', () => {
    const watched = { dashboard: true, alarms: { detailed: true } };
    const { service } = templates({ ...exampleConfiguration, ...watched, name: 'staging' });
    const dimensions = Object.values(service.findResources('AWS::CloudWatch::Alarm'))
      .filter(({ Properties }) => Properties.Namespace === 'Toscanini')
      .map(({ Properties }) => Properties.Dimensions);
    expect(dimensions.length).toBeGreaterThan(2);
    for (const each of dimensions) expect(each).toContainEqual({ Name: 'service', Value: 'staging' });
    for (const { Properties } of Object.values(service.findResources('AWS::Lambda::Function')))
      expect(Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME).toBe('staging');
    const dashboard = JSON.stringify(service.findResources('AWS::CloudWatch::Dashboard'));
    expect(dashboard).toContain('service=\\\\\\"staging');
    expect(dashboard).not.toMatch(/service[^"]{0,4}"toscanini/);
  });

  it.each(['', '-a', 'a_b', 'a--b', 'a'.repeat(42), '1a'])(
    'is refused where a stack could not be called so: "%s"',
    (name) => {
      expect(() => configuration({ ...exampleConfiguration, name })).toThrow(/name/);
    },
  );
});

/** The members that name a resource to all of its account: a stage's name is its API's affair, a policy's that of its role. */
const named = (type: string): readonly string[] =>
  /ApiGateway::Stage$|IAM::Policy$/.test(type) ? [] : [`${type.split('::').at(-1)}Name`, 'Name'];

describe('account and region of an installation', () => {
  const place = { account: '111111111111', region: 'eu-south-1' };

  it('are those of the credentials where none are given, so that the templates fit everywhere', () => {
    const { data, service } = stacks();
    expect([data, service].map(({ environment }) => environment)).toEqual(
      Array(2).fill('aws://unknown-account/unknown-region'),
    );
  });

  it('are written into both stacks where they are given', () => {
    const { data, service } = stacks({ ...exampleConfiguration, ...place });
    for (const stack of [data, service]) {
      expect(stack.environment).toBe('aws://111111111111/eu-south-1');
    }
  });

  it.each([
    [
      'another account',
      { account: '222222222222', region: 'eu-south-1' },
      /account 111111111111.*are for 222222222222/,
    ],
    ['another region', { account: '111111111111', region: 'us-east-1' }, /region eu-south-1.*are for us-east-1/],
  ])('refuse credentials of %s', (_, current, message) => {
    expect(() => refuseElsewhere(place, current)).toThrow(message);
  });

  it('refuse nothing where they are not given, nor where there are no credentials', () => {
    expect(() => refuseElsewhere({}, { account: '222222222222', region: 'us-east-1' })).not.toThrow();
    expect(() => refuseElsewhere(place, { region: 'us-east-1' })).not.toThrow();
    expect(() => refuseElsewhere(place, place)).not.toThrow();
  });

  it('have providers in their own partition only', () => {
    const at = (region: string) => [{ id: 'here', stack: { region } }, { id: 'queues', batch: {} }, { id: 'im' }];
    for (const [region, place] of [
      ['eu-central-1', 'us-east-1'],
      ['cn-north-1', 'cn-northwest-1'],
      [undefined, 'cn-north-1'],
      ['us-gov-west-1', 'us-gov-north-9'],
    ] as const)
      expect(() => refuseOtherPartitions(region, at(place))).not.toThrow();
    expect(() => refuseOtherPartitions('eu-central-1', at('cn-north-1'))).toThrow(/here in cn-north-1 \(aws-cn\)/);
    expect(() => refuseOtherPartitions('us-gov-west-1', [{ id: 'b', batch: { region: 'eu-west-1' } }])).toThrow(
      /the installation \(aws-us-gov\).* b in eu-west-1 \(aws\)/,
    );
  });

  it('are refused in a partition that was not tested, and taken in one that was', () => {
    for (const region of ['eusc-de-east-1', 'us-iso-east-1', 'us-isob-east-1'])
      expect(() => refuseUntested(region), region).toThrow(/partition aws-\w+.*not tested.*aws, aws-cn, aws-us-gov/);
    for (const region of [undefined, 'eu-south-1', 'cn-north-1', 'us-gov-east-1', 'mars-north-9'])
      expect(() => refuseUntested(region), region).not.toThrow();
    expect(() => stacks({ ...exampleConfiguration, region: 'eusc-de-east-1' })).toThrow(/aws-eusc/);
  });

  it('are refused when malformed', () => {
    expect(() => configuration({ ...exampleConfiguration, account: '1' })).toThrow(/twelve digits/);
    expect(() => configuration({ ...exampleConfiguration, region: 'Milan' })).toThrow(/eu-south-1/);
  });

  it('end a synthesis for another account before anything is written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscanini-place-'));
    try {
      const file = join(folder, 'production.config.mjs');
      writeFileSync(file, `export default ${JSON.stringify({ ...exampleConfiguration, ...place })};\n`);
      const { status, stderr } = spawnSync(process.execPath, ['bin/toscanini.ts'], {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...process.env,
          TOSCANINI_CONFIG: file,
          CDK_DEFAULT_ACCOUNT: '222222222222',
          CDK_DEFAULT_REGION: 'eu-south-1',
          CDK_CONTEXT_JSON: '{"aws:cdk:bundling-stacks":[]}',
          CDK_OUTDIR: join(folder, 'cdk.out'),
        },
      });
      expect(status).not.toBe(0);
      expect(stderr).toContain('the configuration is for account 111111111111');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
