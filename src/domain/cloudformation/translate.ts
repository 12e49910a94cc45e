import type { NodeEdit } from '../../tosca/edit.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { isAttachment } from '../changes/kinds.ts';
import { isUnknown } from '../deployers/asked.ts';
import { keysAsked, loginCallsIn } from '../deployers/asked-logins.ts';
import { secretsIn } from '../deployers/written-secrets.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import type { Blueprint, Part, StackResources } from './blueprint/blueprint.ts';
import { logicalId } from './blueprint/blueprint.ts';
import type { Member, Surroundings } from './blueprint/member.ts';
import { connectionsOf } from './connections.ts';
import { cluster, clusterResource } from './containers/containers.ts';
import { isRoute } from './containers/routing.ts';
import { holdsDynamicReference, mayHoldDynamicReference } from './dynamic-references.ts';
import { isCompute, machineOf } from './machines/compute.ts';
import { keyParts } from './machines/keys.ts';
import { isSoftware } from './machines/software-hosts.ts';
import { spotTemplate } from './machines/spot.ts';
import { isVolume } from './machines/volumes.ts';
import { attributesOf, isMember, memberOf } from './members.ts';
import { everyMachine, groupFor, groupOfAll } from './networks/groups.ts';
import { boundTo, isNetwork, isPort, ownSubnet, placeOf } from './networks/networks.ts';
import { planSoftware } from './operations/plan-software.ts';
import { outputsOf } from './outputs.ts';
import { sameIds } from './same-ids.ts';
import { isDatabase, isDatabaseSystem } from './services/databases.ts';
import { hasSecretInputs } from './software/secret-inputs.ts';
import { isSomething, type Software } from './software/software.ts';
import { withoutAgent } from './software/software-rights.ts';
import { softwareConnections } from './software-connections.ts';
import { unmapped } from './unmapped.ts';
import { valueReader } from './values/expressions.ts';
import { later } from './values/later.ts';

export type Translation =
  | {
      readonly ok: true;
      readonly blueprint: Blueprint;
      /** the blueprint as JSON */
      readonly text: string;
      /** what was chosen for each node, for the log */
      readonly edits: readonly NodeEdit[];
      readonly warnings: readonly string[];
    }
  /** each reason names its node and the node's type */
  | { readonly ok: false; readonly reasons: readonly string[] };

type Asked = Pick<Topology, 'nodes' | 'inputs' | 'outputs' | 'secrets' | 'policies'>;

/** What a topology becomes at a provider, or every reason why it cannot. The same topology gives the same result. */
export const translate = (topology: Asked, offer: StackOffer): Translation => {
  const { nodes } = topology;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const portsOf = Map.groupBy(nodes.filter(isPort), boundTo);
  const unfit = new Map(nodes.flatMap((node) => (isSoftware(node, byName) ? [] : [[node, unmapped(node, byName)]])));
  const known = nodes.filter((node) => unfit.get(node)?.length === 0);
  const attributeOf = attributesOf(byName);
  const publicNodes = new Set<string>();
  const results = outputsOf(topology, attributeOf, publicNodes);
  const read = valueReader({ byName, attributeOf, publicNodes });
  const plan = planSoftware(topology, { byName, attributeOf, publicNodes });
  const around = { nodes, byName, offer, written: (value: Json) => (isUnknown(value) ? later(read(value)) : value) };
  const keys = keysAsked(topology);
  const logins = loginsAsked(topology);
  const members = known.filter((node) => isMember(node, byName)).map((node) => ({ node, ...memberOf(node, around) }));
  const machines = known
    .filter(isCompute)
    .map((node) => machine(node, { ...around, portsOf, publicNodes, hosts: plan.hosts, logins, keys }));
  const key = keyParts(machines.some(({ node }) => keys.has(node.name)));
  const software = withLogins(plan.software, machines, keys);
  const networks = known.filter(isNetwork).map((node) => ({ node, ...ownSubnet(node, offer) }));
  const parts = [...members, ...machines, ...networks];
  const shared: { readonly [node: string]: StackResources } = {
    '': {
      ...((machines.length > 0 || members.some((one) => one.usesGroupOfAll)) && { [everyMachine]: groupOfAll(offer) }),
      ...(members.some((one) => one.usesCluster) && { [cluster]: clusterResource }),
      ...key.resources,
    },
    ...Object.fromEntries(
      machines.map(({ node, group }) => [
        node.name,
        { ...group, ...spotTemplate(node), ...connectionsOf(node, byName) },
      ]),
    ),
    ...Object.fromEntries(
      members.map(({ node, resources: own }) => [node.name, { ...own, ...connectionsOf(node, byName) }]),
    ),
    ...softwareConnections(nodes, byName),
    ...Object.fromEntries(
      networks.flatMap(({ node, resource }) => (resource ? [[node.name, { [logicalId(node.name)]: resource }]] : [])),
    ),
  };
  const reasons = [
    ...[...unfit].flatMap(([node, all]) => all.map((why) => about(node, why))),
    ...[...plan.reasons, ...withoutAgent(plan.hosts, nodes, offer)].map(({ node, why }) => about(node, why)),
    ...sameIds(shared, byName).map(({ node, why }) => about(node, why)),
    ...plan.outputReasons,
    ...told(parts, 'reasons'),
    ...unattached(known),
    ...results.reasons,
    ...tooMany(nodes, offer),
    ...secretsIn(
      topology,
      { shared, machines: machines.map(({ blueprint }) => blueprint), software: plan.software },
      'the stack',
    ),
  ];
  if (reasons.length > 0) return refusedFor([...reasons, ...readingSecrets(parts)]);
  const blueprint = {
    description: 'A deployment of Toscanini',
    parameters: Object.assign({}, ...parts.map((part) => ('parameters' in part ? part.parameters : {}))),
    shared,
    machines: Object.fromEntries(machines.flatMap(({ node, blueprint: own }) => (own ? [[node.name, own]] : []))),
    waiting: waitingOf(members, byName),
    outputs: [...results.outputs, ...plan.attributes, ...key.outputs],
    ...(isSomething(software) && { software }),
    ...(hasSecretInputs(software) && { secrets: plan.secrets }),
  };
  const text = JSON.stringify(blueprint);
  const reading = mayHoldDynamicReference(text) ? readingSecrets(parts) : [];
  if (reading.length > 0) return refusedFor(reading);
  const edits = machines.flatMap((one) => one.edits);
  const warnings = [
    ...told(parts, 'warnings'),
    ...plan.warnings.map(({ node, why }) => about(node, why)),
    ...ignored(topology),
  ];
  return { ok: true, blueprint, text, edits, warnings };
};

const refusedFor = (reasons: readonly string[]): Translation => ({ ok: false, reasons: [...new Set(reasons)] });

const readingSecrets = (parts: readonly (object & { readonly node: Node })[]): readonly string[] =>
  parts
    .filter((part) => holdsDynamicReference(('resources' in part ? part.resources : part) as unknown as Json))
    .map(({ node }) => about(node, readsSecrets));

type Placed = Member & { readonly node: Node };

const waitingOf = (members: readonly Placed[], byName: ReadonlyMap<string, Node>): NonNullable<Blueprint['waiting']> =>
  Object.fromEntries(
    members.flatMap(({ node, main }) =>
      main === '' ? [] : [[node.name, { main, after: requiredBefore(node, byName) }]],
    ),
  );

const readsSecrets = 'holds a dynamic reference ({{resolve:...}}), which would be read with the rights of this service';

const about = ({ name, type }: Node, why: string): string => `node ${name} (${type}) ${why}`;

const told = (parts: readonly (Part & { readonly node: Node })[], what: keyof Part): readonly string[] =>
  parts.flatMap((part) => part[what].map((why) => about(part.node, why)));

interface World extends Surroundings {
  /** by the machine's node that they are bound to */
  readonly portsOf: ReadonlyMap<string | undefined, readonly Node[]>;
  readonly publicNodes: ReadonlySet<string>;
  /** machines that run operations */
  readonly hosts: ReadonlySet<string>;
  /** nodes whose credential is asked for, and those whose private key is */
  readonly logins: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

const loginsAsked = ({ outputs, nodes }: Asked): ReadonlySet<string> => {
  const values = [outputs.map(({ value }) => value), nodes.map(({ properties }) => properties)];
  return new Set(loginCallsIn(values).map(({ node }) => node));
};

/** The users whose key an output asks for are kept with it. */
const withLogins = (software: Software, machines: readonly Made[], keys: ReadonlySet<string>): Software => {
  if (keys.size === 0) return software;
  const users = machines.map(({ node, blueprint }) => [node.name, blueprint?.user ?? ''] as const);
  return { ...software, logins: Object.fromEntries(users.filter(([, user]) => user !== '')) };
};

type Made = ReturnType<typeof machine>;

const machine = (node: Node, { byName, portsOf, offer, publicNodes, hosts, logins, keys }: World) => {
  const ports = portsOf.get(node.name) ?? [];
  const place = placeOf(node, { byName, ports, offer, addressAsked: publicNodes.has(node.name) });
  const made = machineOf(node, {
    ...{ byName, offer, place, after: requiredBefore(node, byName) },
    runsOperations: hosts.has(node.name),
    login: { isAsked: logins.has(node.name), hasKey: keys.has(node.name) },
  });
  const group = groupFor(node, offer, { isPublic: place.isPublic, hasLogin: keys.has(node.name) });
  return {
    ...made,
    node,
    group: group.resources,
    reasons: [...made.reasons, ...group.reasons],
    warnings: [...made.warnings, ...group.warnings],
  };
};

/** Volumes are attached after the start, ports and networks are parts of the machine, and targets join when they are there. */
const requiredBefore = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const names = node.requirements
    .filter((one) => !isAttachment(one) && !isRoute(one))
    .flatMap(({ node: target }) => target ?? []);
  return [...new Set(names)].filter((name) => {
    const target = byName.get(name);
    return target !== undefined && name !== node.name && (isCompute(target) || isMember(target, byName));
  });
};

/** A volume is made in the zone of its machine, so without one nobody knows where. */
const unattached = (nodes: readonly Node[]): readonly string[] => {
  const used = new Set(nodes.flatMap(({ requirements }) => requirements.filter(isAttachment).map(({ node }) => node)));
  return nodes
    .filter((node) => isVolume(node) && !used.has(node.name))
    .map((node) => about(node, 'is attached to no machine'));
};

const tooMany = (nodes: readonly Node[], { machines: most }: StackOffer): readonly string[] => {
  const asking = nodes.filter((node) => isCompute(node) && node.count > 0);
  const wanted = asking.reduce((sum, { count }) => sum + count, 0);
  if (most === undefined || wanted <= most) return [];
  const each = asking.map(({ name, count }) => `${name}: ${count}`).join(', ');
  return [
    `the template asks for ${wanted} machines (${each}), and one deployment may have ${most} here: ask for fewer, or raise stack.machines of this provider`,
  ];
};

const ignored = ({ policies, nodes }: Asked): readonly string[] => [
  ...policies
    .filter(({ types }) => types.some((type) => /policies\.(Scaling|Update|Performance)$/.test(type)))
    .map(({ name, type }) => `policy ${name} (${type}) is not carried out`),
  ...nodes
    .filter((node) => isPort(node) && boundTo(node) === undefined)
    .map((node) => about(node, 'is bound to no machine, and nothing is made of it')),
  ...nodes
    .filter((node) => isDatabaseSystem(node) && !nodes.some((one) => isDatabase(one) && requires(one, node.name)))
    .map((node) => about(node, 'has no database, and nothing is made of it')),
];

const requires = ({ requirements }: Node, name: string): boolean => requirements.some(({ node }) => node === name);
