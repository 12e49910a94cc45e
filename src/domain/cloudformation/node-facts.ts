import type { Json } from '../../tosca/topology.ts';
import { gibibyte, listOf, mapOf, numberOf, textOf } from '../deployers/capability-values.ts';
import type { FactsByNode, NodeFacts, OpenPorts } from '../deployers/node-facts.ts';
import type { Blueprint, StackResource } from './blueprint/blueprint.ts';
import { nodeOf } from './blueprint/stack-parts.ts';
import { hasPublicAddress } from './offers/estimate.ts';
import { sizes } from './offers/sizes.ts';

type Properties = StackResource['Properties'];

/** What the resources of a blueprint (its text, as `fit` wrote it) say of each node. */
export const factsInBlueprint = (text: string): FactsByNode => {
  const { shared, machines } = JSON.parse(text) as Pick<Blueprint, 'shared' | 'machines'>;
  const facts = new Map<string, NodeFacts>();
  const add = (node: string, found: NodeFacts): void => {
    const before = facts.get(node) ?? {};
    const ports = [...(before.ports ?? []), ...(found.ports ?? [])];
    const isPublic = before.public === true || found.public;
    facts.set(node, { ...before, ...found, ports, ...(isPublic !== undefined && { public: isPublic }) });
  };
  for (const [owner, resources] of [...Object.entries(shared), ...partsOf(machines)]) {
    for (const resource of Object.values(resources)) {
      const found = readers[resource.Type]?.(resource.Properties);
      if (found) add(nodeOf(resource) ?? owner, found);
    }
  }
  return facts;
};

const partsOf = (machines: Blueprint['machines']) =>
  Object.entries(machines).map(([node, { resources }]) => [node, resources] as const);

const instance = (properties: Properties): NodeFacts => {
  const size = textOf(properties['InstanceType']);
  const known = sizes.find(({ name }) => name === size);
  const disk = numberOf(mapOf(mapOf(listOf(properties['BlockDeviceMappings'])[0])['Ebs'])['VolumeSize']);
  return {
    size,
    ...(known && { cpus: known.cpus, memory: megabytes(known.memory), gpus: known.gpus }),
    ...(disk !== undefined && { disk: gigabytes(disk) }),
    public: hasPublicAddress(properties),
  };
};

const megabytes = (gibibytes: number): number => (gibibytes * gibibyte) / 1e6;
const gigabytes = (gibibytes: number): number => (gibibytes * gibibyte) / 1e9;

const group = (properties: Properties): NodeFacts => ({
  ports: listOf(properties['SecurityGroupIngress']).map((rule) => portsOf(mapOf(rule))),
});

/** Of ICMP, and of all protocols, a rule names no ports. */
const portsOf = (rule: { readonly [name: string]: Json }): OpenPorts => {
  const [from, to] = [numberOf(rule['FromPort']) ?? -1, numberOf(rule['ToPort']) ?? -1];
  const isWhole = from < 0 || to < 0;
  return {
    protocol: textOf(rule['IpProtocol']) ?? '-1',
    ...(isWhole ? { from: 0, to: 65_535 } : { from, to }),
    source: textOf(rule['CidrIp']) ?? textOf(rule['CidrIpv6']) ?? '',
  };
};

/** 1,024 units are a processor. */
const task = (properties: Properties): NodeFacts => {
  const [units, memory] = [Number(textOf(properties['Cpu'])), Number(textOf(properties['Memory']))];
  const image = textOf(mapOf(listOf(properties['ContainerDefinitions'])[0])['Image']);
  return {
    ...(units > 0 && { cpus: units / 1024 }),
    ...(memory > 0 && { memory: (memory * 2 ** 20) / 1e6 }),
    ...(image !== undefined && { image }),
    gpus: 0,
  };
};

const readers: { readonly [type: string]: (properties: Properties) => NodeFacts } = {
  'AWS::EC2::Instance': instance,
  'AWS::EC2::EIP': () => ({ public: true }),
  'AWS::EC2::SecurityGroup': group,
  'AWS::EC2::SecurityGroupIngress': (properties) => ({ ports: [portsOf(properties)] }),
  'AWS::ECS::TaskDefinition': task,
  'AWS::ECS::Service': (properties) => ({
    public: mapOf(mapOf(properties['NetworkConfiguration'])['AwsvpcConfiguration'])['AssignPublicIp'] === 'ENABLED',
  }),
  'AWS::ApplicationAutoScaling::ScalableTarget': ({ MaxCapacity }) => ({ most: numberOf(MaxCapacity) }),
  'AWS::ElasticLoadBalancingV2::LoadBalancer': ({ Scheme }) => ({ public: Scheme !== 'internal' }),
  'AWS::RDS::DBInstance': (properties) => ({
    size: textOf(properties['DBInstanceClass']),
    public: properties['PubliclyAccessible'] === true,
  }),
};
