import type { MappingNode, Node } from 'js-yaml';
import {
  addMissing,
  childMapping,
  listOf,
  mappingWith,
  member,
  removeMember,
  setMember,
  valueNode,
} from './yaml/tree.ts';

/**
 * Writes what newer versions of the Simple Profile have in the forms that the Infrastructure Manager's parser knows (seen
 * with tosca-parser 2.15.0). It refuses a template with `workflows`, with policies as a map, or with `inputs`, `type` or
 * `operations` of an interface of a node, with a type of an output, metadata of an input, or an input of a data
 * type. Of the `operations` in types it finds none, and says nothing.
 */
export function writeOlderForms(root: MappingNode): void {
  const topology = member(root, 'topology_template')?.value;
  if (topology?.kind === 'mapping') writeTopology(topology);
  for (const { key, value } of root.items)
    if (key.kind === 'scalar' && key.value.endsWith('_types'))
      for (const type of entriesOf(value)) {
        if (key.value === 'interface_types') flatten(type);
        else for (const one of entriesOf(member(type, 'interfaces')?.value)) flatten(one);
      }
}

function writeTopology(topology: MappingNode): void {
  for (const output of entriesOf(member(topology, 'outputs')?.value)) keepOnly(output, ofOutputs);
  for (const input of entriesOf(member(topology, 'inputs')?.value)) writeInput(input);
  // nobody runs them
  removeMember(topology, 'workflows');
  const policies = member(topology, 'policies')?.value;
  if (policies?.kind === 'mapping')
    setMember(topology, 'policies', listOf(policies.items.map((item) => mappingWith([item]))));
  for (const section of ['node_templates', 'relationship_templates'])
    for (const template of entriesOf(member(topology, section)?.value))
      for (const owner of [template, ...relationshipsOf(template)])
        for (const one of entriesOf(member(owner, 'interfaces')?.value)) writeAssignment(one);
}

const entriesOf = (node: Node | undefined): readonly MappingNode[] =>
  node?.kind === 'mapping' ? node.items.flatMap(({ value }) => (value.kind === 'mapping' ? [value] : [])) : [];

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

/** Its parser knows no data types for inputs, so it gets the kind of the value. */
function writeInput(input: MappingNode): void {
  keepOnly(input, ofInputs);
  const type = member(input, 'type')?.value;
  if (type?.kind !== 'scalar' || builtin.test(type.value)) return;
  setMember(input, 'type', valueNode(kindOf(member(input, 'default')?.value)));
}

const builtin =
  /^(?:string|integer|float|number|boolean|range|timestamp|list|map|version|scalar-unit\.(?:size|frequency|time)|PortDef|PortSpec)$/;

function kindOf(value: Node | undefined): string {
  if (value?.kind === 'mapping') return 'map';
  if (value?.kind === 'sequence') return 'list';
  const tag = value?.kind === 'scalar' ? value.tag.slice('tag:yaml.org,2002:'.length) : '';
  return { int: 'integer', float: 'float', bool: 'boolean' }[tag] ?? 'string';
}

/** Operations stand in the interface itself. Nobody sends notifications. */
function flatten(one: MappingNode): void {
  const operations = member(one, 'operations')?.value;
  removeMember(one, 'notifications');
  if (operations?.kind !== 'mapping') return;
  removeMember(one, 'operations');
  addMissing(one, operations);
}

/** Each operation gets the inputs of its interface. Where all operations are those of the type, nothing can hold them. */
function writeAssignment(one: MappingNode): void {
  flatten(one);
  removeMember(one, 'type');
  const inputs = member(one, 'inputs')?.value;
  const operations = one.items.filter(({ key }) => key.kind === 'scalar' && key.value !== 'inputs');
  if (inputs?.kind !== 'mapping' || operations.length === 0) return;
  removeMember(one, 'inputs');
  for (const item of operations) {
    if (item.value.kind === 'scalar')
      item.value = mappingWith([{ key: valueNode('implementation'), value: item.value }]);
    if (item.value.kind === 'mapping')
      addMissing(childMapping(item.value, 'inputs', new Map()), structuredClone(inputs));
  }
}
