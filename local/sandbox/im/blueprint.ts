import type { System } from './system.ts';
/**
 * What the sandbox makes from a TOSCA document: one system for each Compute node, and one for each container
 * (docs/contract/infrastructure-manager-templates.md, "Nodes").
 */

import { containerOf } from './containers.ts';
import { disksOf } from './disks.ts';
import { evaluate } from './functions.ts';
import { connectionOf } from './network.ts';
import { isCompute, isContainer, nodesOf, staticScope } from './nodes.ts';
import { isConfigured } from './steps.ts';
import { asBytes, asCount, asList, asMap, asText, at, type YamlMap } from './value.ts';

export interface Wanted {
  readonly system: System;
  readonly count: number;
  /** VM ids that a smaller count removes first */
  readonly removalList: readonly string[];
}

export interface Blueprint {
  /** `metadata.infra_name` */
  readonly name: string;
  readonly wanted: readonly Wanted[];
  /** true: something must be installed, so contextualization runs */
  readonly software: boolean;
}

export function blueprintOf(document: YamlMap): Blueprint {
  const nodes = nodesOf(document);
  const computes = nodes.filter(([, node]) => isCompute(document, asText(at(node, 'type'))));
  const wanted = computes.map(([name, node]) => wantedOf(document, name, node));
  const containers = nodes
    .filter(([, node]) => isContainer(document, asText(at(node, 'type'))))
    .map(([name, node]) => ({ system: containerOf(document, name, node), count: 1, removalList: [] }));
  const inside = wanted.filter(({ system }) => !system.public && system.ports !== '');
  const ports = [...new Set(inside.map(({ system }) => system.ports))].join();
  return {
    name: asText(evaluate(at(document, 'metadata', 'infra_name'), staticScope(document))) ?? '',
    wanted: inOrder([
      ...wanted.map((each) => ({ ...each, system: { ...each.system, networks: networksOf(each.system, ports) } })),
      ...containers,
    ]),
    software: nodes.some(([name, node]) => isConfigured(document, name, node)),
  };
}

/** Machines are numbered in this order: those with a public network, of these the ones named like workers last, then the others. */
const inOrder = (all: readonly Wanted[]): readonly Wanted[] => {
  const rank = ({ system }: Wanted): number => (system.public ? Number(system.node.includes('wn')) : 2);
  return all.toSorted((a, b) => rank(a) - rank(b));
};

/** Each node with a public address has a public network of its own; the private one is shared. */
const networksOf = (system: System, inside: string): NonNullable<System['networks']> => ({
  private: inside,
  ...(system.public && { public: system.ports }),
});

function wantedOf(document: YamlMap, name: string, node: unknown): Wanted {
  const value = (...path: string[]): unknown => evaluate(at(node, ...path), staticScope(document));
  const scalable = asMap(value('capabilities', 'scalable', 'properties'));
  // the machines of packages have one count, and it is 1 by default
  const isOfPackage = asText(at(node, 'type')) === 'tosca.nodes.indigo.Compute';
  const others = isOfPackage ? [] : [scalable['default_instances'], scalable['min_instances']];
  const count = [scalable['count'], ...others].map(asCount).find((one) => one !== undefined) ?? 1;
  const removalList = asList(scalable['removal_list']).flatMap((id) => asText(id) ?? []);
  return { system: systemOf(document, name, node, value), count, removalList };
}

function systemOf(document: YamlMap, name: string, node: unknown, value: (...path: string[]) => unknown): System {
  const host = asMap(value('capabilities', 'host', 'properties'));
  const os = asMap(value('capabilities', 'os', 'properties'));
  const image = asText(os['image']);
  return {
    node: name,
    listsAddresses: asText(at(node, 'type')) === 'tosca.nodes.indigo.Compute',
    instanceName: asText(value('properties', 'instance_name')) ?? name,
    instanceType: asText(host['instance_type']) ?? 'm1.small',
    cpus: asCount(host['num_cpus']) ?? 1,
    memoryBytes: asBytes(host['mem_size']) ?? 2e9,
    diskBytes: asBytes(host['disk_size']) ?? 10e9,
    disks: disksOf(document, node),
    ...(image === undefined ? {} : { image }),
    os: {
      name: asText(os['type']) ?? 'linux',
      flavour: asText(os['distribution']) ?? 'ubuntu',
      version: asText(os['version']) ?? '24.04',
    },
    architecture: asText(os['architecture']) ?? 'x86_64',
    user: asText(at(os, 'credential', 'user')) ?? 'cloudadm',
    ...connectionOf(document, name),
  };
}
