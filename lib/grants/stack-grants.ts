import { secretInputs } from '../data/machine-role.ts';
import { type Statement, usingKey, type World } from './grant.ts';
import { makingActions } from './making-actions.ts';
import { providersIn } from './providers-in.ts';

/**
 * What a provider with CloudFormation needs: stacks by the beginning of their names, machines by their tag, roles by
 * their ARN (docs/decisions/0033). CloudFormation makes a stack's resources with the rights of the caller, so they are
 * granted only to calls that come through CloudFormation. Nothing is granted where no provider is of this kind.
 */
export const usingStacks = ({ stack, configuration, data }: World): readonly Statement[] => {
  const places = providersIn(stack, configuration).flatMap((provider) => provider.stack ?? []);
  const here = places.filter(({ roleArn }) => roleArn === undefined);
  const roles = [...new Set(places.flatMap(({ roleArn }) => roleArn ?? []))];
  const profiles = [
    ...new Set(here.flatMap(({ instanceProfile, agentProfile }) => [instanceProfile ?? [], agentProfile].flat())),
  ];
  const tasks = [...new Set(here.map(({ taskRole }) => taskRole))];
  const regions = [...new Set(here.map(({ region }) => region))];
  return [
    ...(regions.length > 0 ? inThisAccount(stack, regions, { tasks, profiles }) : []),
    ...allowing(here.flatMap(({ allowedTypes = [] }) => allowedTypes)),
    ...(roles.length > 0 ? [{ actions: ['sts:AssumeRole'], resources: roles }] : []),
    ...(places.length > 0 ? keepingTemplates(data) : []),
  ];
};

/** Templates that are too large for a call lie in S3 meanwhile, where CloudFormation reads them with our rights. */
const keepingTemplates = (data: World['data']): readonly Statement[] => [
  {
    actions: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    resources: [data.files.arnForObjects('templates/*/stack-*')],
  },
  usingKey(data, 's3'),
];

/** What a dry run of an update needs: a change set is made, read and deleted, and never carried out. */
export const previewingStacks = ({ stack, configuration, data }: World): readonly Statement[] => {
  const places = providersIn(stack, configuration).flatMap((provider) => provider.stack ?? []);
  const regions = [...new Set(places.flatMap(({ roleArn, region }) => (roleArn === undefined ? [region] : [])))];
  const roles = [...new Set(places.flatMap(({ roleArn }) => roleArn ?? []))];
  const stacks = regions.map((region) =>
    stack.formatArn({ service: 'cloudformation', region, resource: 'stack', resourceName: `${stackNames}/*` }),
  );
  return [
    ...(stacks.length > 0
      ? [
          { actions: [...previewReads, ...previewActions, ...previewTags], resources: stacks },
          { actions: ['ec2:DescribeSubnets'], resources: ['*'] },
          { actions: ['ec2:Describe*', 'ssm:GetParameters'], resources: ['*'], conditions: throughCloudFormation },
        ]
      : []),
    ...(roles.length > 0 ? [{ actions: ['sts:AssumeRole'], resources: roles }] : []),
    ...(places.length > 0 ? keepingTemplates(data) : []),
  ];
};

/** Nobody may carry a change set out. */
export const previewActions = [
  'cloudformation:CreateChangeSet',
  'cloudformation:DeleteChangeSet',
  'cloudformation:DescribeChangeSet',
];

/** A change set names the tags of its stack, else it would plan to remove them, and AWS asks for the right to set them. */
const previewTags = ['cloudformation:TagResource', 'cloudformation:UntagResource'];

/** A machine keeps its key, which the template in force names. */
const previewReads = ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'];

/**
 * The private keys of machines, in this account. Only the function that reads outputs needs them. CloudFormation gives
 * these parameters no tag, so their name is the narrowest that there is (docs/decisions/0051).
 */
export const readingKeys = ({ stack, configuration }: World): readonly Statement[] => {
  const places = providersIn(stack, configuration).flatMap((provider) => provider.stack ?? []);
  const regions = [...new Set(places.flatMap(({ roleArn, region }) => (roleArn === undefined ? [region] : [])))];
  const resources = regions.map((region) =>
    stack.formatArn({ service: 'ssm', region, resource: 'parameter', resourceName: privateKeys }),
  );
  return regions.length === 0 ? [] : [{ actions: keyActions, resources }];
};

export const keyActions = ['ssm:GetParameter'];

/** Parameters in which CloudFormation puts private keys. */
export const privateKeys = 'ec2/keypair/*';

/** Names of stacks that deployments have. Those of the installation itself, such as toscanini-data, do not fit. */
export const stackNames = `toscanini-${[8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')}-*`;

type Stack = World['stack'];

interface PassedRoles {
  readonly tasks: readonly string[];
  /** a machine's instance profile holds a role with the profile's name */
  readonly profiles: readonly string[];
}

const inThisAccount = (stack: Stack, regions: readonly string[], roles: PassedRoles): readonly Statement[] => {
  const roleArns = (names: readonly string[]) =>
    names.map((resourceName) => stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName }));
  const arnsOf = (service: string, resource: string, resourceName: string) =>
    regions.map((region) => stack.formatArn({ service, region, resource, resourceName }));
  return stackStatements({
    stacks: arnsOf('cloudformation', 'stack', `${stackNames}/*`),
    machines: arnsOf('ec2', 'instance', '*'),
    taskRoles: roleArns(roles.tasks),
    machineRoles: roleArns(roles.profiles),
    keyPairs: arnsOf('ec2', 'key-pair', stackNames),
    keys: arnsOf('ssm', 'parameter', privateKeys),
    secrets: arnsOf('ssm', 'parameter', `${secretInputs}/${stackNames}`),
    scripts: regions.map((region) =>
      stack.formatArn({
        service: 'ssm',
        region,
        account: '',
        resource: 'document',
        resourceName: 'AWS-RunShellScript',
      }),
    ),
  });
};

/** The rights to make, change and remove stacks whose names begin with `toscanini-`, with these ARNs. */
export const stackStatements = ({
  stacks,
  machines,
  taskRoles,
  machineRoles,
  keyPairs,
  keys,
  scripts,
  secrets,
}: {
  readonly stacks: readonly string[];
  readonly machines: readonly string[];
  readonly taskRoles: readonly string[];
  readonly machineRoles: readonly string[];
  readonly keyPairs: readonly string[];
  /** of the parameters with private keys */
  readonly keys: readonly string[];
  /** of the document that runs scripts */
  readonly scripts: readonly string[];
  /** of parameters that hold secret inputs of operations */
  readonly secrets: readonly string[];
}): readonly Statement[] => [
  { actions: stackActions, resources: stacks },
  // these have no resources, or are asked before one is known
  {
    actions: [
      'cloudformation:ListStacks',
      'ec2:DescribeInstances',
      'ec2:DescribeSubnets',
      'ssm:DescribeInstanceInformation',
      'ssm:GetCommandInvocation',
      'ssm:ListCommandInvocations',
    ],
    resources: ['*'],
  },
  {
    actions: ['ec2:StartInstances', 'ec2:StopInstances'],
    resources: machines,
    conditions: { StringLike: { 'aws:ResourceTag/toscanini:stack': stackNames } },
  },
  // operations on machines: one document of AWS's own, on machines of our stacks only
  { actions: ['ssm:SendCommand'], resources: scripts },
  {
    actions: ['ssm:SendCommand'],
    resources: machines,
    conditions: { StringLike: { 'ssm:resourceTag/toscanini:stack': stackNames } },
  },
  {
    actions: ['ssm:AddTagsToResource', 'ssm:DeleteParameters', 'ssm:GetParametersByPath', 'ssm:PutParameter'],
    resources: secrets,
  },
  { actions: makingActions, resources: ['*'], conditions: throughCloudFormation },
  // a key pair has the name of its stack
  {
    actions: ['ec2:CreateKeyPair', 'ec2:DeleteKeyPair'],
    resources: keyPairs,
    conditions: throughCloudFormation,
  },
  { actions: ['ssm:DeleteParameter', 'ssm:PutParameter'], resources: keys, conditions: throughCloudFormation },
  {
    actions: ['iam:PassRole'],
    resources: taskRoles,
    conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
  },
  {
    actions: ['iam:PassRole'],
    resources: machineRoles,
    // the second is its name in China
    conditions: { StringEquals: { 'iam:PassedToService': ['ec2.amazonaws.com', 'ec2.amazonaws.com.cn'] } },
  },
  // AWS makes these roles for its own services when an account uses them for the first time
  {
    actions: ['iam:CreateServiceLinkedRole'],
    resources: ['*'],
    conditions: { ...throughCloudFormation, StringEquals: { 'iam:AWSServiceName': linkedServices } },
  },
];

/** The operator allows these types, so their services are allowed as a whole, through CloudFormation only. */
const allowing = (types: readonly string[]): readonly Statement[] => {
  const services = [...new Set(types.map((type) => `${prefixOf(type.split('::')[1] ?? '')}:*`))].toSorted();
  return services.length === 0 ? [] : [{ actions: services, resources: ['*'], conditions: throughCloudFormation }];
};

/** Services whose actions have another name than their types. */
const prefixes: { readonly [service: string]: string } = {
  ACMPCA: 'acm-pca',
  AmazonMQ: 'mq',
  ApiGatewayV2: 'apigateway',
  ApplicationAutoScaling: 'application-autoscaling',
  CertificateManager: 'acm',
  Cognito: 'cognito-idp',
  DirectoryService: 'ds',
  DocDB: 'rds',
  EFS: 'elasticfilesystem',
  EMR: 'elasticmapreduce',
  EMRServerless: 'emr-serverless',
  ElasticLoadBalancingV2: 'elasticloadbalancing',
  Elasticsearch: 'es',
  KinesisAnalyticsV2: 'kinesisanalytics',
  KinesisFirehose: 'firehose',
  Location: 'geo',
  MSK: 'kafka',
  MWAA: 'airflow',
  Neptune: 'rds',
  NetworkFirewall: 'network-firewall',
  OpenSearchServerless: 'aoss',
  OpenSearchService: 'es',
  RedshiftServerless: 'redshift-serverless',
  ResourceGroups: 'resource-groups',
  StepFunctions: 'states',
  VpcLattice: 'vpc-lattice',
};

const prefixOf = (service: string): string => prefixes[service] ?? service.toLowerCase();

const linkedServices = [
  'ecs.amazonaws.com',
  'elasticloadbalancing.amazonaws.com',
  'rds.amazonaws.com',
  'spot.amazonaws.com',
];

const stackActions = [
  'cloudformation:ContinueUpdateRollback',
  'cloudformation:CreateStack',
  'cloudformation:DeleteStack',
  'cloudformation:DescribeStackEvents',
  'cloudformation:DescribeStacks',
  'cloudformation:GetTemplate',
  'cloudformation:TagResource',
  'cloudformation:UntagResource',
  'cloudformation:UpdateStack',
];

const throughCloudFormation = { 'ForAnyValue:StringEquals': { 'aws:CalledVia': ['cloudformation.amazonaws.com'] } };
