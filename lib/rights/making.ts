import type { Arns } from './arns.ts';
import { handlersOf } from './handlers.ts';
import { leftOut } from './left-out.ts';
import { mappedTypes } from './mapped-types.ts';
import { privateKeys, stackNames } from './names.ts';
import { viaService } from './opening-services.ts';
import type { Statement } from './statement.ts';

/** Every action that the handlers of the mapped types need for what the translation writes. */
export const derivedActions = (): readonly string[] => [...new Set(mappedTypes.flatMap(neededBy))].toSorted();

const neededBy = (type: (typeof mappedTypes)[number]): readonly string[] => {
  const handlers = handlersOf(type);
  if (handlers === undefined) throw new Error(`no rights are known for ${type}: run npm run tool aws:data`);
  const left = new Set(leftOut.flatMap((one) => (one.type === type ? one.actions : [])));
  return [...handlers.change, ...handlers.read].filter((action) => !left.has(action));
};

export interface PassedRoles {
  /** ARNs of roles with which ECS starts containers */
  readonly tasks: readonly string[];
  /** ARNs of roles of machines */
  readonly machines: readonly string[];
}

/** What CloudFormation needs to make, change, read and remove resources of the mapped types, and of no others. */
export const makingStatements = (arns: Arns, roles: PassedRoles): readonly Statement[] => {
  const limited = limitedStatements(arns, roles);
  const bound = new Set(limited.flatMap(({ actions }) => actions));
  return [{ actions: derivedActions().filter((action) => !bound.has(action)), resources: ['*'] }, ...limited];
};

/** Services whose own roles AWS makes when an account uses them for the first time. */
const linkedServices = [
  'ecs.amazonaws.com',
  // Application Auto Scaling changes the number of copies with a role of its own for each kind of thing
  'ecs.application-autoscaling.amazonaws.com',
  'elasticloadbalancing.amazonaws.com',
  'rds.amazonaws.com',
  'spot.amazonaws.com',
];

const limitedStatements = (arns: Arns, { tasks, machines }: PassedRoles): readonly Statement[] => [
  // a key pair has the name of its stack
  { actions: ['ec2:CreateKeyPair', 'ec2:DeleteKeyPair'], resources: [arns.of('ec2', `key-pair/${stackNames}`)] },
  {
    actions: ['ssm:DeleteParameter', 'ssm:PutParameter'],
    resources: [arns.of('ssm', `parameter/${privateKeys}`)],
  },
  // no handler asks for it: CloudFormation itself looks up AWS's images
  { actions: ['ssm:GetParameters'], resources: [arns.of('ssm', 'parameter/aws/service/*', '*')] },
  // RDS makes the secret of a database; nobody may read it with these rights
  {
    actions: ['secretsmanager:CreateSecret', 'secretsmanager:TagResource'],
    resources: [arns.of('secretsmanager', 'secret:rds!*')],
  },
  {
    actions: ['kms:CreateGrant'],
    resources: ['*'],
    conditions: { StringLike: { 'kms:ViaService': encrypting }, Bool: { 'kms:GrantIsForAWSResource': 'true' } },
  },
  {
    actions: ['kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    resources: ['*'],
    conditions: { StringLike: { 'kms:ViaService': encrypting } },
  },
  { actions: ['iam:GetRole'], resources: [...tasks, arns.role('aws-service-role/*')] },
  {
    actions: ['iam:PassRole'],
    resources: tasks,
    conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
  },
  {
    actions: ['iam:PassRole'],
    resources: machines,
    // the second is its name in China
    conditions: { StringEquals: { 'iam:PassedToService': ['ec2.amazonaws.com', 'ec2.amazonaws.com.cn'] } },
  },
  {
    actions: ['iam:CreateServiceLinkedRole'],
    resources: [arns.role('aws-service-role/*')],
    conditions: { StringEquals: { 'iam:AWSServiceName': linkedServices } },
  },
];

/** Services that encrypt disks with keys of the account. */
const encrypting = (['ec2', 'rds'] as const).map(viaService);
