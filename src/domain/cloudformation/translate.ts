import type { NodeEdit } from '../../tosca/edit.ts';
import { isAttachment } from '../changes/kinds.ts';
import { notOrdered } from '../deployers/peers.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import { isScaling, notCarriedOut } from '../scaling/scaling-policies.ts';
import { type Blueprint, tableOf } from './blueprint/blueprint.ts';
import { mayHoldDynamicReference } from './dynamic-references.ts';
import { keyParts } from './machines/keys.ts';
import { isVolume } from './machines/volumes.ts';
import { boundTo, isPort } from './networks/networks.ts';
import { type Parts, partsOf, requiredBefore, type StackTopology } from './parts.ts';
import { about, readingSecrets, readingSecretsIn, reasonsAgainst, saidBy } from './reasons.ts';
import { unscaled } from './scaling/unscaled.ts';
import { isDatabase, isDatabaseSystem } from './services/databases.ts';
import { sharedResources } from './shared-resources.ts';
import { hasSecretInputs } from './software/secret-inputs.ts';
import { isSomething, type Software } from './software/software.ts';
import { tooManyBytes } from './template-size.ts';

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

/** What a topology becomes at a provider, or every reason why it cannot. The same topology gives the same result. */
export const translate = (topology: StackTopology, offer: StackOffer): Translation => {
  const parts = partsOf(topology, offer);
  const key = keyParts(parts.machines.some(({ node }) => parts.keys.has(node.name)));
  const shared = sharedResources(parts, offer, key.resources);
  const reasons = reasonsAgainst(topology, { parts, shared, offer });
  if (reasons.length > 0) return refusedFor([...reasons, ...readingSecrets(parts)]);
  const blueprint = blueprintOf(parts, shared, key.outputs);
  const text = JSON.stringify(blueprint);
  const reading = mayHoldDynamicReference(text) ? readingSecretsIn(blueprint, parts) : [];
  if (reading.length > 0) return refusedFor(reading);
  const large = tooManyBytes(blueprint, text, topology.nodes);
  if (large.length > 0) return refusedFor(large);
  const edits = parts.machines.flatMap((one) => one.edits);
  return { ok: true, blueprint, text, edits, warnings: warningsOf(topology, parts) };
};

const refusedFor = (reasons: readonly string[]): Translation => ({ ok: false, reasons: [...new Set(reasons)] });

const blueprintOf = (parts: Parts, shared: Blueprint['shared'], keyOutputs: Blueprint['outputs']): Blueprint => {
  const { members, machines, networks, results, plan } = parts;
  const software = withLogins(plan.software, parts);
  const all = [...members, ...machines, ...networks];
  return {
    description: 'A deployment of Toscanini',
    parameters: Object.assign({}, ...all.map((part) => ('parameters' in part ? part.parameters : {}))),
    shared,
    machines: tableOf(machines.flatMap(({ node, blueprint: own }) => (own ? [[node.name, own] as const] : []))),
    waiting: waitingOf(parts),
    outputs: [...results.outputs, ...plan.attributes, ...keyOutputs],
    ...(isSomething(software) && { software }),
    ...(hasSecretInputs(software) && { secrets: plan.secrets }),
  };
};

/** The users whose key an output asks for are kept with it. */
const withLogins = (software: Software, { machines, keys }: Parts): Software => {
  if (keys.size === 0) return software;
  const users = machines.map(({ node, blueprint }) => [node.name, blueprint?.user ?? ''] as const);
  return { ...software, logins: Object.fromEntries(users.filter(([, user]) => user !== '')) };
};

const waitingOf = ({ members, byName, closing }: Parts): NonNullable<Blueprint['waiting']> =>
  Object.fromEntries(
    members.flatMap(({ node, main }) =>
      main === '' ? [] : [[node.name, { main, after: requiredBefore(node, byName, closing) }]],
    ),
  );

const warningsOf = (topology: StackTopology, parts: Parts): readonly string[] => [
  ...saidBy(parts, 'warnings'),
  ...parts.plan.warnings.map(({ node, why }) => about(node, why)),
  ...parts.closing.map((one) => notOrdered(one, 'CloudFormation')),
  ...unscaled(topology.policies, parts.byName),
  ...ignored(topology),
];

/** What policies of the standard, and of others that have these names, ask for and nobody does. */
const effectless = /policies\.(Scaling|Update|Performance)$/;

const ignored = ({ policies, nodes }: StackTopology): readonly string[] => [
  ...policies
    .filter((policy) => !isScaling(policy) && policy.types.some((type) => effectless.test(type)))
    .map(notCarriedOut),
  ...nodes
    .filter((node) => isPort(node) && boundTo(node) === undefined)
    .map((node) => about(node, 'is bound to no machine, and nothing is made of it')),
  ...nodes
    .filter((node) => isDatabaseSystem(node) && !nodes.some((one) => isDatabase(one) && requires(one, node.name)))
    .map((node) => about(node, 'has no database, and nothing is made of it')),
  ...notShared(nodes),
];

/** Each machine gets its own volume, also where several nodes attach the same one. */
const notShared = (nodes: StackTopology['nodes']): readonly string[] => {
  const attachments = nodes.flatMap(({ name, requirements }) =>
    requirements.filter(isAttachment).map(({ node: volume }) => ({ name, volume })),
  );
  const byVolume = Map.groupBy(attachments, ({ volume }) => volume);
  return nodes.filter(isVolume).flatMap((node) => {
    const machines = (byVolume.get(node.name) ?? []).map(({ name }) => name);
    if (machines.length < 2 || node.properties['volume_id'] !== undefined) return [];
    return [about(node, `is not shared by ${machines.join(' and ')}: each machine gets a volume of its own`)];
  });
};

const requires = ({ requirements }: StackTopology['nodes'][number], name: string): boolean =>
  requirements.some(({ node }) => node === name);
