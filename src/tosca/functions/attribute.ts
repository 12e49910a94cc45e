import type { NodeInstance, RequirementInstance } from '../model/instances.ts';
import { isOpen, together } from '../names.ts';
import { attributeUnknown } from '../problem-kinds.ts';
import type { Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Call } from './function.ts';
import type { Reached } from './path.ts';
import { endsOf } from './relationships.ts';
import { always, hasMember, type Values } from './target-forms.ts';

export interface Found {
  readonly schema: Schema | undefined;
  /** steps into the attribute's value */
  readonly rest: readonly YamlNode[];
}

/** The attribute at the end of a path; `missing`: it has been reported; undefined: not known before deployment. */
export function attributeAt(call: Call, { entity, rest: [at, ...rest] }: Reached): Found | 'missing' | undefined {
  const name = textOf(at);
  if (at === undefined || name === undefined || entity.is === 'open') return undefined;
  if (entity.is === 'node') return nodeAttribute(call, entity.node, at, rest);
  if (entity.is === 'capability')
    return among(call, entity.capability.def, `the capability ${entity.capability.name}`, at, rest, true);
  const type = entity.is === 'group' ? entity.group.type : entity.relationship.type;
  // tools of 1.x know no attributes of relationships and groups
  return type && among(call, membersOf(type), type.name, at, rest, call.service.version === '2.0');
}

function among(
  call: Call,
  { attributes, properties }: Values,
  owner: string,
  at: YamlNode,
  rest: readonly YamlNode[],
  isWrong: boolean,
): Found | 'missing' | undefined {
  const name = textOf(at) ?? '';
  const found = attributes.get(name) ?? properties.get(name);
  if (found) return { schema: found.schema, rest };
  if (always.includes(name)) return undefined;
  const names = together(attributes, properties);
  if (isOpen(names)) return undefined;
  const finding = attributeUnknown(name, owner, names);
  call.refuse(isWrong ? finding : call.service.judged(finding), at);
  return isWrong ? 'missing' : undefined;
}

function nodeAttribute(
  call: Call,
  node: NodeInstance,
  at: YamlNode,
  rest: readonly YamlNode[],
): Found | 'missing' | undefined {
  const name = textOf(at) ?? '';
  const { attributes, properties, capabilities, requirements } = membersOf(node.type);
  const found = attributes.get(name) ?? properties.get(name);
  if (found) return { schema: found.schema, rest };
  const [next, ...more] = rest;
  const capability = capabilities.get(name);
  const requirement = node.requirements.find((each) => each.name === name);
  if (capability && next && (requirement === undefined || hasMember(capability, textOf(next) ?? '')))
    return among(call, capability, `the capability ${name}`, next, more, false);
  if (requirement && next) return throughRequirement(call, requirement, next, more);
  if (capability || requirements.has(name) || always.includes(name) || node.attributes.has(name)) return undefined;
  const names = together(attributes, properties, capabilities);
  if (isOpen(names)) return undefined;
  call.refuse(attributeUnknown(name, node.name, names), at);
  return 'missing';
}

/** Whether a path of 1.x may go on from the node at this name. */
export function mayHaveAttribute(node: NodeInstance, name: string): boolean {
  const { attributes, properties, capabilities, requirements } = membersOf(node.type);
  const all = [attributes, properties, capabilities, requirements, node.attributes];
  return always.includes(name) || all.some((names) => names.has(name) || isOpen(names));
}

/** Looks in the relationship, then in the target node and in the capabilities at its end. */
function throughRequirement(
  call: Call,
  requirement: RequirementInstance,
  at: YamlNode,
  rest: readonly YamlNode[],
): Found | undefined {
  const { name, relationship, target } = requirement;
  if (target === undefined) return undefined;
  const owners: Values[] = [membersOf(target.type), ...endsOf(requirement).map((each) => each.def)];
  if (relationship.type) owners.unshift(membersOf(relationship.type));
  const step = textOf(at) ?? '';
  for (const { attributes, properties } of owners) {
    const found = attributes.get(step) ?? properties.get(step);
    if (found) return { schema: found.schema, rest };
  }
  if (always.includes(step) || target.attributes.has(step) || target.capabilities.has(step)) return undefined;
  const names = together(...owners.flatMap(({ attributes, properties }) => [attributes, properties]));
  call.refuse(call.service.judged(attributeUnknown(step, `the requirement ${name}`, names)), at);
  return undefined;
}
