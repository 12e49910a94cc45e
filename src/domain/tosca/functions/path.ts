import type { CapabilityInstance, NodeInstance, Relationship } from '../model/instances.ts';
import { capabilityUnknown, functionArguments, requirementUnknown } from '../problem-kinds.ts';
import { membersOf } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { type Entity, entityOf } from './entity.ts';
import type { Call } from './function.ts';

/** What a path leads to: an entity, or a capability of a node, and the steps that are left. */
export interface Reached {
  readonly entity: Entity | { readonly is: 'capability'; readonly capability: CapabilityInstance };
  readonly rest: readonly YamlNode[];
}

/**
 * A TOSCA path (2.0 section 10.2.1): a node or SELF, then any number of CAPABILITY name, RELATIONSHIP name [index],
 * SOURCE and TARGET. In 1.x there is only the first step. Undefined: wrong, and reported.
 */
export function follow(call: Call, path: readonly YamlNode[]): Reached | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  const entity = entityOf(call, first);
  if (entity === undefined) return undefined;
  return call.service.version === '2.0' ? walk(call, indexed({ entity, rest }, first)) : { entity, rest };
}

const isIndex = (node: YamlNode | undefined): boolean => /^(?:\d+|ALL|\$(?!\$).*)$/.test(textOf(node) ?? '');

/** `node, index`: one of those that a template makes, which all look alike here, or ALL of them. */
function indexed({ entity, rest }: Reached, first: YamlNode): Reached {
  if (textOf(first) === 'SELF' || rest.length < 2 || !isIndex(rest[0])) return { entity, rest };
  return { entity: textOf(rest[0]) === 'ALL' ? { is: 'open' } : entity, rest: rest.slice(1) };
}

function walk(call: Call, start: Reached): Reached | undefined {
  let at: Reached | undefined = start;
  while (at !== undefined) {
    const word = textOf(at.rest[0]);
    if (word === 'CAPABILITY') at = capabilityStep(call, at);
    else if (word === 'RELATIONSHIP') at = relationshipStep(call, at);
    else if (word === 'TARGET' || word === 'SOURCE') at = endStep(call, at, word);
    else return at;
  }
  return undefined;
}

/** A node has many capabilities, a relationship has the one it ends at. */
function capabilityStep(call: Call, { entity, rest }: Reached): Reached | undefined {
  if (entity.is === 'relationship') return targetCapability(entity.relationship, rest.slice(1));
  const [, name, ...left] = rest;
  const text = textOf(name);
  if (text === undefined || name === undefined) return refuse(call, 'CAPABILITY and the name of one');
  if (entity.is !== 'node') return { entity: { is: 'open' }, rest: left };
  const capability = entity.node.capabilities.get(text);
  if (capability) return { entity: { is: 'capability', capability }, rest: left };
  call.refuse(capabilityUnknown(text, entity.node.name, entity.node.capabilities), name);
  return undefined;
}

function targetCapability({ target, capability: asked }: Relationship, rest: readonly YamlNode[]): Reached {
  const offered = [...(target?.capabilities.values() ?? [])];
  const named = offered.find(({ name }) => name === asked?.name);
  const capability = named ?? offered.find(({ def }) => asked?.type && def.type?.is(asked.type));
  return { entity: capability ? { is: 'capability', capability } : { is: 'open' }, rest };
}

function relationshipStep(call: Call, { entity, rest }: Reached): Reached | undefined {
  const [, name, ...after] = rest;
  // those that come in at a capability have no name here (section 10.3)
  if (entity.is === 'capability') return { entity: { is: 'open' }, rest: isIndex(name) ? after : rest.slice(1) };
  const text = textOf(name);
  if (text === undefined || name === undefined) return refuse(call, 'RELATIONSHIP and the name of a requirement');
  const numbered = isIndex(after[0]);
  const left = numbered ? after.slice(1) : after;
  if (entity.is !== 'node') return { entity: { is: 'open' }, rest: left };
  return requirementOf(call, entity.node, name, text, numbered ? textOf(after[0]) : '0', left);
}

function requirementOf(
  call: Call,
  node: NodeInstance,
  at: YamlNode,
  name: string,
  index: string | undefined,
  rest: readonly YamlNode[],
): Reached | undefined {
  const { requirements } = membersOf(node.type);
  const given = node.requirements.filter((each) => each.name === name);
  if (given.length === 0 && !requirements.has(name)) {
    call.refuse(requirementUnknown(name, node.name, requirements), at);
    return undefined;
  }
  const relationship = given[Number(index)]?.relationship;
  return { entity: relationship ? { is: 'relationship', relationship } : { is: 'open' }, rest };
}

function endStep(call: Call, { entity, rest }: Reached, end: 'SOURCE' | 'TARGET'): Reached | undefined {
  const [, ...left] = rest;
  if (entity.is === 'node') return refuse(call, `${end} after a relationship: ${entity.node.name} is a node`);
  if (entity.is !== 'relationship') return { entity: { is: 'open' }, rest: left };
  const { source, target } = entity.relationship;
  const node = end === 'SOURCE' ? source : target;
  return { entity: node ? { is: 'node', node } : { is: 'open' }, rest: left };
}

function refuse(call: Call, expected: string): undefined {
  call.refuse(functionArguments(call.name, expected));
  return undefined;
}
