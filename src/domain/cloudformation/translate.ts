import type { NodeEdit } from '../../tosca/edit.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import type { Blueprint, Part, StackResources } from './blueprint.ts';
import { logicalId } from './blueprint.ts';
import { bucketOf, isBucket } from './buckets.ts';
import { isCompute, machineOf } from './compute.ts';
import { connection, everyMachine, groupFor, groupOfAll, isConnection } from './groups.ts';
import { isNetwork, isPort, ownSubnet, placeOf } from './networks.ts';
import { outputsOf } from './outputs.ts';
import { secretsIn } from './secrets.ts';
import { unmapped } from './unmapped.ts';
import { isAttachment, isVolume } from './volumes.ts';

export type Translation =
  | {
      readonly ok: true;
      readonly blueprint: Blueprint;
      /** what was chosen for each node, for the log */
      readonly edits: readonly NodeEdit[];
      readonly warnings: readonly string[];
    }
  /** each reason names its node and the node's type */
  | { readonly ok: false; readonly reasons: readonly string[] };

type Asked = Pick<Topology, 'nodes' | 'outputs' | 'secrets' | 'policies'>;

/** What a topology becomes at a provider, or every reason why it cannot. The same topology gives the same result. */
export const translate = (topology: Asked, offer: StackOffer): Translation => {
  const { nodes } = topology;
  const known = nodes.filter((node) => unmapped(node).length === 0);
  const buckets = known.filter(isBucket).map((node) => ({ node, ...bucketOf(node) }));
  const attributes = Object.fromEntries(buckets.map(({ node, attributes: own }) => [node.name, own]));
  const results = outputsOf(topology, attributes);
  const machines = known
    .filter(isCompute)
    .map((node) => machine(node, { nodes, offer, publicNodes: results.publicNodes }));
  const networks = known.filter(isNetwork).map((node) => ({ node, ...ownSubnet(node, offer) }));
  const parts = [...buckets, ...machines, ...networks];
  const reasons = [
    ...nodes.flatMap((node) => unmapped(node).map((why) => about(node, why))),
    ...told(parts, 'reasons'),
    ...unattached(known),
    ...results.reasons,
    ...tooMany(nodes, offer),
    ...secretsIn(
      topology,
      machines.map(({ blueprint, group }) => ({ blueprint, group })),
    ),
  ];
  if (reasons.length > 0) return { ok: false, reasons: [...new Set(reasons)] };
  const shared: { [node: string]: StackResources } = Object.fromEntries([
    ['', machines.length === 0 ? {} : { [everyMachine]: groupOfAll(offer) }],
    ...machines.map(({ node, group }) => [node.name, { ...group, ...connections(node, nodes) }]),
    ...buckets.map(({ node, resource }) => [node.name, { [logicalId(node.name)]: resource }]),
    ...networks.flatMap(({ node, resource }) => (resource ? [[node.name, { [logicalId(node.name)]: resource }]] : [])),
  ]);
  const blueprint = {
    description: 'A deployment of Toscanini',
    parameters: Object.assign({}, ...machines.map(({ parameters }) => parameters)),
    shared,
    machines: Object.fromEntries(machines.flatMap(({ node, blueprint: own }) => (own ? [[node.name, own]] : []))),
    attributes,
    outputs: results.outputs,
  };
  const edits = machines.flatMap((one) => one.edits);
  return { ok: true, blueprint, edits, warnings: [...told(parts, 'warnings'), ...ignored(topology)] };
};

const about = ({ name, type }: Node, why: string): string => `node ${name} (${type}) ${why}`;

const told = (parts: readonly (Part & { readonly node: Node })[], what: keyof Part): readonly string[] =>
  parts.flatMap((part) => part[what].map((why) => about(part.node, why)));

interface World {
  readonly nodes: readonly Node[];
  readonly offer: StackOffer;
  readonly publicNodes: ReadonlySet<string>;
}

const machine = (node: Node, { nodes, offer, publicNodes }: World) => {
  const byName = new Map(nodes.map((one) => [one.name, one]));
  const place = placeOf(node, { nodes, offer, addressAsked: publicNodes.has(node.name) });
  const made = machineOf(node, { byName, offer, place, after: requiredBefore(node, byName) });
  const group = groupFor(node, offer, place.isPublic);
  return {
    ...made,
    node,
    group: group.resources,
    reasons: [...made.reasons, ...group.reasons],
  };
};

/** Volumes are attached after the start, and ports and networks are parts of the machine. */
const requiredBefore = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const names = node.requirements.filter((one) => !isAttachment(one)).flatMap(({ node: target }) => target ?? []);
  return [...new Set(names)].filter((name) => {
    const target = byName.get(name);
    return target !== undefined && name !== node.name && (isCompute(target) || isBucket(target));
  });
};

const connections = (node: Node, nodes: readonly Node[]): StackResources =>
  Object.assign(
    {},
    ...node.requirements.filter(isConnection).map((requirement) => {
      const target = nodes.find(({ name }) => name === requirement.node);
      return target !== undefined && isCompute(target) ? connection(node, target) : {};
    }),
  );

/** A volume is made in the zone of its machine, so without one nobody knows where. */
const unattached = (nodes: readonly Node[]): readonly string[] => {
  const used = new Set(nodes.flatMap(({ requirements }) => requirements.filter(isAttachment).map(({ node }) => node)));
  return nodes
    .filter((node) => isVolume(node) && !used.has(node.name))
    .map((node) => about(node, 'is attached to no machine'));
};

const tooMany = (nodes: readonly Node[], { machines: most }: StackOffer): readonly string[] => {
  const wanted = nodes.filter(isCompute).reduce((sum, { count }) => sum + count, 0);
  return most === undefined || wanted <= most
    ? []
    : [`the template asks for ${wanted} machines, and one deployment may have ${most} here`];
};

const ignored = ({ policies, nodes }: Asked): readonly string[] => [
  ...policies
    .filter(({ types }) => types.some((type) => /policies\.(Scaling|Update|Performance)$/.test(type)))
    .map(({ name, type }) => `policy ${name} (${type}) is not carried out`),
  ...nodes
    .filter((node) => isPort(node) && !isJson(node.requirements.find(({ name }) => name === 'binding')?.node))
    .map((node) => about(node, 'is bound to no machine, and nothing is made of it')),
];

const isJson = (value: Json | undefined): boolean => value !== undefined;
