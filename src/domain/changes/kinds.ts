import type { Node, Requirement } from '../../tosca/topology.ts';

/**
 * What a node is: a machine, or a container or function that runs like one; a part of a machine; or software, which is
 * configured (docs/contract/infrastructure-manager-templates.md, "Nodes").
 */
export const nodeKinds = ['compute', 'container', 'port', 'network', 'volume', 'runtime', 'software'] as const;
export type Kind = (typeof nodeKinds)[number];

export const isMachine = (kind: Kind | undefined): boolean => kind === 'compute' || kind === 'container';

const kinds: readonly (readonly [string, Kind])[] = [
  ['tosca.nodes.Compute', 'compute'],
  ['tosca.nodes.Container.Application', 'container'],
  ['tosca.nodes.Container.Runtime', 'runtime'],
  ['tosca.nodes.network.Port', 'port'],
  ['tosca.nodes.network.Network', 'network'],
];

/** A function. It runs on a machine of the template or, without one, in a cloud's own service. */
const faas = 'tosca.nodes.aisprint.FaaS.Function';

export const kindOf = (node: Node, byName: ReadonlyMap<string, Node>): Kind => {
  const known = kinds.find(([type]) => node.types.includes(type))?.[1];
  if (known) return known;
  if (node.types.some((type) => type.endsWith('.BlockStorage'))) return 'volume';
  return node.types.includes(faas) && hostOf(node, byName).length === 0 ? 'container' : 'software';
};

/** The Compute node that hosts this node, through any number of nodes in between: one or none. */
export const hostOf = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const seen = new Set<string>();
  for (let at: Node | undefined = node; at !== undefined && !seen.has(at.name); ) {
    seen.add(at.name);
    if (at !== node && at.types.includes('tosca.nodes.Compute')) return [at.name];
    const below: string | undefined = at.requirements.find(isHosting)?.node;
    at = below === undefined ? undefined : byName.get(below);
  }
  return [];
};

/** Whether its relationship is of a normative type, or of one that derives from it; `kind` is the end of the type's name. */
export const isOfKind = ({ relationship, relationshipBases }: Requirement, kind: string): boolean =>
  (relationship?.endsWith(kind) || relationshipBases?.some((type) => type.endsWith(kind))) ?? false;

export const isHosting = (requirement: Requirement): boolean =>
  requirement.name === 'host' || isOfKind(requirement, 'HostedOn');

export const isAttachment = (requirement: Requirement): boolean =>
  requirement.name === 'local_storage' || isOfKind(requirement, 'AttachesTo');
