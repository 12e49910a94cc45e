import type { MappingNode, Node } from 'js-yaml';
import type { Json } from '../topology.ts';
import { childMapping, mappingWith, member, setMember, valueNode, withoutAnchors } from '../yaml/tree.ts';
import { type AnyOperation, writeOperation } from './operation-values.ts';

/** Operations that the definition of a requirement gives its relationship. */
export interface RelationshipValues {
  /** name of the relationship's type */
  readonly type: string;
  readonly operations: readonly AnyOperation[];
}

/**
 * Writes operations into the relationship of a requirement, which gets one of its own: a template that others use too
 * stays as it is. `holder` has the requirement under `name`.
 */
export function writeRelationship(
  holder: MappingNode,
  name: string,
  { type, operations }: RelationshipValues,
  { anchors, templates }: { readonly anchors: Map<string, Node>; readonly templates: Node | undefined },
): void {
  const written = member(holder, name)?.value;
  if (written?.kind === 'scalar') setMember(holder, name, mappingWith([{ key: valueNode('node'), value: written }]));
  const assigned = childMapping(holder, name, anchors);
  const given = member(assigned, 'relationship')?.value;
  if (given === undefined || given.kind === 'scalar')
    setMember(assigned, 'relationship', ownRelationship(given?.value, templates) ?? typed(type));
  const relationship = childMapping(assigned, 'relationship', anchors);
  if (member(relationship, 'type') === undefined) setMember(relationship, 'type', valueNode(type));
  for (const one of operations) writeOperation(childMapping(relationship, 'interfaces', anchors), one, anchors);
}

function ownRelationship(name: string | undefined, templates: Node | undefined): Node | undefined {
  const found = name !== undefined && templates?.kind === 'mapping' ? member(templates, name)?.value : undefined;
  return found?.kind === 'mapping' ? withoutAnchors(structuredClone(found)) : undefined;
}

const typed = (type: Json): MappingNode => mappingWith([{ key: valueNode('type'), value: valueNode(type) }]);
