import type { Json, Node } from '../../../tosca/topology.ts';
import { listOf, mapOf } from '../../deployers/capability-values.ts';
import { getAtt, logicalId, type StackResource } from '../blueprint/blueprint.ts';
import { type Member, metadataOf, refused, type Surroundings } from '../blueprint/member.ts';
import { addressOf } from '../networks/frontends.ts';
import { everyMachine, groupOf } from '../networks/groups.ts';
import { merged } from '../networks/rules.ts';
import { type Spread, spreadOver } from '../networks/subnets.ts';
import { type Attributes, attributesIn } from '../values/attributes.ts';
import { type Behind, frontName, hasAddress, publishedFront, routedTo } from './container-fronts.ts';
import { containerRefusals, containerWarnings } from './container-refusals.ts';
import {
  type ContainerPort,
  imageOf,
  listeningPorts,
  portsOf,
  publishedPort,
  requestedHost,
  runtimeOf,
  taskSize,
} from './requested-container.ts';
import { logsOf, taskOf } from './tasks.ts';

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
  const [image, size] = [imageOf(node), taskSize(requestedHost(node, byName))];
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
  if (behind.length > mostTargets) return refused(main, tooManyTargets(behind.length));
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

/** Target groups of a service of ECS. */
const mostTargets = 5;

const tooManyTargets = (count: number): string =>
  `is reached at ${count} ports of load balancers, and a service of ECS has at most ${mostTargets}: publish fewer ports`;

/** Its ports are open to all machines and containers of the deployment. */
const groupFor = (node: Node, ports: readonly ContainerPort[], { offer }: Surroundings): StackResource => ({
  Type: 'AWS::EC2::SecurityGroup',
  Properties: {
    GroupDescription: 'Ports of a container',
    ...(offer.vpc !== undefined && { VpcId: offer.vpc }),
    ...(ports.length > 0 && {
      SecurityGroupIngress: merged(
        listeningPorts(ports).map(({ port, protocol }) => ({ protocol, from: port, to: port })),
      ).map(({ protocol, from, to }) => ({
        IpProtocol: protocol,
        FromPort: from,
        ToPort: to,
        SourceSecurityGroupId: getAtt(everyMachine, 'GroupId'),
      })),
    }),
  },
  Metadata: metadataOf(node.name),
});

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

/** Addresses at which the container's ports are published. The container itself has no address that stays. */
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
