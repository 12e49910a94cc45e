import { secretInputs } from '../data/machine-role.ts';
import type { Allowed } from '../rights/allowed.ts';
import { type Arns, arnsIn } from '../rights/arns.ts';
import { privateKeys, stackNames } from '../rights/names.ts';
import { readingStatements } from '../rights/reading.ts';
import type { Statement } from '../rights/statement.ts';
import { usingKey, type World } from './grant.ts';
import { providersIn } from './providers-in.ts';

/**
 * What a provider with CloudFormation needs: stacks by the beginning of their names, machines by their tag, roles by
 * their ARN (docs/decisions/0033). CloudFormation makes a stack's resources with a role of its own (0058). Nothing is granted
 * where no provider is of this kind.
 */
export const usingStacks = (world: Place): readonly Statement[] => granted(world, stackStatements);

/** What a dry run of an update needs: a change set is made, read and deleted, and never carried out. */
export const previewingStacks = (world: Place): readonly Statement[] => granted(world, previewStatements);

/** What a repair needs: CloudFormation sets back what has drifted of a stack by a change set of its own mode (docs/decisions/0077). */
export const revertingStacks = (world: Place): readonly Statement[] =>
  granted(world, (arns, serviceRoles) => [
    ...previewStatements(arns, serviceRoles),
    ...executeStatements(arns, serviceRoles),
  ]);

/** What a check of what stands needs: CloudFormation compares with the rights of whoever asks it (docs/decisions/0079). */
export const inspectingStacks = (world: Place): readonly Statement[] => {
  const allowed = providersIn(world.stack, world.configuration).flatMap(({ stack }) => stack ?? []);
  return granted(world, (arns) => inspectStatements(arns, allowed));
};

/** What a look at a stack needs that is to be adopted: its text, its tags, and the states of its machines. */
export const adoptingStacks = (world: Place): readonly Statement[] => {
  const { here } = placesOf(world);
  return [...(here.length > 0 ? adoptStatements(arnsIn(world.stack)) : []), ...assumingRoles(world)];
};

/**
 * The private keys of machines, in this account. Only the function that reads outputs needs them. CloudFormation gives
 * these parameters no tag, so their name is the narrowest that there is (docs/decisions/0051).
 */
export const readingKeys = (world: Place): readonly Statement[] => {
  const { here } = placesOf(world);
  return here.length === 0 ? [] : keyStatements(arnsIn(world.stack));
};

const placesOf = ({ stack, configuration }: Place) => {
  const places = providersIn(stack, configuration).flatMap((provider) => provider.stack ?? []);
  return { places, here: places.filter(({ roleArn }) => roleArn === undefined) };
};

type Place = Pick<World, 'stack' | 'configuration' | 'data'>;

type Statements = (arns: Arns, serviceRoles: readonly string[]) => readonly Statement[];

const granted = (world: Place, statements: Statements): readonly Statement[] => {
  const { places, here } = placesOf(world);
  const serviceRoles = [...new Set(here.map(({ serviceRoleArn }) => serviceRoleArn))];
  return [
    ...(here.length > 0 ? statements(arnsIn(world.stack), serviceRoles) : []),
    ...assumingRoles(world),
    ...(places.length > 0 ? keepingTemplates(world.data) : []),
  ];
};

const assumingRoles = (world: Place): readonly Statement[] => {
  const roles = [...new Set(placesOf(world).places.flatMap(({ roleArn }) => roleArn ?? []))];
  return roles.length > 0 ? [{ actions: ['sts:AssumeRole'], resources: roles }] : [];
};

/** Templates that are too large for a call lie in S3 meanwhile, where CloudFormation reads them with our rights. */
const keepingTemplates = (data: World['data']): readonly Statement[] => [
  {
    actions: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
    resources: [data.files.arnForObjects('templates/*/stack-*')],
  },
  usingKey(data, 's3'),
];

const withRole = (serviceRoles: readonly string[]) => ({ StringEquals: { 'cloudformation:RoleArn': serviceRoles } });

const passing = (serviceRoles: readonly string[]): Statement => ({
  actions: ['iam:PassRole'],
  resources: serviceRoles,
  conditions: { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } },
});

export const keyStatements = (arns: Arns): readonly Statement[] => [
  { actions: ['ssm:GetParameter'], resources: [arns.of('ssm', `parameter/${privateKeys}`)] },
];

/** Nothing here changes anything. The rights of a type are those that its handler asks for to read. */
export const inspectStatements = (arns: Arns, allowed: readonly Allowed[] = []): readonly Statement[] => {
  const stacks = [arns.of('cloudformation', `stack/${stackNames}/*`)];
  return [
    {
      actions: [
        'cloudformation:DescribeStackResourceDrifts',
        'cloudformation:DescribeStacks',
        'cloudformation:DetectStackDrift',
        'cloudformation:DetectStackResourceDrift',
        'cloudformation:GetTemplate',
      ],
      resources: stacks,
    },
    // these have no resources
    {
      actions: [
        'cloudformation:BatchDescribeTypeConfigurations',
        'cloudformation:DescribeStackDriftDetectionStatus',
        'cloudformation:ListStacks',
        'ec2:DescribeInstances',
      ],
      resources: ['*'],
    },
    ...readingStatements(allowed),
  ];
};

const adoptStatements = (arns: Arns): readonly Statement[] => [
  {
    actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
    resources: [arns.of('cloudformation', `stack/${stackNames}/*`)],
  },
  { actions: ['ec2:DescribeInstances'], resources: ['*'] },
];

/** A change set that was made is carried out; it has the tags and the role of its stack. */
export const executeStatements: Statements = (arns) => [
  { actions: ['cloudformation:ExecuteChangeSet'], resources: [arns.of('cloudformation', `stack/${stackNames}/*`)] },
];

/** Nobody may carry a change set out with these alone. */
export const previewStatements: Statements = (arns, serviceRoles) => {
  const stacks = [arns.of('cloudformation', `stack/${stackNames}/*`)];
  return [
    { actions: ['cloudformation:CreateChangeSet'], resources: stacks, conditions: withRole(serviceRoles) },
    {
      actions: [
        'cloudformation:DeleteChangeSet',
        'cloudformation:DescribeChangeSet',
        // a machine keeps its key, which the template in force names
        'cloudformation:DescribeStacks',
        'cloudformation:GetTemplate',
        'cloudformation:DescribeEvents',
        // a change set names the tags of its stack, else it would plan to remove them
        'cloudformation:TagResource',
        'cloudformation:UntagResource',
      ],
      resources: stacks,
    },
    { actions: ['ec2:DescribeSubnets'], resources: ['*'] },
    passing(serviceRoles),
  ];
};

/** The calls that the functions make themselves: for stacks of deployments, for their machines, and for what runs on them. */
export const stackStatements: Statements = (arns, serviceRoles) => {
  const stacks = [arns.of('cloudformation', `stack/${stackNames}/*`)];
  const machines = [arns.of('ec2', 'instance/*')];
  return [
    {
      actions: [
        'cloudformation:ContinueUpdateRollback',
        'cloudformation:CreateStack',
        'cloudformation:DeleteStack',
        'cloudformation:UpdateStack',
      ],
      resources: stacks,
      conditions: withRole(serviceRoles),
    },
    {
      actions: [
        'cloudformation:DescribeEvents',
        'cloudformation:DescribeStackEvents',
        'cloudformation:DescribeStacks',
        'cloudformation:GetTemplate',
        'cloudformation:TagResource',
        'cloudformation:UntagResource',
      ],
      resources: stacks,
    },
    passing(serviceRoles),
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
    { actions: ['ssm:SendCommand'], resources: [arns.of('ssm', 'document/AWS-RunShellScript', '')] },
    {
      actions: ['ssm:SendCommand'],
      resources: machines,
      conditions: { StringLike: { 'ssm:resourceTag/toscanini:stack': stackNames } },
    },
    // by its id, which only this service knows; AWS checks no tag of the machine there
    { actions: ['ssm:CancelCommand'], resources: ['*'] },
    {
      actions: ['ssm:AddTagsToResource', 'ssm:DeleteParameters', 'ssm:GetParametersByPath', 'ssm:PutParameter'],
      resources: [arns.of('ssm', `parameter/${secretInputs}/${stackNames}`)],
    },
  ];
};
