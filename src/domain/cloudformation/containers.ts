import type { Json, Node } from '../../tosca/topology.ts';
import { gibibytesOf, isUnknown, listOf, mapOf, textOf } from './asked.ts';
import { getAtt, logicalId, type StackResource, type StackResources } from './blueprint.ts';
import {
  type ContainerPort,
  hostAsked,
  imageOf,
  portsOf,
  publishedPort,
  runtimeOf,
  type TaskSize,
  taskSize,
} from './container-asked.ts';
import { containerRefusals, containerWarnings } from './container-refusals.ts';
import { type Attributes, attributesIn } from './expressions.ts';
import { addressOf, frontendOf, listenerOf, targetsOf } from './frontends.ts';
import { everyMachine, groupOf, ingress } from './groups.ts';
import { type Member, metadataOf, refused, type Surroundings } from './member.ts';
import { isBalancer, isRoute, routesOf } from './routing.ts';
import { type Spread, spreadOver } from './subnets.ts';

type ByName = ReadonlyMap<string, Node>;

/** All containers of a deployment run in one cluster, which costs nothing. */
export const cluster = 'Containers';

export const clusterResource: StackResource = { Type: 'AWS::ECS::Cluster', Properties: {} };

/**
 * A container: a service of ECS on Fargate that keeps as many copies running as its node or its runtime says. What it
 * publishes is behind a load balancer of its own.
 */
export const containerOf = (node: Node, surroundings: Surroundings): Member => {
  const { byName, offer } = surroundings;
  const main = logicalId(node.name);
  const [image, size] = [imageOf(node), taskSize(hostAsked(node, byName))];
  const [inside, outside] = [spreadOver(offer, false), spreadOver(offer, true)];
  const ports = portsOf(node, byName);
  const front = publishedFront(node, ports, surroundings, outside);
  const reasons = [
    ...[image, size, inside, front].flatMap((one) => ('why' in one ? [one.why] : [])),
    ...containerRefusals(node, byName, ports),
  ];
  if ('why' in image || 'why' in size || 'why' in inside || 'why' in front || reasons.length > 0) {
    return refused(main, ...reasons);
  }
  const behind = [...front.behind, ...routedTo(node, surroundings)];
  return {
    main,
    resources: {
      [groupOf(node.name)]: groupFor(node, ports, surroundings),
      [`${main}Logs`]: logsOf(node),
      [`${main}Task`]: taskOf(node, { image: image.image, size, ports, surroundings }),
      ...front.made,
      [main]: serviceOf(node, { behind, spread: inside, surroundings }),
    },
    parameters: { ...inside.parameters, ...front.parameters },
    usesGroupOfAll: true,
    usesCluster: true,
    reasons: [],
    warnings: containerWarnings(node, byName),
  };
};

/** A group of targets that the service registers its copies in. */
interface Behind {
  readonly targets: string;
  readonly port: number;
  /** the listener has to be there before the service */
  readonly listener: string;
}

interface Front {
  readonly made: StackResources;
  readonly parameters: Spread['parameters'];
  readonly behind: readonly Behind[];
}

const frontName = ({ name }: Pick<Node, 'name'>): string => `${name}Front`;

/** INDIGO's Marathon tells the addresses of its load balancer, so there is one that stays. */
const hasAddress = ({ types }: Node): boolean => types.some((type) => type.endsWith('.Docker.Marathon'));

const publishedFront = (
  node: Node,
  ports: readonly ContainerPort[],
  { offer }: Surroundings,
  spread: Spread | { readonly why: string },
): Front | { readonly why: string } => {
  const published = ports.flatMap(({ port, outside }) => (outside === undefined ? [] : [{ port, outside }]));
  if (published.length === 0) return { made: {}, parameters: {}, behind: [] };
  if ('why' in spread) return spread;
  const name = frontName(node);
  const listeners = published.map(({ port, outside }) => ({ port: outside, protocol: 'tcp' as const, target: port }));
  const made = frontendOf({
    ...{ name, node: node.name, kind: 'network', listeners, isPublic: true, hasAddress: hasAddress(node) },
    ...{ spread, offer, targets: { is: 'addresses' }, healthPath: '/' },
  });
  const source = getAtt(groupOf(name), 'GroupId');
  const rules = published.map(({ port }) => [
    `${logicalId(name)}To${logicalId(node.name)}${port}`,
    ingress(groupOf(node.name), { protocol: 'tcp', from: port, to: port }, source),
  ]);
  return {
    made: { ...made, ...Object.fromEntries(rules) },
    parameters: spread.parameters,
    behind: published.map(({ port, outside }) => ({
      ...{ targets: targetsOf(name, outside), listener: listenerOf(name, outside), port },
    })),
  };
};

/** The targets of the load balancers of the template that route to the container. */
const routedTo = (node: Node, { nodes, byName }: Surroundings): readonly Behind[] =>
  nodes
    .filter((one) => isBalancer(one) && one.requirements.some((each) => isRoute(each) && each.node === node.name))
    .flatMap((balancer) => {
      const routes = routesOf(balancer, byName);
      if ('reasons' in routes) return [];
      return routes.listeners.map(({ port, target }) => ({
        ...{ targets: targetsOf(balancer.name, port), listener: listenerOf(balancer.name, port), port: target },
      }));
    });

/** Its ports are open to all machines and containers of the deployment. */
const groupFor = (node: Node, ports: readonly ContainerPort[], { offer }: Surroundings): StackResource => ({
  Type: 'AWS::EC2::SecurityGroup',
  Properties: {
    GroupDescription: 'Ports of a container',
    ...(offer.vpc !== undefined && { VpcId: offer.vpc }),
    ...(ports.length > 0 && {
      SecurityGroupIngress: ports.map(({ port, protocol }) => ({
        IpProtocol: protocol,
        FromPort: port,
        ToPort: port,
        SourceSecurityGroupId: getAtt(everyMachine, 'GroupId'),
      })),
    }),
  },
  Metadata: metadataOf(node.name),
});

/** Its name is known before, since the role that writes there has rights to names. */
const logsOf = ({ name }: Node): StackResource => ({
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

const taskOf = (node: Node, { image, size, ports, surroundings }: Task): StackResource => {
  const id = logicalId(node.name);
  const disk = gibibytesOf(hostAsked(node, surroundings.byName)['disk_size']) ?? 0;
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
            PortMappings: ports.map(({ port, protocol }) => ({ ContainerPort: port, Protocol: protocol })),
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
export const usualRole = 'toscanini-tasks';

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

interface Service {
  readonly behind: readonly Behind[];
  readonly spread: Spread;
  readonly surroundings: Surroundings;
}

const serviceOf = (node: Node, { behind, spread, surroundings }: Service): StackResource => {
  const id = logicalId(node.name);
  const { byName, offer } = surroundings;
  // without a way out over a NAT gateway, an image can only be fetched with a public address
  const hasPrivate = offer.subnets?.private !== undefined;
  return {
    Type: 'AWS::ECS::Service',
    Properties: {
      Cluster: { Ref: cluster },
      TaskDefinition: { Ref: `${id}Task` },
      DesiredCount: Math.max(node.count, runtimeOf(node, byName)?.count ?? 0),
      LaunchType: 'FARGATE',
      // a container that never starts fails the deployment after minutes and not after hours
      DeploymentConfiguration: { DeploymentCircuitBreaker: { Enable: true, Rollback: false } },
      NetworkConfiguration: {
        AwsvpcConfiguration: {
          AssignPublicIp: hasPrivate ? 'DISABLED' : 'ENABLED',
          SecurityGroups: [getAtt(everyMachine, 'GroupId'), getAtt(groupOf(node.name), 'GroupId')],
          Subnets: spread.subnets,
        },
      },
      ...(behind.length > 0 && {
        HealthCheckGracePeriodSeconds: 120,
        LoadBalancers: behind.map(({ targets, port }) => ({
          ContainerName: id,
          ContainerPort: port,
          TargetGroupArn: { Ref: targets },
        })),
      }),
      PropagateTags: 'SERVICE',
    },
    ...(behind.length > 0 && { DependsOn: behind.map(({ listener }) => listener).toSorted() }),
    Metadata: metadataOf(node.name),
  };
};

/** Addresses of what it publishes; a container itself has none that stays. */
export const containerAttributes = (node: Node, byName: ByName): Attributes => {
  const id = logicalId(node.name);
  const own = { log_group: { Ref: `${id}Logs` }, service_name: getAtt(id, 'Name') };
  const published = portsOf(node, byName).flatMap(({ outside }) => outside ?? []);
  if (published.length === 0) return attributesIn(own);
  const name = getAtt(logicalId(frontName(node)), 'DNSName');
  const address = hasAddress(node) ? getAtt(addressOf(frontName(node)), 'PublicIp') : name;
  const endpoints = published.map((port): Json => ({ 'Fn::Join': ['', [name, `:${port}`]] }));
  return attributesIn({
    ...own,
    dns_name: name,
    load_balancer_ips: [address],
    'load_balancer_ips.0': address,
    endpoints,
    ...Object.fromEntries(endpoints.map((endpoint, index) => [`endpoints.${index}`, endpoint])),
  });
};

/** The ports that INDIGO's templates ask of a runtime. */
export const runtimeAttributes = (node: Node): Attributes =>
  attributesIn(
    Object.fromEntries(
      listOf(mapOf(node.capabilities['host']?.properties)['publish_ports']).flatMap((given, index) =>
        publishedPort(mapOf(given)).flatMap(({ port, outside = port }) => [
          [`host.publish_ports.${index}.target`, String(outside)],
          [`host.publish_ports.${index}.source`, String(port)],
        ]),
      ),
    ),
  );
