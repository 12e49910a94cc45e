import type { MappingNode, Node } from 'js-yaml';
import {
  addMissing,
  childMapping,
  entriesOf,
  isNothing,
  mappingWith,
  member,
  removeMember,
  setMember,
  valueNode,
} from '../yaml/tree.ts';

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
  removeMember(one, 'inputs');
  if (inputs?.kind !== 'mapping') return;
  const operations = one.items;
  for (const item of operations) {
    if (item.value.kind === 'scalar')
      item.value = mappingWith([{ key: valueNode('implementation'), value: item.value }]);
    if (item.value.kind === 'mapping')
      addMissing(childMapping(item.value, 'inputs', new Map()), structuredClone(inputs));
  }
}

/** It runs the first two when it configures machines for the first time, which nothing has left yet. */
const ranTooEarly = ['remove_target', 'target_changed', 'remove_source'];

const ofInterfaces = new Set(['type', 'inputs', 'derived_from', 'version', 'description', 'metadata']);
const ofOperations = new Set(['implementation', 'inputs', 'outputs']);

/**
 * Writes the operations of a node or of its type. It refuses their descriptions, `primary` of an implementation, an input
 * that is null, and an operation without an implementation.
 */
function writeOperations(one: MappingNode): void {
  flatten(one);
  for (const operation of ranTooEarly) removeMember(one, operation);
  one.items = one.items.filter(({ key, value }) => !isOperation(key) || !hasNoFile(value));
  for (const { key, value } of one.items) {
    if (value.kind !== 'mapping' || !isOperation(key)) continue;
    value.items = value.items.filter(({ key: name }) => name.kind === 'scalar' && ofOperations.has(name.value));
    const primary = primaryOf(member(value, 'implementation')?.value);
    if (primary !== undefined) setMember(value, 'implementation', primary);
    const inputs = member(value, 'inputs')?.value;
    if (inputs?.kind === 'mapping') inputs.items = inputs.items.filter((input) => !isNothing(input.value));
  }
}

const definitionType =
  /^(?:string|integer|float|boolean|timestamp|range|version|list|map|json|xml|scalar-unit\.\w+|tosca\.datatypes\.[\w.]+)$/;

/**
 * Writes the operations of a type of nodes or relationships. The manager gives the definition of an input to the
 * software as its value, so the default takes its place.
 */
export function writeTypeOperations(one: MappingNode, dataTypes: ReadonlySet<string>): void {
  writeOperations(one);
  for (const operation of entriesOf(one)) {
    const inputs = member(operation, 'inputs')?.value;
    if (inputs?.kind !== 'mapping') continue;
    inputs.items = inputs.items.flatMap(({ key, value }) => {
      const type = value.kind === 'mapping' ? member(value, 'type')?.value : undefined;
      if (value.kind !== 'mapping' || type?.kind !== 'scalar') return [{ key, value }];
      if (!definitionType.test(type.value) && !dataTypes.has(type.value)) return [{ key, value }];
      const given = member(value, 'value')?.value ?? member(value, 'default')?.value;
      return given === undefined || isNothing(given) ? [] : [{ key, value: given }];
    });
  }
}

const isOperation = (key: Node): boolean => key.kind === 'scalar' && !ofInterfaces.has(key.value);

/** One that only describes or takes inputs; the manager looks for its file all the same. */
const hasNoFile = (operation: Node): boolean =>
  operation.kind === 'mapping'
    ? isNothing(member(operation, 'implementation')?.value ?? nothing)
    : isNothing(operation);

const nothing = valueNode(null);

/** The file itself, if it is one without a repository; undefined: the implementation is no map with `primary`. */
function primaryOf(implementation: Node | undefined): Node | undefined {
  const primary = implementation?.kind === 'mapping' ? member(implementation, 'primary')?.value : undefined;
  if (primary?.kind !== 'mapping' || member(primary, 'repository') !== undefined) return primary;
  return member(primary, 'file')?.value ?? primary;
}
