import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { withDefaults } from '../../../src/adapters/providers/from-environment.ts';
import shipped from '../../../toscanini.config.ts';
import { templates } from '../stacks.ts';

/** The providers that each function reads, when its stack is in this region. */
const providersOf = (config: Parameters<typeof templates>[0], region: string): readonly unknown[] =>
  Object.values(templates(config).service.findResources('AWS::Lambda::Function')).flatMap(({ Properties }) => {
    const { PROVIDERS, PROVIDER_DEFAULTS } = Properties.Environment?.Variables ?? {};
    if (PROVIDERS === undefined) return [];
    // it needs no room in the environment, however long it is: lib/configuration/settings.ts
    expect(PROVIDERS).toBeTypeOf('string');
    return [withDefaults(JSON.parse(PROVIDERS), JSON.parse(inRegion(region, PROVIDER_DEFAULTS)))];
  });

/** The value of a variable in a template, when its stack is in this region. */
const inRegion = (region: string, value: unknown): string => {
  const joined = v.parse(v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.unknown())]) }), value)[
    'Fn::Join'
  ][1];
  const references: { readonly [name: string]: string } = {
    'AWS::Region': region,
    'AWS::Partition': 'aws',
    'AWS::AccountId': '111111111111',
  };
  const asText = v.union([
    v.string(),
    v.pipe(
      v.object({ Ref: v.string() }),
      v.transform(({ Ref }) => references[Ref]),
    ),
  ]);
  return joined.map((part) => v.parse(asText, part)).join('');
};

describe('an installation without providers', () => {
  it('deploys into its own account and region', () => {
    const all = providersOf({}, 'eu-west-3');
    expect(all.length).toBeGreaterThan(5);
    for (const value of all)
      expect(value).toEqual([
        {
          ...{ id: 'aws', name: 'AWS', priority: 1, deployer: 'cloudformation' },
          stack: {
            region: 'eu-west-3',
            serviceRoleArn: 'arn:aws:iam::111111111111:role/toscanini-stacks-eu-west-3',
            taskRole: 'toscanini-tasks-eu-west-3',
            agentProfile: 'toscanini-machines-eu-west-3',
          },
        },
        {
          ...{ id: 'jobs', name: 'AWS Batch', priority: 2, deployer: 'batch' },
          batch: {
            executionRoleArn: 'arn:aws:iam::111111111111:role/toscanini-start-jobs-eu-west-3',
            jobRoleArn: 'arn:aws:iam::111111111111:role/toscanini-jobs-eu-west-3',
            queues: [{ name: 'toscanini-jobs' }],
            region: 'eu-west-3',
          },
        },
      ]);
  }, 60_000);

  it('is what the shipped configuration makes, without a single value', () => {
    expect(shipped).toEqual({});
    expect(configuration(shipped).providers.map(({ id }) => id)).toEqual(['aws', 'jobs']);
    // a schedule needs a place for replicas: in its own bucket, a new file is its own replica
    expect(configuration(shipped).files.elements).toEqual([{ name: 'OWN', bucket: 'incoming', attributes: {} }]);
  });

  it('has none of its own where a federation ranks them, or the list is empty', () => {
    const federated = {
      services: { slam_url: 'https://slam.internal' },
      infrastructureManager: { url: 'https://im.internal' },
    };
    expect(configuration(federated).providers).toEqual([]);
    expect(configuration({ providers: [] }).providers).toEqual([]);
  });

  it('gives a provider of CloudFormation without a region its own', () => {
    const providers = [{ id: 'a', name: 'A', deployer: 'cloudformation' as const }];
    const [value] = providersOf({ region: 'eu-south-1', providers }, 'eu-south-1');
    expect(value).toMatchObject([{ id: 'a', stack: { region: 'eu-south-1' } }]);
  });
});
