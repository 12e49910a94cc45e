import type { Json, Node } from '../../tosca/topology.ts';
import { isAttachment } from '../changes/kinds.ts';
import { secretsIn } from '../deployers/written-secrets.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import { type Blueprint, logicalId, type Part, resourceHex } from './blueprint/blueprint.ts';
import { holdsDynamicReference } from './dynamic-references.ts';
import { isCompute } from './machines/compute.ts';
import { isVolume } from './machines/volumes.ts';
import { tooManyRules } from './networks/rules.ts';
import type { Parts, StackTopology } from './parts.ts';
import { sameIds } from './same-ids.ts';
import { lostReferences } from './services/lost-references.ts';
import { withoutAgent } from './software/software-rights.ts';
import { valueCircles } from './values/circles.ts';

/** A sentence about a node: each names the node and its type. */
export const about = ({ name, type }: Node, why: string): string => `node ${name} (${type}) ${why}`;

/** What the parts say of themselves. */
export const saidBy = ({ members, machines, networks }: Parts, what: keyof Part): readonly string[] =>
  [...members, ...machines, ...networks].flatMap((part) => part[what].map((why) => about(part.node, why)));

/** Every reason why the provider cannot have the topology, but for those of `readingSecrets`. */
export const reasonsAgainst = (
  topology: StackTopology,
  { parts, shared, offer }: { readonly parts: Parts; readonly shared: Blueprint['shared']; readonly offer: StackOffer },
): readonly string[] => {
  const { byName, unfit, known, results, plan, members, machines } = parts;
  const { nodes } = topology;
  const written = { shared, machines: machines.map(({ blueprint }) => blueprint), software: plan.software };
  return [
    ...[...unfit].flatMap(([node, all]) => all.map((why) => about(node, why))),
    ...[...plan.reasons, ...withoutAgent(plan.hosts, nodes, offer)].map(({ node, why }) => about(node, why)),
    ...sameIds(shared, byName).map(({ node, why }) => about(node, why)),
    ...lostReferences(members, shared).map(({ node, why }) => about(node, why)),
    ...plan.outputReasons,
    ...saidBy(parts, 'reasons'),
    ...unattached(known),
    ...results.reasons,
    ...valueCircles(members.map(({ node }) => node)).map(takeEachOther),
    ...tooManyRules(shared).flatMap(({ node, why }) =>
      [byName.get(node)].flatMap((one) => (one ? about(one, why) : why)),
    ),
    ...tooMany(nodes, offer),
    ...tooLarge(parts, shared),
    ...tooLong(parts, shared),
    ...unnamed(results.outputs),
    ...secretsIn(topology, written, 'the stack'),
  ];
};

const takeEachOther = (names: readonly string[]): string =>
  names.length === 1
    ? `node ${names[0]} takes an attribute of itself that is known only once it is there`
    : `the nodes ${names.join(', ')} take attributes of each other that are known only once they are there, so CloudFormation can make none of them first`;

/** Nodes and outputs for which CloudFormation would read a secret. */
export const readingSecrets = ({ members, machines, networks, results }: Parts): readonly string[] => [
  ...[
    ...members.map(({ node, resources }) => ({ node, what: resources })),
    ...[...machines, ...networks].map((part) => ({ node: part.node, what: part })),
  ]
    .filter(({ what }) => holdsDynamicReference(what as unknown as Json))
    .map(({ node }) => about(node, readsSecrets)),
  ...results.outputs
    .filter((output) => holdsDynamicReference(output as unknown as Json))
    .map(({ name }) => `output ${name} ${readsSecrets}`),
];

/**
 * The same of everything that becomes the text of the stack, whichever part has it: no rule about parts can forget one.
 * Operations are packed, and secrets never become a part of the stack.
 */
export const readingSecretsIn = (blueprint: Blueprint, parts: Parts): readonly string[] => {
  const { software: _, secrets: __, ...stack } = blueprint;
  if (!holdsDynamicReference(stack as unknown as Json)) return [];
  const named = readingSecrets(parts);
  return named.length > 0 ? named : [`the template ${readsSecrets}`];
};

const readsSecrets = 'holds a dynamic reference ({{resolve:...}}), which would be read with the rights of this service';

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

/** Of a stack [CloudFormation quotas]: more of them count as a template that is wrong everywhere. */
const mostResources = 500;
const mostOutputs = 200;
/** characters */
const longestId = 255;

/** The id of a machine's resource is a UUID without dashes. */
const hexLength = 32;

const tooLong = ({ machines, byName }: Parts, shared: Blueprint['shared']): readonly string[] => {
  const own = machines.map(({ node, blueprint }) => ({
    name: node.name,
    ids: Object.keys(blueprint?.resources ?? {}),
  }));
  const others = Object.entries(shared).map(([name, resources]) => ({ name, ids: Object.keys(resources) }));
  const lengthOf = (id: string): number => id.length + (id.includes(resourceHex) ? hexLength - resourceHex.length : 0);
  return [...own, ...others].flatMap(({ name, ids }) => {
    const node = byName.get(name);
    const longest = Math.max(0, ...ids.map(lengthOf));
    if (node === undefined || longest <= longestId) return [];
    const why = `becomes a resource whose id has ${longest} characters, and CloudFormation takes ${longestId}: shorten its name, or that of what it is attached or connected to`;
    return [about(node, why)];
  });
};

/** Two outputs with one id: the stack has only the last one. */
const unnamed = (outputs: Blueprint['outputs']): readonly string[] => {
  const byId = Map.groupBy(outputs, ({ name }) => logicalId(name));
  return [...byId].flatMap(([id, same]) => {
    const names = same.map(({ name }) => name);
    if (names.length > 1)
      return [`the outputs ${names.join(' and ')} become one output ${id} of the stack: give one another name`];
    if (id.length <= longestId) return [];
    return [
      `output ${names.join()} becomes one whose id has ${id.length} characters, and CloudFormation takes ${longestId}: shorten its name`,
    ];
  });
};

const tooLarge = ({ machines, results, plan }: Parts, shared: Blueprint['shared']): readonly string[] => {
  const ofMachines = machines.map(({ node, blueprint }) => node.count * Object.keys(blueprint?.resources ?? {}).length);
  const once = Object.values(shared).map((own) => Object.keys(own).length);
  const all = [...ofMachines, ...once].reduce((sum, count) => sum + count, 0);
  const outputs = results.outputs.length + plan.attributes.length;
  if (outputs > mostOutputs) return [`the template has ${outputs} outputs, and a stack may have ${mostOutputs}`];
  if (all <= mostResources) return [];
  return [
    `the template becomes ${all} resources of CloudFormation, and a stack may have ${mostResources}: ask for fewer machines, or for fewer volumes of each`,
  ];
};
