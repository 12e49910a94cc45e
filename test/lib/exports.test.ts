import { describe, expect, it } from 'vitest';
import type { ConfigurationInput } from '../../lib/configuration/configuration.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const exchange = { clientId: 'toscanini', secret: 'toscanini/exchange' };
const issuer = { issuer: 'https://iam.example.org/', groupsClaim: 'groups', adminGroup: 'admins' };

/** Configurations between which a team may change as it likes. */
const variants: Readonly<Record<string, Partial<ConfigurationInput>>> = {
  'the example': {},
  'a secret of its own for the Infrastructure Manager': {
    infrastructureManager: { url: 'https://im.example.org', secret: 'team/im' },
  },
  'an exchange of tokens': { issuers: [{ ...issuer, tokenExchange: exchange }] },
  'no provider': { providers: [] },
  'files of others': {
    files: {
      buckets: ['their-bucket'],
      readers: { incoming: ['physics'] },
      elements: [{ name: 'OWN', bucket: 'incoming' }],
    },
  },
  'other tables': {
    tables: {
      deployments: 'restored-1',
      resources: 'restored-2',
      schedules: 'restored-3',
      scheduleEvents: 'restored-4',
    },
  },
  'every other switch': {
    alarms: { email: 'cloud-team@example.org' },
    tracing: false,
    createdByEverywhere: true,
    publicBaseUrl: 'https://api.example.org',
    vpc: { vpcId: 'vpc-0a', subnetIds: ['subnet-0a'], availabilityZones: ['eu-south-1a'] },
  },
};

/** Names of exports, without the stack's own in front. */
const exportsAndImports = (configuration: Partial<ConfigurationInput>) => {
  const { data, service } = templates({ ...exampleConfiguration, ...configuration });
  const short = (name: unknown) => String(name).replace('toscanini-data:ExportsOutput', '');
  const imports = [...JSON.stringify(service.toJSON()).matchAll(/"Fn::ImportValue":"([^"]+)"/g)];
  return {
    exported: Object.values(data.findOutputs('*')).map(({ Export }) => short(Export.Name)),
    imported: [...new Set(imports.map(([, name]) => short(name)))],
  };
};

/** Exported whatever the configuration says. To take one away, or rename it, dead-locks the upgrade of every service that imports it. */
const always = [
  'FnGetAttDeployments7DB91225Arn1F6FFB16',
  'FnGetAttFiles8E6940B8ArnD8EE6C03',
  'FnGetAttIncomingBucketBE273DCDArnDB188BB2',
  'FnGetAttIncomingDeadLetters47DF6E71Arn3CA97ADA',
  'FnGetAttIncomingDeadLetters47DF6E71QueueName9EDB122C',
  'FnGetAttIncomingQueue55103F57Arn2F29BF0B',
  'FnGetAttIncomingQueue55103F57QueueNameF33211C8',
  'FnGetAttKey961B73FDArn5A860C43',
  'FnGetAttResources431A4779Arn1BC07A59',
  'FnGetAttScheduleEvents42DDAA64Arn1993B90F',
  'FnGetAttSchedules29FB02FDArnF5E94796',
  'RefCallbackKey723161D236D62532',
  'RefDeployments7DB9122519261084',
  'RefFiles8E6940B842DACF39',
  'RefIncomingBucketBE273DCD01A4DE42',
  'RefIncomingDeadLetters47DF6E71200123AB',
  'RefIncomingQueue55103F5715AF93BA',
  'RefResources431A47795EDCC6ED',
  'RefScheduleEvents42DDAA647B5F8F5A',
  'RefSchedules29FB02FD6F20AAE5',
];

describe('what the data stack exports', () => {
  it.each(Object.entries(variants))(
    'is the same in every configuration, and all that is imported: %s',
    (_, variant) => {
      const { exported, imported } = exportsAndImports(variant);
      expect(exported.toSorted()).toEqual(always);
      expect(imported.filter((name) => !always.includes(name))).toEqual([]);
    },
  );
});
