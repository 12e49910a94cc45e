import type { MappingNode, Node } from 'js-yaml';
import type { Json } from '../topology.ts';
import { childMapping, mappingWith, member, setMember, valueNode } from '../yaml/tree.ts';

/** An operation of a node with all its inputs, as the template has to say it. */
export interface OperationValues extends AnyOperation {
  readonly node: string;
}

export interface AnyOperation {
  /** name of its interface */
  readonly face: string;
  readonly operation: string;
  readonly implementation: Json;
  readonly inputs: { readonly [name: string]: Json };
}

/** Values that the type of a node gives its properties. */
export interface DefaultValues {
  readonly node: string;
  readonly values: { readonly [name: string]: Json };
}

/** A property that the node gives keeps its value. */
export function writeDefaults(nodes: MappingNode, { node, values }: DefaultValues, anchors: Map<string, Node>): void {
  if (member(nodes, node) === undefined) return;
  const properties = childMapping(childMapping(nodes, node, anchors), 'properties', anchors);
  for (const [name, value] of Object.entries(values))
    if (member(properties, name) === undefined) setMember(properties, name, valueNode(value));
}

/**
 * Writes an operation into its node. The parser takes nothing from an operation of the type where the node assigns one
 * of its name, so file and inputs are written together.
 */
export function writeOperationValues(
  nodes: MappingNode,
  { node, ...operation }: OperationValues,
  anchors: Map<string, Node>,
): void {
  if (member(nodes, node) === undefined) return;
  writeOperation(childMapping(childMapping(nodes, node, anchors), 'interfaces', anchors), operation, anchors);
}

/** What is written there of the operation stays, but for inputs of the same name. */
export function writeOperation(
  interfaces: MappingNode,
  { face, operation, implementation, inputs }: AnyOperation,
  anchors: Map<string, Node>,
): void {
  const written = childMapping(interfaces, face, anchors);
  const own = placeOf(written, operation, anchors);
  if (member(own, 'implementation') === undefined) setMember(own, 'implementation', valueNode(implementation));
  const given = childMapping(own, 'inputs', anchors);
  for (const [name, value] of Object.entries(inputs)) setMember(given, name, valueNode(value));
}

/** The map of an operation; one that is written as the name of its file becomes a map. */
function placeOf(written: MappingNode, operation: string, anchors: Map<string, Node>): MappingNode {
  const operations = member(written, 'operations')?.value;
  const holder =
    operations?.kind === 'mapping' && member(operations, operation) && !member(written, operation)
      ? operations
      : written;
  const present = member(holder, operation)?.value;
  if (present?.kind === 'scalar')
    setMember(holder, operation, mappingWith([{ key: valueNode('implementation'), value: present }]));
  return childMapping(holder, operation, anchors);
}
