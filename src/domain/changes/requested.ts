import type { Json, Node, Policy, Requirement, Topology } from '../../tosca/topology.ts';
import { requestedKeys } from '../deployers/requested-logins.ts';
import { type DataService, holderOf } from '../resources/aws-types.ts';
import { requirersByNode } from '../resources/plan.ts';
import { isScaling, nodesMeant, scalingPath } from '../scaling/scaling-policies.ts';
import { hostOf, isAttachment, isHosting, isMachine, type Kind, kindOf } from './kinds.ts';

/** Values by path, as an author writes it in a template: `capabilities.host.properties.num_cpus`. */
export type Values = { readonly [path: string]: Json };

/** What a template asks of one node: everything in which an existing node can differ from it. */
export interface RequestedNode {
  readonly type: string;
  readonly kind: Kind;
  readonly count: number;
  /**
   * names of the nodes whose machines this node is a part of: itself, the host of its endpoints, what is bound to a
   * network
   */
  readonly machines: readonly string[];
  /** names of its capabilities that are endpoints */
  readonly endpoints: readonly string[];
  readonly values: Values;
  /** what it is if it holds data without a machine; absent: nothing of that kind, or an earlier release stored this */
  readonly holds?: DataService | undefined;
  /** true: an output asks for the private key of its machines; absent: none does */
  readonly key?: true | undefined;
  /** paths of values that are secrets or hold some; absent: none */
  readonly secrets?: readonly string[] | undefined;
}

export type RequestedNodes = { readonly [node: string]: RequestedNode };

/** What a template asks of its nodes. It is stored, and later templates are compared with it. */
export const requestedNodes = ({
  nodes,
  policies,
  secrets = [],
  outputs = [],
}: Pick<Topology, 'nodes' | 'policies'> & Partial<Pick<Topology, 'secrets' | 'outputs'>>): RequestedNodes => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const machinesOf = machineFinder(nodes, byName);
  const keys = requestedKeys({ outputs });
  const secretsOf = Map.groupBy(secrets, ({ at: [member, index] }) => (member === 'nodes' ? Number(index) : -1));
  return Object.fromEntries(
    nodes.map((node, index): [string, RequestedNode] => {
      const { name, type, count } = node;
      const kind = kindOf(node, byName);
      const placed = isMachine(kind) ? placement(name, policies, byName) : {};
      const values = { ...valuesOf(node), ...placed, ...(kind === 'container' && scaling(node, policies, byName)) };
      const holds = holderOf(node.types, hostOf(node, byName).length === 0);
      const entry = {
        // a volume is known by its kind
        ...(holds !== undefined && holds !== 'volume' && { holds }),
        ...{ type, kind, count, machines: machinesOf(node, kind), endpoints: endpointsOf(node), values },
        ...(kind === 'compute' && keys.has(name) && { key: true as const }),
      };
      // the path within the node, without the part that leads to the node
      const hidden = (secretsOf.get(index) ?? []).map(({ at }) => at.slice(2).join('.'));
      return [name, hidden.length === 0 ? entry : { ...entry, secrets: hidden }];
    }),
  );
};

const endpointsOf = ({ capabilities }: Node): readonly string[] =>
  Object.entries(capabilities).flatMap(([name, { types }]) =>
    types.includes('tosca.capabilities.Endpoint') ? [name] : [],
  );

const under = (prefix: string, values: { readonly [name: string]: Json }): [string, Json][] =>
  Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]);

/** Without the number of instances, which is compared separately: it does not concern a single machine. */
const valuesOf = ({ properties, capabilities, requirements, interfaces, artifacts }: Node): Values =>
  Object.fromEntries([
    ...under('properties', properties),
    ...Object.entries(capabilities)
      .filter(([name]) => name !== 'scalable')
      .flatMap(([name, capability]) => under(`capabilities.${name}.properties`, capability.properties)),
    ...[...Map.groupBy(requirements, requirementPath)].map(([path, all]): [string, Json] => [path, all.map(targetOf)]),
    ...under('interfaces', asMap(interfaces)),
    ...under('artifacts', asMap(artifacts)),
  ]);

/** Keeps attachments separate from mere dependencies. */
const requirementPath = (requirement: Requirement): string =>
  isAttachment(requirement) ? `attachments` : `requirements.${requirement.name}`;

const targetOf = ({ node, relationship, properties, interfaces }: Requirement): Json => ({
  ...(node !== undefined && { node }),
  ...(relationship !== undefined && { relationship }),
  ...(properties !== undefined && { properties }),
  ...(interfaces !== undefined && { interfaces }),
});

const asMap = (value: Json | undefined): { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};

/** A policy without targets applies to all nodes; one whose targets are groups may apply to any. */
const placement = (node: string, policies: readonly Policy[], byName: ReadonlyMap<string, Node>): Values =>
  Object.fromEntries(
    policies
      .filter(({ types }) => types.includes('tosca.policies.Placement'))
      .filter(({ targets }) => targets.includes(node) || !targets.some((target) => byName.has(target)))
      .flatMap(({ name, properties }) => under(`policies.${name}`, properties)),
  );

/** How automatic scaling changes the number of a container's copies. No other deployer than that of stacks has it. */
const scaling = (node: Node, policies: readonly Policy[], byName: ReadonlyMap<string, Node>): Values => {
  const users = [node.name, ...node.requirements.filter(isHosting).flatMap(({ node: host }) => host ?? [])];
  const own = policies.filter(
    (policy) => isScaling(policy) && nodesMeant(policy, [...byName.values()]).some((name) => users.includes(name)),
  );
  if (own.length === 0) return {};
  // a policy may have the name of a node
  const bounds = users.flatMap((name) =>
    under(`${scalingPath}scalable.${name}`, byName.get(name)?.capabilities['scalable']?.properties ?? {}),
  );
  return Object.fromEntries([
    ...own.flatMap(({ name, type, properties }) => under(`${scalingPath}${name}`, { type, ...properties })),
    ...bounds.filter(([path]) => /\.(?:min|max)_instances$/.test(path)),
  ]);
};

const machineFinder = (nodes: readonly Node[], byName: ReadonlyMap<string, Node>) => {
  const kinds = new Map(nodes.map((node) => [node.name, kindOf(node, byName)]));
  const onlyMachines = (names: readonly string[]): readonly string[] =>
    [...new Set(names)].filter((name) => isMachine(kinds.get(name)));
  const users = requirersByNode(nodes);
  const ports = nodes.filter(({ name }) => kinds.get(name) === 'port');
  const linked = (network: string): readonly string[] =>
    ports.filter((port) => targets(port, 'link').includes(network)).flatMap((port) => targets(port, 'binding'));
  const parts: { readonly [K in Kind]: (node: Node) => readonly string[] } = {
    compute: ({ name }) => [name],
    container: ({ name }) => [name],
    port: (node) => targets(node, 'binding'),
    network: ({ name }) => linked(name),
    volume: ({ name }) => users.get(name) ?? [],
    runtime: ({ name }) => users.get(name) ?? [],
    software: (node) => hostOf(node, byName),
  };
  return (node: Node, kind: Kind): readonly string[] => onlyMachines(parts[kind](node));
};

const targets = ({ requirements }: Node, name: string): readonly string[] =>
  requirements.flatMap((requirement) => (requirement.name === name ? (requirement.node ?? []) : []));
