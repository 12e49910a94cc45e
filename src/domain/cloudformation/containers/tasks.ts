import type { Json, Node } from '../../../tosca/topology.ts';
import { gibibytesOf, isUnknown, listOf, mapOf, textOf } from '../../deployers/capability-values.ts';
import { logicalId, type StackResource } from '../blueprint/blueprint.ts';
import { metadataOf, type Surroundings } from '../blueprint/member.ts';
import { type ContainerPort, listeningPorts, requestedHost, type TaskSize } from './requested-container.ts';

/** Its name is known before, since the role that writes there has rights to names. */
export const logsOf = ({ name }: Node): StackResource => ({
  Type: 'AWS::Logs::LogGroup',
  Properties: {
    LogGroupName: { 'Fn::Sub': `/toscanini/\${AWS::StackName}/${logicalId(name)}` },
    RetentionInDays: 30,
  },
  DeletionPolicy: 'Delete',
  UpdateReplacePolicy: 'Delete',
  Metadata: metadataOf(name),
});

interface Task {
  readonly image: string;
  readonly size: TaskSize;
  readonly ports: readonly ContainerPort[];
  readonly surroundings: Surroundings;
}

export const taskOf = (node: Node, { image, size, ports, surroundings }: Task): StackResource => {
  const id = logicalId(node.name);
  const disk = gibibytesOf(requestedHost(node, surroundings.byName)['disk_size']) ?? 0;
  return {
    Type: 'AWS::ECS::TaskDefinition',
    Properties: {
      RequiresCompatibilities: ['FARGATE'],
      NetworkMode: 'awsvpc',
      Cpu: String(size.units),
      Memory: String(size.memory),
      // every task has 20 GiB
      ...(disk > 20 && { EphemeralStorage: { SizeInGiB: disk } }),
      ExecutionRoleArn: {
        'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/${surroundings.offer.taskRole ?? usualRole}`,
      },
      ContainerDefinitions: [
        {
          Name: id,
          Image: image,
          Essential: true,
          ...commandOf(node),
          ...environmentOf(node, surroundings),
          ...(ports.length > 0 && {
            PortMappings: listeningPorts(ports).map(({ port, protocol }) => ({
              ContainerPort: port,
              Protocol: protocol,
            })),
          }),
          ...labelsOf(node),
          LogConfiguration: {
            LogDriver: 'awslogs',
            Options: {
              'awslogs-group': { Ref: `${id}Logs` },
              'awslogs-region': { Ref: 'AWS::Region' },
              'awslogs-stream-prefix': id,
            },
          },
        },
      ],
    },
    Metadata: metadataOf(node.name),
  };
};

/** The role with which ECS fetches images and secrets, and writes logs. The container itself does not get it. */
const usualRole = 'toscanini-tasks';

/** INDIGO gives a command as a text for a shell, others as a list of words. */
const commandOf = ({ properties: { command } }: Node): { readonly Command?: Json } => {
  const words = listOf(command).map(String);
  if (words.length > 0) return { Command: words };
  const text = textOf(command);
  return text === undefined ? {} : { Command: ['/bin/sh', '-c', text] };
};

const environmentOf = ({ properties }: Node, { written }: Surroundings): { readonly [name: string]: Json } => {
  const given = { ...mapOf(properties['environment']), ...mapOf(properties['environment_variables']) };
  const secrets = { ...mapOf(properties['secrets']), ...mapOf(properties['secret_references']) };
  const text = (value: Json): Json => (isUnknown(value) ? written(value) : plainText(value));
  return {
    ...(Object.keys(given).length > 0 && {
      Environment: Object.entries(given).map(([Name, value]) => ({ Name, Value: text(value) })),
    }),
    ...(Object.keys(secrets).length > 0 && {
      Secrets: Object.entries(secrets).map(([Name, value]) => ({ Name, ValueFrom: text(value) })),
    }),
  };
};

const plainText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const labelsOf = ({ properties: { labels } }: Node): { readonly DockerLabels?: Json } => {
  const given = mapOf(labels);
  if (Object.keys(given).length === 0) return {};
  return { DockerLabels: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plainText(value)])) };
};
