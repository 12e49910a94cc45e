import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../lib/app.ts';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import { sizesIn } from '../../../lib/limits/checked-app.ts';
import { limits } from '../../../lib/limits/limits.ts';

const place = { account: '210987654321', region: 'ap-southeast-1' };
const regions = [
  ...['eu-central-1', 'eu-west-1', 'us-east-1', 'ap-southeast-1', 'eu-west-2', 'eu-west-3', 'eu-north-1', 'eu-south-1'],
  ...[
    'us-east-2',
    'us-west-1',
    'us-west-2',
    'ap-south-1',
    'ap-northeast-1',
    'ap-northeast-2',
    'ca-central-1',
    'sa-east-1',
  ],
];
const inRegions = (count: number): ConfigurationInput => ({
  providers: [
    ...regions.slice(0, count).map((region) => ({
      id: `aws-${region}`,
      name: region,
      deployer: 'cloudformation' as const,
      stack: { region },
    })),
    { id: 'jobs', name: 'Jobs', deployer: 'batch' as const },
  ],
});
const accounts = Array.from({ length: 8 }, (_, n) => ({
  id: `t${n}`,
  name: `T${n}`,
  deployer: 'cloudformation' as const,
  stack: { region: 'ap-southeast-1', roleArn: `arn:aws:iam::21098765433${n}:role/toscanini` },
  secret: `toscanini/providers/t${n}`,
}));
const mixed: ConfigurationInput = {
  issuers: [
    {
      issuer: 'https://iam.lab.internal/',
      groupsClaim: 'groups',
      adminGroup: 'admins',
      tokenExchange: { clientId: 'toscanini', secret: 'toscanini/exchange' },
    },
  ],
  infrastructureManager: { url: 'https://im.lab.internal' },
  kmsKeys: ['arn:aws:kms:ap-southeast-1:210987654321:key/0199a0e0-0000-7000-8000-000000000000'],
  vpc: { vpcId: 'vpc-0123456789abcdef0', subnetIds: ['subnet-0a'], availabilityZones: ['ap-southeast-1a'] },
  providers: [
    { id: 'os', name: 'OS', credentials: { type: 'OpenStack' }, secret: 'ssm:/toscanini/providers/os' },
    ...(inRegions(1).providers ?? []),
  ],
};

const synthesised = (input: ConfigurationInput) => sizesIn(buildApp({ ...place, ...input }).synth());
const inlineOf = (input: ConfigurationInput): number => {
  const inline = synthesised(input).filter(({ limit }) => limit === 'inlinePolicies');
  return Math.max(...inline.map(({ size }) => size));
};

describe('a synthesis', () => {
  it('has roles of at most 8,000 characters, with 16 regions as with one', () => {
    const sizes = [1, 4, 16].map((count) => inlineOf(inRegions(count)));
    process.stdout.write(`largest role with 1, 4, 16 regions: ${sizes.join(', ')} of ${limits.inlinePolicies}\n`);
    expect(new Set(sizes).size).toBe(1);
    expect(sizes[0]).toBeLessThanOrEqual(8_000);
  });

  it.each([
    ['nothing configured', {}],
    ['providers of all kinds', mixed],
    ['eight accounts', { providers: accounts }],
  ])('has room with %s', (_, input) => {
    const size = inlineOf(input);
    process.stdout.write(`largest role with ${_}: ${size}\n`);
    expect(size).toBeLessThanOrEqual(8_000);
  });

  it('refuses a name that makes names of roles too long, in the region where it does', () => {
    const name = 'research-computing-toscanini-production';
    expect(() => synthesised({ ...inRegions(1), name })).toThrow(
      /start-jobs-ap-southeast-1 would have 65 characters, and IAM takes 64: .* at most 38/,
    );
    expect(() => synthesised({ ...inRegions(1), name, region: 'eu-west-1' })).not.toThrow();
  });

  it('refuses more allowed types than the managed policies of a role hold', () => {
    const allowedTypes = ['AWS::SageMaker::Endpoint', 'AWS::ApiGateway::RestApi'];
    const services = [
      'AppSync',
      'Backup',
      'Batch',
      'Cognito',
      'Connect',
      'IoT',
      'Logs',
      'MediaConvert',
      'QuickSight',
      'SES',
      'SSM',
    ];
    const stack = { region: 'eu-west-1', allowedTypes: [...allowedTypes, ...services.map((one) => `AWS::${one}::*`)] };
    const many = { providers: [{ id: 'aws', name: 'AWS', deployer: 'cloudformation' as const, stack }] };
    expect(() => synthesised(many)).toThrow(
      /Stacks\w+: managedPoliciesOfRole has \d+, and AWS takes 10: allow fewer types/,
    );
  });
});
