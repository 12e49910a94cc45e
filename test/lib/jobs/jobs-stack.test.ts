import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type ConfigurationInput, configuration } from '../../../lib/configuration/configuration.ts';
import { kind } from '../grants-text.ts';
import { findings, withJobs } from '../nag.ts';
import { statementsIn } from '../policies.ts';
import { templates } from '../stacks.ts';

const made = (input: ConfigurationInput): Template => {
  const { jobs: template } = templates(input);
  if (template === undefined) throw new Error('the app has no stack of jobs');
  return template;
};

/** Resources that cost nothing while no job runs. A public address, a NAT or an interface endpoint would cost something every hour. */
const free = [
  'AWS::Batch::ComputeEnvironment',
  'AWS::Batch::JobQueue',
  'AWS::EC2::InternetGateway',
  'AWS::EC2::Route',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::Subnet',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::EC2::VPC',
  'AWS::EC2::VPCEndpoint',
  'AWS::EC2::VPCGatewayAttachment',
  'AWS::IAM::Role',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
];

describe('the job queue of an installation with nothing configured', () => {
  const template = made({});

  it('is a queue of Fargate with a name that the service knows', () => {
    template.hasResourceProperties('AWS::Batch::JobQueue', { JobQueueName: 'toscanini-jobs', State: 'ENABLED' });
    template.hasResourceProperties('AWS::Batch::ComputeEnvironment', {
      Type: 'MANAGED',
      ReplaceComputeEnvironment: false,
      ComputeResources: { Type: 'FARGATE', MaxvCpus: 64 },
    });
  });

  it('costs nothing while no job runs', () => {
    const { Resources } = template.toJSON() as { Resources: Record<string, { readonly Type: string }> };
    const types = new Set(Object.values(Resources).map(({ Type }) => Type));
    expect([...types].filter((type) => !free.includes(type))).toEqual([]);
    for (const { Properties } of Object.values(template.findResources('AWS::EC2::VPCEndpoint')))
      expect(Properties.VpcEndpointType).toBe('Gateway');
  });

  it('has a network of two zones that nobody reaches from outside', () => {
    template.resourceCountIs('AWS::EC2::Subnet', 2);
    for (const { Properties } of Object.values(template.findResources('AWS::EC2::SecurityGroup')))
      expect(Properties).not.toHaveProperty('SecurityGroupIngress');
  });

  it('keeps its results when the stack is deleted', () => {
    for (const bucket of Object.values(template.findResources('AWS::S3::Bucket')))
      expect(bucket).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });

  it('has nothing that cdk-nag would say of it and that is not accepted with a reason', () => {
    expect(findings(withJobs).filter((one) => one.startsWith('/toscanini-jobs/'))).toEqual([]);
  });
});

describe('the role of jobs', () => {
  const actionsOf = (input: ConfigurationInput, name: string): readonly string[] =>
    Object.values(made(input).findResources('AWS::IAM::Role'))
      .filter(({ Properties }) => JSON.stringify(Properties.RoleName).includes(name))
      .flatMap(({ Properties }) => Properties.Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .flatMap(({ Action }) => Action);

  /** The ends of what it may read, without the names of buckets. */
  const readable = (input: ConfigurationInput): readonly string[] =>
    Object.values(made(input).findResources('AWS::IAM::Role'))
      .filter(({ Properties }) => JSON.stringify(Properties.RoleName).includes('toscanini-jobs-'))
      .flatMap(({ Properties }) => Properties.Policies[0].PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes('s3:GetObject'))
      .flatMap(({ Resource }) => [Resource].flat())
      .map((one) => JSON.stringify(one).match(/[^":]*\/\*/)?.[0] ?? '')
      .toSorted();

  it('reads new files and what jobs hand on, and reads no other results', () => {
    expect([...new Set(actionsOf({}, 'toscanini-jobs-'))].toSorted()).toEqual([
      ...['kms:Decrypt', 'kms:GenerateDataKey'],
      ...['s3:GetObject', 's3:GetObjectVersion', 's3:ListBucket', 's3:PutObject'],
    ]);
    expect(readable({})).toEqual(['/*', '/chains/*']);
  });

  it('reads the replicas of storage elements, which are the files that schedules name', () => {
    const elements = [{ name: 'ONE', bucket: 'one' }];
    expect(readable({ files: { elements } })).toEqual(['/*', '/chains/*', 'one/toscanini-replicas/*']);
  });

  it('reads no new files, and no replicas, where only some groups may have schedules for them', () => {
    const elements = [{ name: 'ONE', bucket: 'one' }];
    expect(readable({ files: { elements, readers: { incoming: ['physics'] } } })).toEqual(['/chains/*']);
  });

  it('starts containers with no secret but those for containers: a job may name the secret of any database', () => {
    const secrets = statementsIn(made({})).filter(({ Action }) =>
      [Action].flat().includes('secretsmanager:GetSecretValue'),
    );
    expect(secrets.flatMap(({ Resource }) => [Resource].flat()).map(kind)).toEqual([
      expect.stringMatching(/secret:toscanini-containers\/\*$/),
    ]);
  });

  it('is another one than the role that starts containers, which only ECS may assume in this account', () => {
    expect(actionsOf({}, 'toscanini-start-jobs-')).toEqual(
      expect.arrayContaining([
        ...['ecr:GetAuthorizationToken', 'logs:CreateLogStream'],
        ...['secretsmanager:GetSecretValue', 'ssm:GetParameters'],
      ]),
    );
    for (const { Properties } of Object.values(made({}).findResources('AWS::IAM::Role')))
      expect(Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
        {
          Principal: { Service: 'ecs-tasks.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
  });
});

describe("a team's own", () => {
  const own = { region: 'eu-west-1', queues: [{ name: 'mine' }] };

  it('queues replace it', () => {
    const providers = [{ id: 'jobs', name: 'Jobs', deployer: 'batch' as const, batch: own }];
    expect(templates({ providers }).jobs).toBeUndefined();
    expect(templates({ providers: [{ id: 'aws', name: 'AWS', deployer: 'cloudformation' }] }).jobs).toBeUndefined();
  });

  it('network and number of processors are taken', () => {
    const template = made({ jobs: { cpus: 8, network: { subnetIds: ['subnet-0a'], securityGroupIds: ['sg-0a'] } } });
    template.resourceCountIs('AWS::EC2::VPC', 0);
    template.hasResourceProperties('AWS::Batch::ComputeEnvironment', {
      ComputeResources: { MaxvCpus: 8, Subnets: ['subnet-0a'], SecurityGroupIds: ['sg-0a'] },
    });
  });

  it.each([
    [
      { queues: [{ name: 'mine' }] },
      'is missing: queues of your own are in a region\n  → at providers[0].batch.region',
    ],
    [
      { region: 'eu-west-1' },
      "needs queues: without them, jobs run on this installation's own job queue\n  → at providers[0].batch.region",
    ],
    [
      { roleArn: 'arn:aws:iam::111111111111:role/jobs' },
      "needs queues: without them, jobs run on this installation's own job queue\n  → at providers[0].batch.roleArn",
    ],
  ])('%j is refused: %s', (batch, mistake) => {
    const providers = [{ id: 'jobs', name: 'Jobs', deployer: 'batch' as const, batch }];
    expect(() => configuration({ providers })).toThrow(mistake);
  });
});
