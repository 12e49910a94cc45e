/** Clusters, tasks and services of ECS, and the groups of their logs. */

import { randomUUID } from 'node:crypto';
import { fargateSizes, isFargateSize } from '../../../../src/domain/deployers/fargate.ts';
import { type Bag, bagsOf, isBag, textsOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place } from '../world/place.ts';
import { ecsFailure, type Failure, logsFailure, named, type Order, ownId, type Row } from './row.ts';

const arn = (service: string, { account, region }: Place, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

const bagOf = (value: unknown): Bag => (isBag(value as Bag) ? (value as Bag) : {});

/** Where a service says in which network its tasks stand. */
export const ownNetworkOf = (properties: Bag): Bag =>
  bagOf(bagOf(properties['NetworkConfiguration'])['AwsvpcConfiguration']);

const sizeFits = ({ properties }: Order): Failure | undefined => {
  if (!textsOf(properties['RequiresCompatibilities']).includes('FARGATE')) return undefined;
  const [cpus, memory] = [Number(properties['Cpu']) / 1_024, Number(properties['Memory'])];
  if (!fargateSizes.some(([has]) => has === cpus)) return ecsFailure(`Invalid 'cpu' setting for task.`);
  if (!isFargateSize({ cpus, memory })) return ecsFailure('No Fargate configuration exists for given values.');
  return properties['NetworkMode'] === 'awsvpc'
    ? undefined
    : ecsFailure('Fargate only supports network mode ‘awsvpc’.');
};

/** ECS writes logs and reads secrets with the rights of this role. */
const hasRole = ({ properties }: Order): Failure | undefined => {
  const needs = bagsOf(properties['ContainerDefinitions']).some(
    (one) => bagOf(one['LogConfiguration'])['LogDriver'] === 'awslogs' || bagsOf(one['Secrets']).length > 0,
  );
  return needs && properties['ExecutionRoleArn'] === undefined
    ? ecsFailure('Fargate requires task definition to have execution role ARN to support log driver awslogs.')
    : undefined;
};

const notPrivileged = ({ properties }: Order): Failure | undefined =>
  bagsOf(properties['ContainerDefinitions']).some((one) => String(one['Privileged']) === 'true')
    ? ecsFailure("Fargate doesn't support privileged containers.")
    : undefined;

const clusterExists = ({ place, properties: { Cluster: name } }: Order): Failure | undefined =>
  findThing(place, name, 'AWS::ECS::Cluster') ? undefined : ecsFailure('Cluster not found.', 'NotFound');

const taskExists = ({ place, properties: { TaskDefinition: id } }: Order): Failure | undefined =>
  findThing(place, id, 'AWS::ECS::TaskDefinition')
    ? undefined
    : ecsFailure('The specified task definition does not exist.', 'NotFound');

const networkExists = ({ place, properties }: Order): Failure | undefined => {
  const { Subnets, SecurityGroups } = ownNetworkOf(properties);
  const subnets = textsOf(Subnets);
  if (subnets.length === 0) return ecsFailure('Network Configuration must be provided when networkMode is awsvpc.');
  const lost =
    subnets.find((id) => !findThing(place, id, 'AWS::EC2::Subnet')) ??
    textsOf(SecurityGroups).find((id) => !findThing(place, id, 'AWS::EC2::SecurityGroup'));
  return lost === undefined ? undefined : ecsFailure(`The ID '${lost}' does not exist`, 'NotFound');
};

/** Its tasks have addresses of their own, and a load balancer has to know the group already. */
const targetsFit = ({ place, properties }: Order): Failure | undefined => {
  const listeners = liveThings(place, 'AWS::ElasticLoadBalancingV2::Listener');
  for (const { TargetGroupArn: id } of bagsOf(properties['LoadBalancers'])) {
    const group = findThing(place, id, 'AWS::ElasticLoadBalancingV2::TargetGroup');
    if (group?.properties['TargetType'] !== 'ip')
      return ecsFailure(
        `The provided target group ${id} has target type instance, which is incompatible with the awsvpc network mode specified in the task definition.`,
      );
    const isKnown = listeners.some((one) =>
      bagsOf(one.properties['DefaultActions']).some((action) => action['TargetGroupArn'] === id),
    );
    if (!isKnown)
      return ecsFailure(`The target group with targetGroupArn ${id} does not have an associated load balancer.`);
  }
  return undefined;
};

const nameIsFree = ({ place, properties: { LogGroupName: name }, thing }: Order): Failure | undefined =>
  thing === undefined && typeof name === 'string' && place.things[name] !== undefined
    ? logsFailure('The specified log group already exists', 'AlreadyExists')
    : undefined;

export const containerRows: { readonly [type: string]: Row } = {
  'AWS::ECS::Cluster': {
    seconds: 8,
    identify: named('ClusterName'),
    attributes: { Arn: ({ id }, place) => arn('ecs', place, `cluster/${id}`) },
    blocks: ({ id }, place) =>
      liveThings(place, 'AWS::ECS::Service').some(({ properties }) => properties['Cluster'] === id)
        ? ecsFailure('The Cluster cannot be deleted while Services are active.', 'ResourceConflict')
        : undefined,
  },
  'AWS::ECS::TaskDefinition': {
    seconds: 3,
    identify: (order) =>
      arn('ecs', order.place, `task-definition/${named('Family')(order)}-${randomUUID().slice(0, 8)}:1`),
    attributes: { TaskDefinitionArn: ownId },
    checks: [sizeFits, hasRole, notPrivileged],
  },
  'AWS::ECS::Service': {
    seconds: 60,
    deleteSeconds: 60,
    identify: (order) =>
      arn(
        'ecs',
        order.place,
        `service/${String(order.properties['Cluster']).split('/').at(-1)}/${named('ServiceName')(order)}`,
      ),
    attributes: { ServiceArn: ownId, Name: ({ id }) => id.split('/').at(-1) },
    checks: [clusterExists, taskExists, networkExists, targetsFit],
  },
  'AWS::Logs::LogGroup': {
    seconds: 5,
    identify: named('LogGroupName'),
    attributes: { Arn: ({ id }, place) => arn('logs', place, `log-group:${id}:*`) },
    checks: [nameIsFree],
  },
};
