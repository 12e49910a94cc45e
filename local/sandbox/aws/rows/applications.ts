/** What stands beside machines: roles, containers, names, logs. */

import type { Place } from '../world/place.ts';
import { named, newId, ownId, type Row } from './row.ts';

const arn = (service: string, { account, region }: Place, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

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
