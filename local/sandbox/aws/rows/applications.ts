/** What stands beside machines: roles, databases, load balancers, containers, names, logs. */

import { createHash } from 'node:crypto';
import type { Place } from '../world/place.ts';
import { generatedName, named, newId, type Order, ownId, type Row } from './row.ts';

const arn = (service: string, { account, region }: Place, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** Load balancers and their parts are known by their ARN. */
const balancing =
  (kind: string) =>
  (order: Order): string =>
    arn('elasticloadbalancing', order.place, `${kind}/${generatedName(order).slice(0, 32)}/${newId('x')().slice(-16)}`);

const tail = (id: string): string => id.slice(id.indexOf(':', id.indexOf('elasticloadbalancing') + 1));
const shortNumber = (id: string): string =>
  String(Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 7), 16));

export const applicationRows: { readonly [type: string]: Row } = {
  'AWS::IAM::Role': {
    seconds: 18,
    identify: named('RoleName'),
    attributes: {
      Arn: ({ id }, { account }) => `arn:aws:iam::${account}:role/${id}`,
      RoleId: ({ facts }) => facts['roleId'],
    },
    facts: () => ({ roleId: `AROA${newId('x')().slice(-16).toUpperCase()}` }),
  },
  'AWS::IAM::InstanceProfile': {
    seconds: 120,
    identify: named('InstanceProfileName'),
    attributes: { Arn: ({ id }, { account }) => `arn:aws:iam::${account}:instance-profile/${id}` },
  },
  'AWS::RDS::DBSubnetGroup': {
    seconds: 5,
    identify: (order) => named('DBSubnetGroupName')(order).toLowerCase(),
    attributes: {},
  },
  'AWS::RDS::DBInstance': {
    seconds: 300,
    deleteSeconds: 200,
    identify: (order) => named('DBInstanceIdentifier')(order).toLowerCase(),
    facts: ({ properties }) => ({
      port: properties['Port'] ?? (String(properties['Engine']).includes('postgres') ? '5432' : '3306'),
    }),
    attributes: {
      DBInstanceArn: ({ id }, place) => arn('rds', place, `db:${id}`),
      'Endpoint.Address': ({ id }, { region }) => `${id}.c${shortNumber(id)}.${region}.rds.amazonaws.com`,
      'Endpoint.Port': ({ facts }) => String(facts['port']),
      'MasterUserSecret.SecretArn': ({ id }, place) => arn('secretsmanager', place, `secret:rds!db-${id}`),
    },
  },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    seconds: 120,
    identify: balancing('loadbalancer/app'),
    attributes: {
      LoadBalancerArn: ownId,
      DNSName: ({ id }, { region }) =>
        `${id.split('/')[2]?.toLowerCase()}-${shortNumber(id)}.${region}.elb.amazonaws.com`,
      LoadBalancerFullName: ({ id }) => id.slice(id.indexOf('app/')),
      LoadBalancerName: ({ id }) => id.split('/')[2],
      CanonicalHostedZoneID: () => 'Z215JYRZR1TBD5',
    },
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    seconds: 10,
    identify: balancing('targetgroup'),
    attributes: {
      TargetGroupArn: ownId,
      TargetGroupFullName: ({ id }) => tail(id).slice(1),
      TargetGroupName: ({ id }) => id.split('/')[1],
    },
  },
  'AWS::ElasticLoadBalancingV2::Listener': {
    seconds: 4,
    identify: balancing('listener/app'),
    attributes: { ListenerArn: ownId },
  },
  'AWS::ECS::Cluster': {
    seconds: 8,
    identify: named('ClusterName'),
    attributes: { Arn: ({ id }, place) => arn('ecs', place, `cluster/${id}`) },
  },
  'AWS::ECS::TaskDefinition': {
    seconds: 3,
    identify: (order) => arn('ecs', order.place, `task-definition/${named('Family')(order)}:1`),
    attributes: { TaskDefinitionArn: ownId },
  },
  'AWS::ECS::Service': {
    seconds: 60,
    identify: (order) =>
      arn(
        'ecs',
        order.place,
        `service/${String(order.properties['Cluster']).split('/').at(-1)}/${named('ServiceName')(order)}`,
      ),
    attributes: { ServiceArn: ownId, Name: ({ id }) => id.split('/').at(-1) },
  },
  'AWS::Route53::RecordSet': { seconds: 30, identify: ({ properties }) => String(properties['Name']), attributes: {} },
  'AWS::Logs::LogGroup': {
    seconds: 5,
    identify: named('LogGroupName'),
    attributes: { Arn: ({ id }, place) => arn('logs', place, `log-group:${id}:*`) },
  },
};
