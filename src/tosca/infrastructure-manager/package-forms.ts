import type { MappingNode, Node } from 'js-yaml';
import { definitionsIn, knownAddress } from '../catalog/catalog.ts';
import type { Json } from '../topology.ts';
import {
  addMissing,
  childMapping,
  entriesOf,
  member,
  nodesBelow,
  removeMember,
  setMember,
  valueNode,
} from '../yaml/tree.ts';

/**
 * What packages of types lack, or no longer have, though templates use it (seen with tosca-parser 2.15.0). The manager
 * fetches the packages themselves, so the document has to make up for it.
 */
export function writePackageForms(root: MappingNode): void {
  const files = packagesIn(member(root, 'imports')?.value);
  if (files.has(grycap)) defineMissingTypes(root);
  const topology = member(root, 'topology_template')?.value;
  if (topology?.kind !== 'mapping') return;
  writePlacements(topology, files.has(indigo));
  for (const node of entriesOf(member(topology, 'node_templates')?.value)) {
    const type = member(node, 'type')?.value;
    const written = type?.kind === 'scalar' ? renamed.get(type.value) : undefined;
    if (type?.kind === 'scalar' && written !== undefined) type.value = written;
  }
}

const grycap = 'grycap-custom-types.yaml';
const indigo = 'indigo-custom-types.yaml';

const packagesIn = (imports: Node | undefined): ReadonlySet<string> =>
  new Set(
    addressesIn(imports).flatMap((address) => {
      const known = knownAddress(address);
      return known === undefined ? [] : [known.file];
    }),
  );

const addressesIn = (written: Node | undefined): readonly string[] =>
  (written === undefined ? [] : nodesBelow(written)).flatMap((node) => (node.kind === 'scalar' ? [node.value] : []));

/** Short names of the package's types, and a type that the package has no more: version 5 made it the usual one. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['StorageSystem', 'tosca.nodes.StorageSystem'],
  ['tosca:StorageSystem', 'tosca.nodes.StorageSystem'],
  ['tosca.nodes.indigo.MonitoredCompute', 'tosca.nodes.indigo.Compute'],
]);

const user = 'tosca.datatypes.indigo.User';

/** The package names two data types that it does not define: the one of INDIGO's package, and one that is a text. */
function defineMissingTypes(root: MappingNode): void {
  const all = new Map(definitionsIn(grycap)).get('data_types');
  const missing = valueNode({ [user]: memberOf(all, user), 'tosca.datatypes.Dataset': { type: 'string' } });
  if (missing.kind === 'mapping') addMissing(childMapping(root, 'data_types', new Map()), missing);
}

const memberOf = (values: Json | undefined, name: string): Json =>
  typeof values === 'object' && values !== null && !Array.isArray(values)
    ? ((values as { readonly [name: string]: Json })[name] ?? {})
    : {};

const ofSla = new Set(['tosca.policies.indigo.SlaPlacement', 'tosca.policies.indigo.CredentialsAwareSlaPlacement']);
/** Of this service's own; what they say is done here. */
const isOwn = (type: string): boolean => type.startsWith('toscanini.policies.');
const placements = new Set(['tosca.policies.Placement', 'tosca.policies.indigo.Placement']);

/**
 * This service has chosen the provider, and the manager gets the credentials of that one only. So policies that choose
 * one are not sent: of theirs, the parser knows only some, and the manager looks for a line of credentials with that id.
 * An availability zone inside of the provider stays, which the normative type cannot hold.
 */
function writePlacements(topology: MappingNode, hasIndigo: boolean): void {
  const policies = member(topology, 'policies')?.value;
  if (policies?.kind === 'mapping') policies.items = policies.items.filter(({ value }) => isSent(value, hasIndigo));
  else if (policies?.kind === 'sequence')
    policies.items = policies.items.filter((item) => valuesOf(item).every((one) => isSent(one, hasIndigo)));
  else return;
  if (policies.items.length === 0) removeMember(topology, 'policies');
  const left = policies.kind === 'mapping' ? valuesOf(policies) : policies.items.flatMap(valuesOf);
  for (const one of left) writeZone(one, hasIndigo);
}

const valuesOf = (node: Node): readonly Node[] => (node.kind === 'mapping' ? node.items.map(({ value }) => value) : []);

/** Whether the policy says anything to the manager. */
function isSent(policy: Node, hasIndigo: boolean): boolean {
  const type = typeOf(policy);
  if (type === undefined) return true;
  if (ofSla.has(type.value) || isOwn(type.value)) return false;
  if (!placements.has(type.value) || zoneOf(policy, hasIndigo) !== undefined) return true;
  const properties = propertiesOf(policy);
  return properties?.kind !== 'mapping' || properties.items.length === 0;
}

/** A zone is sent as the type of the package has it, which demands an id; an empty one chooses nothing. */
function writeZone(policy: Node, hasIndigo: boolean): void {
  const [type, zone] = [typeOf(policy), zoneOf(policy, hasIndigo)];
  if (policy.kind !== 'mapping' || type === undefined || zone === undefined) return;
  type.value = 'tosca.policies.indigo.Placement';
  setMember(policy, 'properties', valueNode({ cloud_id: '' }));
  setMember(childMapping(policy, 'properties', new Map()), 'availability_zone', zone);
}

/** The availability zone of a placement, where a type can hold it. */
function zoneOf(policy: Node, hasIndigo: boolean): Node | undefined {
  const type = typeOf(policy);
  if (type === undefined || !placements.has(type.value)) return undefined;
  if (!hasIndigo && type.value === 'tosca.policies.Placement') return undefined;
  const properties = propertiesOf(policy);
  return properties?.kind === 'mapping' ? member(properties, 'availability_zone')?.value : undefined;
}

const typeOf = (policy: Node) => {
  const type = policy.kind === 'mapping' ? member(policy, 'type')?.value : undefined;
  return type?.kind === 'scalar' ? type : undefined;
};

const propertiesOf = (policy: Node): Node | undefined =>
  policy.kind === 'mapping' ? member(policy, 'properties')?.value : undefined;
