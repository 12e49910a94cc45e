import type { MappingNode, Node } from 'js-yaml';
import { withPlainNumber } from '../values/units.ts';
import {
  entriesOf,
  isNothing,
  listOf,
  mappingWith,
  member,
  nodesBelow,
  removeMember,
  setMember,
  valueNode,
} from '../yaml/tree.ts';
import { nameRelationships } from './named-relationships.ts';
import { flatten, writeAssignment, writeTypeOperations } from './older-operations.ts';
import { isReplaced } from './replaced-texts.ts';

/**
 * Writes what newer versions of the Simple Profile have in the forms that the Infrastructure Manager's parser knows (seen
 * with tosca-parser 2.15.0). It refuses a template with `namespace`, `workflows`, `substitution_mappings`, triggers of
 * policies or policies as a map, with metadata of types of groups and policies, with `inputs`, `type` or `operations` of
 * an interface of a node, with a type of an output, or with metadata of an input. An input needs a type, which is no data
 * type, and no null for a default (seen with IM 2.0.0). A property must not be null, and a value needs each property
 * whose default in its data type is false, 0 or empty. Of the `operations` in types it finds none, and says nothing.
 */
export function writeOlderForms(root: MappingNode): void {
  removeMember(root, 'namespace');
  const topology = member(root, 'topology_template')?.value;
  if (topology?.kind === 'mapping') writeTopology(topology);
  const dataTypes = namesOf(member(root, 'data_types')?.value);
  for (const { key, value } of root.items)
    if (key.kind === 'scalar' && key.value.endsWith('_types'))
      for (const type of entriesOf(value)) {
        if (unlabelled.has(key.value)) removeMember(type, 'metadata');
        // it finds only types of the document itself there
        if (key.value === 'policy_types') removeMember(type, 'targets');
        if (key.value === 'data_types') writeDataType(type);
        if (key.value === 'interface_types') flatten(type);
        else for (const one of entriesOf(member(type, 'interfaces')?.value)) writeTypeOperations(one, dataTypes);
      }
}

const namesOf = (definitions: Node | undefined): ReadonlySet<string> =>
  new Set(
    definitions?.kind === 'mapping' ? definitions.items.map(({ key }) => (key.kind === 'scalar' ? key.value : '')) : [],
  );

function writeTopology(topology: MappingNode): void {
  for (const output of entriesOf(member(topology, 'outputs')?.value)) keepOnly(output, ofOutputs);
  for (const input of entriesOf(member(topology, 'inputs')?.value)) writeInput(input);
  // of an empty topology it does not even make an empty list of nodes
  if (topology.items.length === 0) setMember(topology, 'node_templates', mappingWith([]));
  // nobody runs them, and there is nothing that it could be a part of
  for (const section of ['workflows', 'substitution_mappings']) removeMember(topology, section);
  writePolicies(topology);
  for (const node of entriesOf(member(topology, 'node_templates')?.value))
    for (const owner of [node, ...entriesOf(member(node, 'capabilities')?.value)]) leaveOutNulls(owner);
  const templates = member(topology, 'relationship_templates')?.value;
  for (const node of entriesOf(member(topology, 'node_templates')?.value)) orderRequirements(node, templates);
  nameRelationships(topology);
  for (const section of ['node_templates', 'relationship_templates'])
    for (const template of entriesOf(member(topology, section)?.value))
      for (const owner of [template, ...relationshipsOf(template)])
        for (const one of entriesOf(member(owner, 'interfaces')?.value)) writeAssignment(one);
}

function writePolicies(topology: MappingNode): void {
  const policies = member(topology, 'policies')?.value;
  if (policies?.kind === 'mapping')
    setMember(topology, 'policies', listOf(policies.items.map((item) => mappingWith([item]))));
  const listed = member(topology, 'policies')?.value;
  if (listed?.kind !== 'sequence') return;
  // nobody runs them
  for (const policy of listed.items.flatMap(entriesOf)) removeMember(policy, 'triggers');
}

/** Types whose metadata it takes for the type of metadata. */
const unlabelled = new Set(['group_types', 'policy_types']);

/** Null is no value, and it takes null for one of a wrong type. */
function leaveOutNulls(owner: MappingNode): void {
  const properties = member(owner, 'properties')?.value;
  if (properties?.kind === 'mapping') properties.items = properties.items.filter(({ value }) => !isNothing(value));
}

/** A default that Python takes for false counts as none for it, so a value without the property would be refused. */
function writeDataType(type: MappingNode): void {
  for (const property of entriesOf(member(type, 'properties')?.value))
    if (member(property, 'default') !== undefined) setMember(property, 'required', valueNode(false));
}

/**
 * An update is merged by position, so requirements stand by name, and those of one name by target, capability and
 * relationship: in which order the author wrote them changes nothing. Volumes keep their order, which numbers the disks.
 */
function orderRequirements(node: MappingNode, templates: Node | undefined): void {
  const requirements = member(node, 'requirements')?.value;
  if (requirements?.kind !== 'sequence') return;
  const keyed = requirements.items.map((item) => ({ item, name: requirementName(item), end: endOf(item) }));
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  requirements.items = keyed
    .toSorted((a, b) => compare(a.name, b.name) || (isVolume(a.item, templates) ? 0 : compare(a.end, b.end)))
    .map(({ item }) => item);
}

const requirementName = (item: Node): string =>
  item.kind === 'mapping' && item.items[0]?.key.kind === 'scalar' ? item.items[0].key.value : '';

const assignmentOf = (item: Node): Node | undefined => (item.kind === 'mapping' ? item.items[0]?.value : undefined);

/** Where a requirement ends, and by what. */
function endOf(item: Node): string {
  const assigned = assignmentOf(item);
  const within = (name: string): Node | undefined =>
    assigned?.kind === 'mapping' ? member(assigned, name)?.value : undefined;
  const target = within('node') ?? assigned;
  return JSON.stringify([target, within('capability'), relationshipIn(item)].map(textIn));
}

/** A template by its name, or a type. */
function relationshipIn(item: Node): Node | undefined {
  const assigned = assignmentOf(item);
  const relationship = assigned?.kind === 'mapping' ? member(assigned, 'relationship')?.value : undefined;
  return relationship?.kind === 'mapping' ? member(relationship, 'type')?.value : relationship;
}

const textIn = (node: Node | undefined): string => (node?.kind === 'scalar' ? node.value : '');

function isVolume(item: Node, templates: Node | undefined): boolean {
  const named = textIn(relationshipIn(item));
  const template = templates?.kind === 'mapping' ? member(templates, named)?.value : undefined;
  const type = template?.kind === 'mapping' ? textIn(member(template, 'type')?.value) : named;
  return type.endsWith('AttachesTo') || requirementName(item) === 'local_storage';
}

function relationshipsOf(template: MappingNode): readonly MappingNode[] {
  const requirements = member(template, 'requirements')?.value;
  const all = requirements?.kind === 'sequence' ? requirements.items.flatMap(entriesOf) : [];
  return all.flatMap((one) => {
    const relationship = member(one, 'relationship')?.value;
    return relationship?.kind === 'mapping' ? [relationship] : [];
  });
}

const ofOutputs = new Set(['description', 'value']);
const ofInputs = new Set([
  ...['type', 'description', 'default', 'constraints', 'required', 'status', 'key_schema', 'entry_schema'],
]);

function keepOnly(definition: MappingNode, known: ReadonlySet<string>): void {
  definition.items = definition.items.filter(({ key }) => key.kind === 'scalar' && known.has(key.value));
}

/** Its parser knows no data types for inputs, so it gets the kind of the value. A text that it would replace stands in the calls. */
function writeInput(input: MappingNode): void {
  keepOnly(input, ofInputs);
  const text = member(input, 'default')?.value;
  if (text?.kind === 'scalar' && isReplaced(text.value)) setMember(input, 'default', valueNode(''));
  if (isNothing(member(input, 'default')?.value)) removeMember(input, 'default');
  writeTokenType(input);
  const type = member(input, 'type')?.value;
  const given = member(input, 'default')?.value;
  if (type?.kind === 'scalar' && type.value.startsWith('scalar-unit') && given?.kind === 'scalar')
    given.value = withPlainNumber(given.value);
  if (type?.kind === 'scalar' && builtin.test(type.value)) return;
  setMember(input, 'type', valueNode(kindOf(member(input, 'default')?.value)));
}

/** A credential that has only a token would be a call of the function `token` (unsupported-by-parser.ts). */
function writeTokenType(input: MappingNode): void {
  const entry = member(input, 'entry_schema')?.value;
  const schemas = [input, ...(entry?.kind === 'mapping' ? [entry] : [])].map((one) => member(one, 'type')?.value);
  if (![...schemas, entry].some((type) => type?.kind === 'scalar' && /(?:^|\.)Credential$/.test(type.value))) return;
  const given = member(input, 'default')?.value;
  for (const map of given === undefined ? [] : nodesBelow(given))
    if (map.kind === 'mapping' && map.items.length === 1 && member(map, 'token') !== undefined)
      setMember(map, 'token_type', valueNode('password'));
}

const builtin =
  /^(?:string|integer|float|number|boolean|range|timestamp|list|map|version|scalar-unit\.(?:size|frequency|time)|PortDef|PortSpec)$/;

function kindOf(value: Node | undefined): string {
  if (value?.kind === 'mapping') return 'map';
  if (value?.kind === 'sequence') return 'list';
  const tag = value?.kind === 'scalar' ? value.tag.slice('tag:yaml.org,2002:'.length) : '';
  return { int: 'integer', float: 'float', bool: 'boolean' }[tag] ?? 'string';
}
