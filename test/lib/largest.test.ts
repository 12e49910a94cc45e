import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../lib/app.ts';
import { type ConfigurationInput, configuration } from '../../lib/configuration/configuration.ts';
import { routeNames } from '../../lib/configuration/gateway-configuration.ts';
import { mostOf } from '../../lib/configuration/most-of.ts';
import { mostOutside } from '../../lib/configuration/secret-folders.ts';
import { exampleConfiguration } from './stacks.ts';

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
/** A text of that length which begins so. */
const long = (length: number, beginning: string): string => `${beginning}-`.padEnd(length, 'x');

/** So that roles with a region in their names have the 64 characters that IAM takes. */
const name = long(40, 'T').replace('-', ''); // 39
const account = '111111111111';
const region = 'us-gov-east-1';

/** All that docs/operations.md allows, at its most, with names as long as AWS takes them. What it does not bound is there by the hundred. */
const largest = {
  name,
  account,
  region,
  kmsKeys: many(mostOf.kmsKeys, (n) => `arn:aws-us-gov:kms:${region}:${account}:key/${long(40, `mrk-${n}`)}`),
  secretFolders: many(5, (n) => long(60, `team-${n}`)),
  issuers: many(200, (n) => ({
    issuer: `https://${long(60, `iam-${n}`)}.example.org/`,
    audience: long(60, 'audience'),
    groupsClaim: 'groups',
    adminGroup: 'administrators',
    tokenExchange: {
      clientId: `client-${n}`,
      secret: n < mostOutside ? `${long(60, `elsewhere-${n}`)}/exchange` : `${name}/issuers/${long(60, `iam-${n}`)}`,
    },
  })),
  managers: Object.fromEntries(many(100, (n) => [long(60, `group-${n}`), [long(60, `leads-${n}`)]])),
  infrastructureManager: { url: 'https://im.example.org', secret: `ssm:/${long(60, 'team')}/im` },
  providers: [
    ...onAws(),
    ...many(460, (n) => ({
      id: `cloud-${n}`,
      name: `Cloud ${n}`,
      groups: many(5, (group) => `group-${group}`),
      credentials: { type: 'OpenStack', host: `https://cloud-${n}.example.org:5000`, tenant: 'toscanini' },
      images: many(20, (image) => ({ id: long(60, `image-${image}`), distribution: 'ubuntu', version: '24.04' })),
      secret: providerSecret(n),
    })),
  ],
  services: {
    slam_url: 'https://slam.example.org',
    cmdb_url: 'https://cmdb.example.org',
    cpr_url: 'https://cpr.example.org',
    monitoring_url: 'https://monitoring.example.org',
    vault_url: 'https://vault.example.org',
  },
  files: {
    buckets: many(mostOf.buckets, (n) => long(63, `source-${n}`)),
    producers: many(mostOf.producers, (n) => `arn:aws-us-gov:iam::${account}:role/${long(64, `producer-${n}`)}`),
    readers: Object.fromEntries(many(mostOf.buckets, (n) => [long(63, `source-${n}`), many(20, (g) => `group-${g}`)])),
    elements: many(500, (n) => ({
      name: `ELEMENT_${n}`,
      bucket: long(63, `target-${n % mostOf.elementBuckets}`),
      attributes: { country: 'IT', tier: n },
    })),
  },
  customDomain: {
    name: 'toscanini.example.org',
    certificateArn: `arn:aws-us-gov:acm:${region}:${account}:certificate/1`,
    hostedZone: { id: 'Z1', name: 'example.org' },
  },
  webAcl: `arn:aws-us-gov:wafv2:${region}:${account}:regional/webacl/team/1`,
  throttling: { routes: Object.fromEntries(routeNames.map((route) => [route, { rate: 7, burst: 9 }])) },
  vpc: {
    vpcId: 'vpc-0123456789abcdef0',
    subnetIds: many(16, (n) => `subnet-0123456789abcde${n.toString(16).padStart(2, '0')}`),
    availabilityZones: many(16, () => `${region}a`),
  },
  limits: { bodyBytes: 4_194_304, importBytes: 8_388_608, providerTimeoutMins: 600, mostTimeoutMins: 6_000 },
  dashboard: true,
  alarms: {
    detailed: true,
    email: 'cloud-team@example.org',
    topicArn: `arn:aws-us-gov:sns:${region}:${account}:on-call`,
  },
  retention: { incomingDays: 30 },
} satisfies ConfigurationInput;

/** Stacks and jobs in 16 regions of this account and in eight others; the last jobs run on the installation's own queue. */
function onAws() {
  const regions = many(16, (n) => `us-gov-${['east', 'west', 'north', 'south'][n % 4]}-${1 + Math.floor(n / 4)}`);
  const roleIn = (n: number) => `arn:aws-us-gov:iam::${String(n).repeat(12)}:role/${long(64, 'tenant')}`;
  const queues = (n: number) => many(5, (q) => ({ name: long(128, `queue-${n}-${q}`) }));
  const startJobs = (n: number) => `arn:aws-us-gov:iam::${account}:role/${long(64, `start-${n}`)}`;
  return [
    ...regions.map((place, n) => ({
      ...{ id: `stacks-${n}`, name: `Stacks ${n}`, deployer: 'cloudformation' as const },
      stack: { region: place, allowedTypes: ['AWS::SNS::Topic', 'AWS::SQS::*'] },
    })),
    ...many(8, (n) => ({
      ...{ id: `tenant-${n}`, name: `Tenant ${n}`, deployer: 'cloudformation' as const },
      stack: { region: regions[n] ?? region, roleArn: roleIn(n + 2) },
      secret: `${name}/providers/tenant-${n}`,
    })),
    ...regions.slice(0, 8).map((place, n) => ({
      ...{ id: `queues-${n}`, name: `Queues ${n}`, deployer: 'batch' as const },
      batch: { region: place, queues: queues(n), executionRoleArn: startJobs(n), jobRoleArn: startJobs(n + 8) },
    })),
    ...many(4, (n) => ({
      ...{ id: `their-queues-${n}`, name: `Their queues ${n}`, deployer: 'batch' as const },
      batch: { region: regions[n] ?? region, queues: queues(n), roleArn: roleIn(n + 2) },
      secret: `${name}/providers/tenant-${n}`,
    })),
    { id: 'own-jobs', name: 'Own jobs', deployer: 'batch' as const },
  ];
}

/** Ten outside of every folder, of either kind of store; the others in each of the folders. */
function providerSecret(n: number): string {
  const store = n % 2 === 0 ? '' : 'ssm:/';
  if (n < mostOutside) return `${store}${long(60, `elsewhere-${n}`)}/one`;
  const folder = n % 7 < 5 ? long(60, `team-${n % 7}`) : `${name}/providers`;
  return `${store}${folder}/${long(60, `cloud-${n}`)}`;
}

/** How many bytes a value has when CloudFormation has filled it in, at most: what only it knows is as long as the longest names. */
const bytesOf = (value: unknown): number => JSON.stringify(filledIn(value)).length;

const unknown = 'x'.repeat(140);

const filledIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filledIn);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, inner] = ['', undefined]] = Object.entries(value);
  if (name === 'Fn::Join') {
    const [by, parts] = inner as [string, unknown[]];
    return parts.map((part) => (typeof part === 'string' ? part : filledIn(part))).join(by);
  }
  if (name === 'Ref' || name.startsWith('Fn::')) return unknown;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one)]));
};

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, never>> & { readonly [name: string]: unknown };
}

interface Synthesised {
  readonly bytes: number;
  readonly template: { readonly Resources: Readonly<Record<string, Resource>>; readonly Outputs?: object };
}

/** As it is deployed, with empty programs. */
const synthesised = (configuration: ConfigurationInput): readonly Synthesised[] => {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-largest-'));
  const bundles = join(home, 'bundles');
  mkdirSync(bundles);
  const { stacks } = buildApp(configuration, { bundles, outdir: join(home, 'cdk.out') }).synth();
  return stacks.map(({ templateFullPath, template }) => ({ bytes: statSync(templateFullPath).size, template }));
};

/** What AWS takes at most. */
const limits = {
  /** of a template in S3, in bytes */
  template: 1_000_000,
  resources: 500,
  outputs: 200,
  /** of all inline policies of a role together, in characters */
  inlinePolicies: 10_240,
  managedPolicy: 6_144,
  managedPoliciesOfRole: 10,
  keyPolicy: 32_768,
  bucketPolicy: 20_480,
  queuePolicy: 65_536,
  eventPattern: 2_048,
  environment: 4_096,
} as const;

/** So much of each may be in use, so that the next release finds room. */
const inUse = 0.85;

describe('the largest configuration', () => {
  let all: readonly Synthesised[];
  const resources = (type: string) =>
    all.flatMap(({ template }) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type));
  const expectRoom = (sizes: Readonly<Record<string, number>>, limit: number) => {
    expect(Object.keys(sizes).length).toBeGreaterThan(0);
    const tooMuch = Object.entries(sizes).filter(([, size]) => size > limit * inUse);
    expect(tooMuch.map(([what, size]) => `${what} has ${size} of ${limit}`)).toEqual([]);
  };
  const sized = (type: string, measure: (properties: Resource['Properties']) => unknown) =>
    Object.fromEntries(resources(type).map(([id, { Properties }]) => [id, bytesOf(measure(Properties))]));

  beforeAll(() => {
    all = synthesised(largest);
    console.log(all.map(({ bytes, template }) => [bytes, Object.keys(template.Resources).length]));
  });

  it('has room in both templates, for bytes, resources and outputs', () => {
    expectRoom(Object.fromEntries(all.map(({ bytes }, n) => [`template ${n}`, bytes])), limits.template);
    for (const { template } of all) {
      // a route has three: its function, its role, and the right to call it
      const left = limits.resources - Object.keys(template.Resources).length;
      expect(left, 'room for five more routes: share or leave out resources').toBeGreaterThanOrEqual(5 * 3);
      expectRoom({ outputs: Object.keys(template.Outputs ?? {}).length }, limits.outputs);
    }
  });

  it('has room in the policies of every role', () => {
    const inline: Record<string, number> = {};
    for (const [role, { Properties }] of resources('AWS::IAM::Role'))
      inline[role] = bytesOf(
        ((Properties['Policies'] ?? []) as readonly { PolicyDocument: unknown }[]).map((one) => one.PolicyDocument),
      );
    for (const [, { Properties }] of resources('AWS::IAM::Policy'))
      for (const { Ref: role } of Properties['Roles'] as unknown as readonly { readonly Ref: string }[])
        inline[role] = (inline[role] ?? 0) + bytesOf(Properties['PolicyDocument']);
    console.log(`largest role: ${Math.max(...Object.values(inline))} of ${limits.inlinePolicies} characters`);
    expectRoom(inline, limits.inlinePolicies);
    expectRoom(
      sized('AWS::IAM::ManagedPolicy', ({ PolicyDocument }) => PolicyDocument),
      limits.managedPolicy,
    );
    const attached = resources('AWS::IAM::Role').map(([id, { Properties }]) => [
      id,
      ((Properties['ManagedPolicyArns'] ?? []) as readonly unknown[]).length,
    ]);
    expectRoom(Object.fromEntries(attached), limits.managedPoliciesOfRole);
  });

  it('needs no policy that the CDK divided because it had grown', () => {
    expect(resources('AWS::IAM::ManagedPolicy').filter(([id]) => id.includes('Overflow'))).toEqual([]);
  });

  it('has room in the policies of keys, buckets and queues', () => {
    expectRoom(
      sized('AWS::KMS::Key', ({ KeyPolicy }) => KeyPolicy),
      limits.keyPolicy,
    );
    expectRoom(
      sized('AWS::S3::BucketPolicy', ({ PolicyDocument }) => PolicyDocument),
      limits.bucketPolicy,
    );
    expectRoom(
      sized('AWS::SQS::QueuePolicy', ({ PolicyDocument }) => PolicyDocument),
      limits.queuePolicy,
    );
  });

  it('has room in every event pattern', () => {
    const patterns = resources('AWS::Events::Rule').filter(([, { Properties }]) => 'EventPattern' in Properties);
    const sizes = patterns.map(([id, { Properties }]) => [id, bytesOf(Properties['EventPattern'])]);
    expectRoom(Object.fromEntries(sizes), limits.eventPattern);
  });

  it('has room in the environment of every function', () => {
    const variables = ({ Environment }: Resource['Properties']) =>
      (Environment as unknown as { readonly Variables: object }).Variables;
    expectRoom(sized('AWS::Lambda::Function', variables), limits.environment);
  });

  it('is as large with half of the providers, issuers and storage elements', () => {
    const half = {
      ...largest,
      issuers: largest.issuers.slice(0, 100),
      providers: largest.providers.slice(0, 250),
      files: { ...largest.files, elements: largest.files.elements.slice(0, 250) },
    };
    expect(synthesised(half).map(({ bytes }) => bytes)).toEqual(all.map(({ bytes }) => bytes));
  });

  it.each([
    ['keys', { kmsKeys: [...largest.kmsKeys, largest.kmsKeys[0] ?? ''] }, /kmsKeys/],
    ['buckets', { files: { buckets: many(mostOf.buckets + 1, (n) => `source-${n}`) } }, /files\.buckets/],
    [
      'buckets of storage elements',
      { files: { elements: many(mostOf.elementBuckets + 1, (n) => ({ name: `E${n}`, bucket: `target-${n}` })) } },
      /files\.elements/,
    ],
    ['producers', { files: { producers: many(mostOf.producers + 1, () => '111111111111') } }, /files\.producers/],
    ['folders of secrets', { secretFolders: many(6, (n) => `team-${n}`) }, /secretFolders/],
    [
      'secrets in no folder',
      {
        providers: many(mostOutside + 1, (n) => ({
          id: `c${n}`,
          name: 'C',
          credentials: {},
          secret: `elsewhere/${n}`,
        })),
      },
      /11 of their secrets are outside of toscanini\/providers\/; at most 10 may be: move them there/,
    ],
  ])('is refused with more %s', (_, more, message) => {
    expect(() => configuration({ ...exampleConfiguration, ...more })).toThrow(message);
  });
});
