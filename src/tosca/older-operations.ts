import type { MappingNode, Node } from 'js-yaml';
import {
  addMissing,
  childMapping,
  isNothing,
  mappingWith,
  member,
  removeMember,
  setMember,
  valueNode,
} from './yaml/tree.ts';

/** What the Infrastructure Manager's parser knows of interfaces and their operations (seen with tosca-parser 2.15.0). */

/** Operations stand in the interface itself. Nobody sends notifications. */
export function flatten(one: MappingNode): void {
  const operations = member(one, 'operations')?.value;
  removeMember(one, 'notifications');
  if (operations?.kind !== 'mapping') return;
  removeMember(one, 'operations');
  addMissing(one, operations);
}

/** Each operation gets the inputs of its interface. Where all operations are those of the type, nothing can hold them. */
export function writeAssignment(one: MappingNode): void {
  writeOperations(one);
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

const ofInterfaces = new Set(['type', 'inputs', 'derived_from', 'version', 'description', 'metadata']);
const ofOperations = new Set(['implementation', 'inputs', 'outputs']);

/**
 * Writes the operations of a node or of its type. It refuses their descriptions, `primary` of an implementation, an input
 * that is null, and an operation without anything.
 */
export function writeOperations(one: MappingNode): void {
  flatten(one);
  one.items = one.items.filter(({ key, value }) => !isOperation(key) || !isEmpty(value));
  for (const { key, value } of one.items) {
    if (value.kind !== 'mapping' || !isOperation(key)) continue;
    value.items = value.items.filter(({ key: name }) => name.kind === 'scalar' && ofOperations.has(name.value));
    const primary = primaryOf(member(value, 'implementation')?.value);
    if (primary !== undefined) setMember(value, 'implementation', primary);
    const inputs = member(value, 'inputs')?.value;
    if (inputs?.kind === 'mapping') inputs.items = inputs.items.filter((input) => !isNothing(input.value));
  }
}

const isOperation = (key: Node): boolean => key.kind === 'scalar' && !ofInterfaces.has(key.value);

const isEmpty = (value: Node): boolean => isNothing(value) || (value.kind === 'mapping' && value.items.length === 0);

/** The file itself, if it is one without a repository; undefined: the implementation is no map with `primary`. */
function primaryOf(implementation: Node | undefined): Node | undefined {
  const primary = implementation?.kind === 'mapping' ? member(implementation, 'primary')?.value : undefined;
  if (primary?.kind !== 'mapping' || member(primary, 'repository') !== undefined) return primary;
  return member(primary, 'file')?.value ?? primary;
}
