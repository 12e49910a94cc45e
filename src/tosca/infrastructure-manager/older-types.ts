import type { MappingNode, Node, ScalarNode } from 'js-yaml';
import { entriesOf, mappingWith, member, nodesBelow, removeMember, setMember, valueNode } from '../yaml/tree.ts';
import { dataKinds, schemas, writeDefinition } from './older-data-types.ts';

/** The capability that each node has. */
const anyCapability = 'tosca.capabilities.Node';

/**
 * Names of normative types that came after 1.0, and what the Infrastructure Manager's parser has in their place (seen with
 * tosca-parser 2.15.0). It refuses a template that names one of them.
 */
const olderNames: ReadonlyMap<string, string> = new Map([
  ['tosca.nodes.Storage.BlockStorage', 'tosca.nodes.BlockStorage'],
  ['tosca.nodes.Storage.ObjectStorage', 'tosca.nodes.ObjectStorage'],
  ['tosca.capabilities.Compute', 'tosca.capabilities.Container'],
  ['tosca.capabilities.Storage', anyCapability],
  ['tosca.capabilities.Network', anyCapability],
]);

/**
 * Short names of the standard (1.3 section 5.1.1) that the parser does not find: it puts `tosca.nodes.` and the like before
 * a name, and nothing more.
 */
const shortNames: ReadonlyMap<string, string> = new Map(
  [
    ...['nodes.network.Network', 'nodes.network.Port', 'nodes.Storage.BlockStorage', 'nodes.Storage.ObjectStorage'],
    ...['capabilities.network.Bindable', 'capabilities.network.Linkable'],
    ...['relationships.network.BindsTo', 'relationships.network.LinksTo'],
  ].flatMap((name) => {
    const full = `tosca.${name}`;
    const short = name.slice(name.lastIndexOf('.') + 1);
    return [short, `tosca:${short}`].map((each) => [each, olderNames.get(full) ?? full] as const);
  }),
);

/** Writes types and definitions of types in the forms that the Infrastructure Manager's parser knows. */
export function writeOlderTypes(root: MappingNode): void {
  const types = typesOf(root);
  for (const type of types) writeLongForms(type);
  const topology = member(root, 'topology_template')?.value;
  const inputs = topology?.kind === 'mapping' ? entriesOf(member(topology, 'inputs')?.value) : [];
  const kinds = dataKinds(root);
  const ofTypes = types.flatMap(definitionsIn);
  for (const definition of ofTypes) lengthen(definition, 'type', schemas);
  for (const definition of [...inputs, ...ofTypes]) writeDefinition(definition, kinds);
  for (const type of entriesOf(member(root, 'data_types')?.value)) removeMember(type, 'constraints');
  if (topology?.kind === 'mapping')
    for (const node of entriesOf(member(topology, 'node_templates')?.value)) leaveOutName(node);
  for (const name of shortNamesIn(root)) name.value = shortNames.get(name.value) ?? name.value;
  for (const name of typeNamesIn(root)) name.value = olderNames.get(name.value) ?? name.value;
}

const typesOf = (root: MappingNode): readonly MappingNode[] =>
  root.items.flatMap(({ key, value }) =>
    key.kind === 'scalar' && key.value.endsWith('_types') ? entriesOf(value) : [],
  );

/** `web: tosca.capabilities.Endpoint` is short for a map with that type. */
function writeLongForms(type: MappingNode): void {
  const capabilities = member(type, 'capabilities')?.value;
  lengthen(capabilities, 'type');
  for (const capability of entriesOf(capabilities)) leaveOutRefinements(capability);
  const requirements = member(type, 'requirements')?.value;
  if (requirements?.kind === 'sequence') for (const one of requirements.items) writeRequirement(one);
}

/** The parser takes the definition of a property here for its value: each node template has the default (computed-capabilities.ts). */
function leaveOutRefinements(capability: MappingNode): void {
  const properties = member(capability, 'properties')?.value;
  if (properties?.kind !== 'mapping') return;
  properties.items = properties.items.filter(({ value }) => value.kind !== 'mapping');
  if (properties.items.length === 0) removeMember(capability, 'properties');
}

/** The parser looks for a node type with the capability, and ends in an error unless a normative one has it. */
function writeRequirement(one: Node): void {
  lengthen(one, 'capability');
  for (const definition of entriesOf(one)) {
    const capability = member(definition, 'capability')?.value;
    const name = capability?.kind === 'scalar' ? (olderNames.get(capability.value) ?? capability.value) : '';
    const isFound = name.startsWith('tosca.capabilities.') && name !== anyCapability;
    if (!isFound && !member(definition, 'node')) setMember(definition, 'node', valueNode('tosca.nodes.Root'));
  }
}

function lengthen(named: Node | undefined, key: string, only?: ReadonlySet<string>): void {
  if (named?.kind !== 'mapping') return;
  for (const item of named.items)
    if (item.value.kind === 'scalar' && (!only || (item.key.kind === 'scalar' && only.has(item.key.value))))
      item.value = mappingWith([{ key: valueNode(key), value: item.value }]);
}

const sections = new Set(['properties', 'attributes', 'inputs']);

const definitionsIn = (type: MappingNode): readonly MappingNode[] =>
  nodesBelow(type)
    .flatMap((node) => (node.kind === 'mapping' ? node.items : []))
    .flatMap(({ key, value }) => (key.kind === 'scalar' && sections.has(key.value) ? entriesOf(value) : []));

/** Its block storage has no name. */
function leaveOutName(node: MappingNode): void {
  const type = member(node, 'type')?.value;
  const properties = member(node, 'properties')?.value;
  if (type?.kind !== 'scalar' || !type.value.endsWith('Storage.BlockStorage')) return;
  if (properties?.kind === 'mapping') removeMember(properties, 'name');
}

const namingTypes = new Set([
  ...['type', 'derived_from', 'node', 'capability', 'valid_source_types', 'valid_target_types', 'members', 'targets'],
]);

/** Where only a type can stand: a template of one of these names, or a text, is none. A type of the document's own comes first. */
function shortNamesIn(root: MappingNode): readonly ScalarNode[] {
  const own = new Set(root.items.flatMap(({ key, value }) => (isTypes(key) ? keysOf(value) : [])));
  const topology = member(root, 'topology_template')?.value;
  const templates = ['node_templates', 'relationship_templates'].flatMap((section) =>
    topology?.kind === 'mapping' ? entriesOf(member(topology, section)?.value) : [],
  );
  const requirements = templates.flatMap((one) => itemsOfSection(one, 'requirements'));
  const relationships = requirements.map((one) => member(one, 'relationship')?.value);
  const named = [
    ...templates.map((one) => member(one, 'type')?.value),
    ...relationships.flatMap((one) => (one?.kind === 'mapping' ? [member(one, 'type')?.value] : [one])),
    ...typesOf(root).map((one) => member(one, 'derived_from')?.value),
  ];
  return named.filter((node) => node?.kind === 'scalar').filter(({ value }) => !own.has(value));
}

const isTypes = (key: Node): boolean => key.kind === 'scalar' && key.value.endsWith('_types');

const keysOf = (value: Node): readonly string[] =>
  value.kind === 'mapping' ? value.items.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : [])) : [];

function itemsOfSection(owner: MappingNode, section: string): readonly MappingNode[] {
  const listed = member(owner, section)?.value;
  return listed?.kind === 'sequence' ? listed.items.flatMap(entriesOf) : [];
}

/** The full names of normative types mean nothing else, so no value of a property is taken for one. */
const typeNamesIn = (root: MappingNode): readonly ScalarNode[] =>
  nodesBelow(root)
    .flatMap((node) => (node.kind === 'mapping' ? node.items : []))
    .flatMap(({ key, value }) => (key.kind === 'scalar' && namingTypes.has(key.value) ? itemsOf(value) : []))
    .filter((node) => node.kind === 'scalar');

const itemsOf = (value: Node): readonly Node[] => (value.kind === 'sequence' ? value.items : [value]);
