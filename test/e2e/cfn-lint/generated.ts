/** Templates that are put together by chance, with values that the types allow. The seed is in the run: each run has the same ones. */

import { randomOf } from '../fuzz/damage.ts';

const systems = [
  'distribution: ubuntu',
  'distribution: debian, version: 12',
  'distribution: amazon, architecture: arm64',
  'type: linux',
];
const ranges = ['source: 80', 'source: 8443', 'source_range: [8000, 8010]', 'source: 53, target: 53'];
const metrics = ['{metric: cpu}', '{metric: memory, target: 60.0}', '{metric: cpu, scale_in: false}'];
const engines = ['mysql', 'postgres', 'mariadb'];

export interface Generated {
  readonly name: string;
  readonly nodes: string;
  readonly outputs: string;
  readonly policies?: string;
}

/** One template: some machines with disks, networks in front of them, databases, containers, queues and buckets. */
export const generated = (seed: number): Generated => {
  const random = randomOf(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const may = (part: string, chance = 0.5): string => (random() < chance ? part : '');
  const nodes: string[] = [];
  const outputs: string[] = [];
  const policies: string[] = [];

  const machine = (name: string): void => {
    const [disk, isPublic] = [random() < 0.5, random() < 0.5];
    const count = one(['', '', 'scalable: {properties: {min_instances: 1, max_instances: 4, default_instances: 2}}, ']);
    const ports = Array.from(
      { length: 1 + below(3) },
      (_, at) => `p${at}: {protocol: ${one(['tcp', 'udp'])}, ${one(ranges)}}`,
    );
    nodes.push(`${name}:
  type: ${one(['tosca.nodes.Compute', 'tosca.nodes.indigo.Compute', 'toscanini.nodes.aws.Compute'])}
  capabilities:
    host: {properties: {num_cpus: ${one([1, 2, 4, 8])}, mem_size: ${one([1, 2, 7, 16])} GB${may(', disk_size: 60 GB')}}}
    os: {properties: {${one(systems)}}}
    ${count && `${count.slice(0, -2)}\n    `}endpoint: {properties: {${isPublic ? 'network_name: PUBLIC, ' : ''}ports: {${ports.join(', ')}}}}${
      disk
        ? `\n  requirements: [{local_storage: {node: ${name}d, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data${may(', device: /dev/sdf', 0.2)}}}}}]`
        : ''
    }`);
    if (disk)
      nodes.push(
        one([
          `${name}d: {type: tosca.nodes.BlockStorage, properties: {size: ${1 + below(900)} GB}}`,
          `${name}d: {type: toscanini.nodes.aws.Volume, properties: {size: ${1 + below(90)} GB, on_deletion: ${one(['delete', 'snapshot', 'retain'])}}}`,
        ]),
      );
    outputs.push(`${name}_ip: {value: {get_attribute: [${name}, ${isPublic ? 'public_address' : 'private_address'}]}}`);
  };

  const database = (name: string): void => {
    nodes.push(
      `${name}: {type: toscanini.nodes.aws.Database, properties: {name: ${name}, engine: ${one(engines)}, storage: ${20 + below(200)} GB, multi_zone: ${random() < 0.5}, backup_days: ${below(8)}, encrypted: ${random() < 0.8}, on_deletion: ${one(['delete', 'snapshot', 'retain'])}}}`,
    );
    outputs.push(`${name}_address: {value: {concat: ['db://', {get_attribute: [${name}, address]}]}}`);
  };

  const container = (name: string): void => {
    const scales = random() < 0.5;
    nodes.push(`${name}:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: 'example/app:${below(9)}', ${one(['', 'cpus: 0.5, memory: 1 GiB, ', 'cpus: 4.0, memory: 16 GiB, ', 'cpus: 16.0, memory: 120 GiB, '])}environment: {A: 'b'}}
  capabilities: {endpoint: {properties: {protocol: http, port: ${8080 + below(9)}}}${scales ? ', scalable: {properties: {min_instances: 1, max_instances: 5}}' : ''}}`);
    if (scales)
      policies.push(
        `- busy_${name}: {type: toscanini.policies.aws.Scaling, targets: [${name}], properties: ${one(metrics)}}`,
      );
    if (random() < 0.5)
      nodes.push(
        `${name}lb: {type: toscanini.nodes.aws.LoadBalancer, capabilities: {client: {properties: {protocol: http, port: ${80 + below(9)}}}}, requirements: [{application: ${name}}]}`,
      );
  };

  const others = [
    (name: string) =>
      nodes.push(
        `${name}: {type: toscanini.nodes.aws.Queue, properties: {ordered: ${random() < 0.5}, keep_days: ${1 + below(14)}, visibility_seconds: ${below(900)}}}`,
      ),
    (name: string) =>
      nodes.push(`${name}: {type: toscanini.nodes.aws.Bucket, properties: {name: f, versioned: ${random() < 0.5}}}`),
    (name: string) =>
      nodes.push(
        `${name}: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.${below(200)}.0/${24 + below(4)}}}`,
      ),
    (name: string) =>
      nodes.push(
        `${name}: {type: toscanini.nodes.aws.Resource, properties: {type: 'AWS::SNS::Topic', properties: {DisplayName: {Ref: AWS::Region}}, on_deletion: ${one(['delete', 'retain'])}}}`,
      ),
  ];
  const kinds = [machine, machine, database, container, ...others];
  for (let at = 0; at <= 1 + below(5); at += 1) one(kinds)(`n${at}`);
  return {
    name: `generated-${seed}`,
    nodes: nodes.join('\n'),
    outputs: outputs.join('\n'),
    ...(policies.length > 0 && { policies: policies.join('\n') }),
  };
};
