/** Nodes and resources for comparisons of templates. */

import type { Replace } from '../../../src/domain/changes/change.ts';
import { type RequestedNodes, requestedNodes } from '../../../src/domain/changes/requested.ts';
import type { ClassifiedChanges } from '../../../src/domain/changes/update-rules.ts';
import { classifyChanges } from '../../../src/domain/infrastructure-manager/classify.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Json, Node, Policy, Requirement } from '../../../src/tosca/topology.ts';

export type Values = { readonly [name: string]: Json };

export interface Given {
  readonly count?: number;
  readonly type?: string;
  readonly types?: readonly string[];
  readonly properties?: Values;
  readonly requirements?: readonly Requirement[];
  readonly interfaces?: Json;
  readonly artifacts?: Json;
  /** capability name -> its properties */
  readonly capabilities?: { readonly [name: string]: Values };
}

const capabilityTypes = (name: string): readonly string[] =>
  name === 'endpoint' ? ['tosca.capabilities.Endpoint', 'tosca.capabilities.Root'] : ['tosca.capabilities.Root'];

const node = (name: string, base: string, given: Given = {}): Node => {
  const { count = 1, type = base, capabilities = {}, properties = {}, requirements = [], types, ...rest } = given;
  return {
    ...{ name, type, types: types ?? [...new Set([type, base])], count, removalList: [], properties, requirements },
    ...rest,
    capabilities: Object.fromEntries(
      Object.entries(capabilities).map(([key, values]) => [key, { types: capabilityTypes(key), properties: values }]),
    ),
  };
};

export const compute = (name: string, given?: Given) => node(name, 'tosca.nodes.Compute', given);
export const software = (name: string, host: string, given: Given = {}) =>
  node(name, 'tosca.nodes.SoftwareComponent', {
    ...given,
    requirements: [
      { name: 'host', node: host, relationship: 'tosca.relationships.HostedOn' },
      ...(given.requirements ?? []),
    ],
  });
export const network = (name: string, properties: Values = {}) =>
  node(name, 'tosca.nodes.network.Network', { properties });
export const port = (name: string, machine: string, to: string, properties: Values = {}) =>
  node(name, 'tosca.nodes.network.Port', {
    properties,
    requirements: [
      { name: 'binding', node: machine },
      { name: 'link', node: to },
    ],
  });
export const volume = (name: string, properties: Values) => node(name, 'tosca.nodes.BlockStorage', { properties });
export const container = (name: string, host: string, given: Given = {}) =>
  node(name, 'tosca.nodes.Container.Application.Docker', {
    types: ['tosca.nodes.Container.Application.Docker', 'tosca.nodes.Container.Application'],
    requirements: [{ name: 'host', node: host }],
    ...given,
  });
export const runtime = (name: string, host: Values) =>
  node(name, 'tosca.nodes.Container.Runtime', { capabilities: { host } });
export const attached = (to: string, location: string): Requirement => ({
  name: 'local_storage',
  node: to,
  relationship: 'tosca.relationships.AttachesTo',
  properties: { location },
});

/** A resource for each instance of each node, with a machine where it is one. */
export const resourcesOf = (nodes: readonly Node[]): readonly Resource[] =>
  nodes.flatMap(({ name, type, types, count }) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${name}-${index}`,
      deploymentId: 'd',
      createdAt: 'then',
      updatedAt: 'then',
      state: 'STARTED' as const,
      toscaNodeName: name,
      toscaNodeType: type,
      toscaTypes: types,
      requiredBy: [],
      metadata: {},
      ...(/Compute|Container\.Application/.test(types.join()) && { physicalId: `vm-${name}-${index}` }),
    })),
  );

interface Options {
  readonly replace?: Replace;
  readonly policies?: readonly [readonly Policy[], readonly Policy[]];
  /** how many of a node's resources stay; absent: all of nodes that are still there */
  readonly kept?: (resource: Resource) => boolean;
  readonly basesOf?: (resource: Resource) => readonly RequestedNodes[];
  /** nodes of the template in force; absent: those of before */
  readonly inForce?: readonly Node[];
}

/** What becomes of the nodes of before when those of after are asked for. */
export const weighed = (before: readonly Node[], after: readonly Node[], options: Options = {}): ClassifiedChanges => {
  const { replace = false, policies = [[], []] } = options;
  const base = requestedNodes({ nodes: before, policies: policies[0] });
  const names = new Set(after.map(({ name }) => name));
  const stays = options.kept ?? (({ toscaNodeName }) => names.has(toscaNodeName));
  const resources = resourcesOf(before);
  return classifyChanges({
    after: requestedNodes({ nodes: after, policies: policies[1] }),
    kept: resources.filter(stays),
    removed: resources.filter((resource) => !stays(resource)),
    basesOf: options.basesOf ?? (() => [base]),
    inForce: options.inForce ? requestedNodes({ nodes: options.inForce, policies: policies[0] }) : base,
    replace,
  });
};

/** `node property how`, in order */
export const told = ({ changes }: ClassifiedChanges): readonly string[] =>
  changes.map(({ node: of, property, how }) => `${of} ${property} ${how}`);
