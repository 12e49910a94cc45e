/** What CloudFormation itself may do with the role of a stack: the rights that the handlers of its types ask for. */

import type { Site } from '../engine/site.ts';
import { type Bag, isBag, textOf } from '../protocol/json.ts';
import type { Failure } from '../rows/row.ts';
import { deniedBecause } from './authorize.ts';
import type { Request } from './policy.ts';
import { handlerActions, roleOf } from './principals.ts';

interface Resource {
  readonly type: string;
  readonly properties: Bag;
  /** id of the thing; absent: it is not made yet */
  readonly id?: string | undefined;
}

/** Undefined: it may. A stack without a role is made with the rights of whoever asked for it, which the call has shown. */
export const refusedByRole = (site: Site, resource: Resource): Failure | undefined => {
  const { roleArn } = site.stack;
  const policies = roleArn === undefined ? undefined : roleOf(roleArn);
  if (roleArn === undefined || policies === undefined) return undefined;
  const arn = `${roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/AWSCloudFormation`;
  for (const action of handlerActions(resource.type) ?? []) {
    const request = requestFor(site, resource, action);
    const message = request && deniedBecause(arn, policies, request);
    if (message !== undefined) return { message, service: serviceOf(action), status: 403, handlerCode: 'AccessDenied' };
  }
  return undefined;
};

const serviceOf = (action: string): string => {
  const [service = ''] = action.split(':');
  return `${service[0]?.toUpperCase()}${service.slice(1)}`;
};

/** The services whose own roles a type needs. */
const linked: { readonly [service: string]: string } = {
  ECS: 'ecs.amazonaws.com',
  ElasticLoadBalancingV2: 'elasticloadbalancing.amazonaws.com',
  RDS: 'rds.amazonaws.com',
  EC2: 'spot.amazonaws.com',
  ApplicationAutoScaling: 'ecs.application-autoscaling.amazonaws.com',
};

/** Undefined: these properties do not need the action. */
const requestFor = ({ place, stack }: Site, resource: Resource, action: string): Request | undefined => {
  const { type, properties, id } = resource;
  const [, group = ''] = type.split('::');
  const [service = '', name = ''] = action.split(':');
  const arn = (of: string, rest: string): string => `arn:aws:${of}:${place.region}:${place.account}:${rest}`;
  const on = (text: string, context: Request['context'] = {}): Request => ({ action, resource: text, context });
  if (service === 'kms') return undefined; // nothing in the sandbox has a key of the account
  if (action === 'iam:PassRole' || action === 'iam:GetRole') {
    const role = roleIn(resource, place.account);
    return role && on(role.arn, { 'iam:PassedToService': role.service });
  }
  if (action === 'iam:CreateServiceLinkedRole') {
    const owner = linked[group] ?? '';
    return on(`arn:aws:iam::${place.account}:role/aws-service-role/${owner}/AWSServiceRole`, {
      'iam:AWSServiceName': owner,
    });
  }
  if (/KeyPair$/.test(name) && type === 'AWS::EC2::KeyPair')
    return on(arn('ec2', `key-pair/${textOf(properties['KeyName']) ?? id ?? stack.name}`));
  if (service === 'ssm') return on(arn('ssm', `parameter/ec2/keypair/${id ?? 'key-0'}`));
  if (service === 'secretsmanager')
    return properties['ManageMasterUserPassword'] === undefined ? undefined : on(arn(service, 'secret:rds!db-1'));
  return on(arn(service, `${type.split('::').at(-1)?.toLowerCase()}/${id ?? resource.type}`));
};

/** The role that a resource is given, and who will use it. */
const roleIn = (
  { type, properties }: Resource,
  account: string,
): { readonly arn: string; readonly service: string } | undefined => {
  if (type === 'AWS::ECS::TaskDefinition') {
    const given = textOf(properties['ExecutionRoleArn']) ?? textOf(properties['TaskRoleArn']);
    return given === undefined ? undefined : { arn: given, service: 'ecs-tasks.amazonaws.com' };
  }
  const launch = properties['LaunchTemplateData'];
  const profile = (isBag(launch) ? launch : properties)['IamInstanceProfile'];
  const name = isBag(profile)
    ? (textOf(profile['Name']) ?? textOf(profile['Arn'])?.split('/').at(-1))
    : textOf(profile);
  return name === undefined ? undefined : { arn: `arn:aws:iam::${account}:role/${name}`, service: 'ec2.amazonaws.com' };
};
