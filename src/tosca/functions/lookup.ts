import { droppedProperties } from '../dropped-properties.ts';
import type { CapabilityInstance, Cells, NodeInstance, Relationship } from '../model/instances.ts';
import { isElsewhere } from '../model/mapping-target.ts';
import { isOpen, together } from '../names.ts';
import { functionValue, inputUnknown, propertyUnknown } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Called, PropertyDef, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { hostsOf, isHost } from './entity.ts';
import { type Call, given, nothing, type ToscaFunction, unset } from './function.ts';
import { noteLater } from './noted-calls.ts';
import { type Followed, follow, type Reached } from './path.ts';
import { endsOf } from './relationships.ts';
import { schemaBehind, walk } from './walk.ts';
import { refuseArguments } from './wrong-arguments.ts';

/** The items of the argument as written; a scalar counts as a list of one. */
export function wordsOf(argument: YamlNode): readonly YamlNode[] {
  return argument.kind === 'sequence' ? argument.items : [argument];
}

export const getInput: ToscaFunction = (call) => {
  const [first, ...path] = wordsOf(call.argument);
  const name = first && textOf(first);
  if (first === undefined || name === undefined) return refuseArguments(call, 'the name of an input');
  const input = call.service.inputs.get(name);
  if (input === undefined) return call.refuse(inputUnknown(name, call.service.inputs), first);
  call.service.unsupported?.addInput(call.node, input.value);
  if (input.cell) return walk(call, call.cell(input.cell), path, input.def.schema);
  // a required input may get its value later, or has a wrong one that is reported: the call waits
  if (input.value === undefined && input.def.required) return walk(call, call.postpone(), path, input.def.schema);
  return walk(call, given(input.value ?? null), path, input.def.schema);
};

/** The type of what an argument reads, if it is a call of an input; undefined: it is none, or has no type. */
export function schemaOfInput({ service }: Call, node: YamlNode): Schema | undefined {
  const name = node.kind === 'mapping' ? node.onlyKey : undefined;
  const argument = node.kind === 'mapping' && name !== undefined ? node.get(name) : undefined;
  if (argument === undefined || name !== (service.version === '2.0' ? '$get_input' : 'get_input')) return undefined;
  const [first, ...path] = wordsOf(argument);
  return schemaBehind(service.inputs.get(textOf(first) ?? '')?.def.schema, path);
}

const propertyArguments =
  'a node (or SELF, HOST, SOURCE, TARGET), optionally a capability or requirement, and a property';

export const getProperty: ToscaFunction = (call) => {
  const words = wordsOf(call.argument);
  if (words.length < 2) return refuseArguments(call, propertyArguments);
  const followed = follow(call, words);
  if (followed === undefined) return nothing;
  const found = collected(call, followed, (place) => propertyAt(call, place, words.slice(1)));
  // an input without a value behind it is nothing to the manager, where a property that is not set is an error
  if (found.is === 'given' && (found.value !== null || found.unset)) noteKnown(call, found.value);
  if (found.is === 'later') noteLater(call, found.value);
  return found;
};

/** Its parser knows no HOST in operations of a relationship. */
const noteKnown = (call: Call, value: Json): void => {
  if (isHost(call) && call.site.relationship) call.service.unsupported?.addCall(call.node, value);
  else call.service.unsupported?.addOwnCall(call.node, value);
};

/** The value at the only place of a path; with ALL the list of all values, once each is known. */
function collected(call: Call, { isList, isWhole, places }: Followed, valueAt: (place: Reached) => Called): Called {
  const values = places.map(valueAt);
  const [first] = values;
  if (!isList) return first ?? nothing;
  if (values.some(({ is }) => is === 'nothing')) return nothing;
  const known = values.flatMap((each) => (each.is === 'given' ? [each.value] : []));
  return isWhole && known.length === values.length ? given(Object.freeze(known)) : call.postpone();
}

function propertyAt(call: Call, { entity, rest }: Reached, path: readonly YamlNode[]): Called {
  if (rest.length === 0) return refuseArguments(call, propertyArguments);
  if (entity.is === 'capability') return fromCells(call, rest, ofCapability(entity.capability, entity.node));
  if (entity.is === 'relationship') return relationshipProperty(call, entity.relationship, rest);
  if (entity.is === 'group') {
    const { properties: cells, type, name } = entity.group;
    const found = fromCells(call, rest, { cells, owner: `the group ${name}`, defs: membersOf(type).properties });
    // its parser looks for nodes only
    if (found.is === 'given') call.service.unsupported?.addCall(call.node, found.value);
    return found;
  }
  if (isHost(call) && call.site.node) return hostProperty(call, call.site.node, path);
  if (entity.is === 'open') return call.postpone();
  return nodeProperty(call, entity.node, rest) ?? missing(call, entity.node, rest[0] as YamlNode);
}

interface Values {
  readonly cells: Cells;
  /** for messages */
  readonly owner: string;
  readonly defs: ReadonlyMap<string, PropertyDef>;
  /** true: the node that has it may have its values elsewhere */
  readonly isElsewhere?: boolean;
}

/** Null, for a property without a value. Of a required one that is missing, it has been said already. */
const leftOut = (def: PropertyDef | undefined, valuesAreElsewhere = false): Called =>
  def?.required === false && !valuesAreElsewhere ? unset : given(null);

const ofCapability = ({ name, def, properties }: CapabilityInstance, node: NodeInstance): Values => ({
  cells: properties,
  owner: `the capability ${name}`,
  defs: def.properties,
  isElsewhere: isElsewhere(node.node),
});

/**
 * A relationship of unknown type may have any property. The Infrastructure Manager's parser finds no relationship by its
 * name.
 */
function relationshipProperty(call: Call, relationship: Relationship, path: readonly YamlNode[]): Called {
  const { properties: cells, type } = relationship;
  if (type === undefined) return call.postpone();
  const found = fromCells(call, path, { cells, owner: type.name, defs: membersOf(type).properties });
  const isByName = textOf(wordsOf(call.argument)[0]) !== 'SELF';
  if (isByName && found.is === 'given') call.service.unsupported?.addCall(call.node, found.value);
  const word = isByName && found.is === 'later' && !relationship.source ? endIn(found.value) : undefined;
  if (word === undefined) return found;
  const [name, count] = [relationship.name ?? '', call.service.relationships.get(relationship.name ?? '')?.uses.length];
  return call.refuse(
    functionValue(
      `${name} is a relationship of ${count || 'no'} requirements, so ${word} in its ${textOf(path[0])} is no one node: read it through a requirement of a node`,
    ),
  );
}

/** The word for a node that only a requirement decides, at which a call in the value begins. */
function endIn(value: Json): string | undefined {
  for (const [, word] of JSON.stringify(value).matchAll(/\{"get_\w+":\["(SOURCE|TARGET|HOST)"/g)) return word;
  return undefined;
}

function fromCells(call: Call, path: readonly YamlNode[], { cells, owner, defs, isElsewhere }: Values): Called {
  const [name, ...rest] = path;
  const text = textOf(name) ?? '';
  const cell = cells.get(text);
  if (cell) return walk(call, call.cell(cell), rest, cell.schema);
  // declared but without a value: the result is null, which is no mistake
  if (defs.has(text)) return walk(call, leftOut(defs.get(text), isElsewhere), rest);
  return isOpen(defs) ? call.postpone() : call.refuse(propertyUnknown(text, owner, defs), name);
}

function hostProperty(call: Call, node: NodeInstance, path: readonly YamlNode[]): Called {
  for (const host of hostsOf(node)) {
    const found = nodeProperty(call, host, path);
    if (found) return found;
  }
  const isLeft = node.requirements.some((each) => each.target === undefined && each.name === 'host');
  if (isLeft || [...hostsOf(node)].some(({ type }) => type.isOpen)) return call.postpone();
  return call.refuse(functionValue(`no node that hosts ${node.name} has ${textOf(path[0]) ?? 'such a property'}`));
}

/** A property that the Infrastructure Manager does not get leaves nothing to call. */
function written(call: Call, { type }: NodeInstance, name: string, found: Called): Called {
  if (found.is === 'given' && droppedProperties(type.name).includes(name))
    call.service.unsupported?.addCall(call.node, found.value);
  return found;
}

/** Undefined when the node has nothing of that name. */
function nodeProperty(call: Call, node: NodeInstance, path: readonly YamlNode[]): Called | undefined {
  const [first, ...rest] = path;
  const name = textOf(first);
  if (name === undefined) return undefined;
  const own = node.properties.get(name);
  if (own) return written(call, node, name, walk(call, call.cell(own), rest, own.schema));
  const members = membersOf(node.type);
  if (members.properties.has(name))
    return walk(call, leftOut(members.properties.get(name), isElsewhere(node.node)), rest);
  const capability = node.capabilities.get(name);
  if (capability) {
    if (rest.length === 0) return refuseArguments(call, propertyArguments);
    if (!capability.properties.has(textOf(rest[0]) ?? '') && isBehind(node, name, textOf(rest[0]) ?? ''))
      return throughRequirement(call, node, name, rest);
    const found = fromCells(call, rest, ofCapability(capability, node));
    // the Infrastructure Manager's parser looks for a requirement of that name first
    if (members.requirements.has(name) && found.is === 'given')
      call.service.unsupported?.addCall(call.node, found.value);
    return found;
  }
  return members.requirements.has(name) && rest.length > 0 ? throughRequirement(call, node, name, rest) : undefined;
}

/**
 * Whether the requirement of this name leads to a value. A web server has a capability `host` and a requirement `host`: what the
 * one does not give, the other may.
 */
function isBehind(node: NodeInstance, name: string, wanted: string): boolean {
  const found = node.requirements.find((each) => each.name === name);
  if (found?.target === undefined) return false;
  const { relationship, target } = found;
  if (relationship.properties.has(wanted) || target.properties.has(wanted) || target.capabilities.has(wanted))
    return true;
  return endsOf(found).some(({ properties }) => properties.has(wanted));
}

/** The Infrastructure Manager's parser does not find all of it. */
function throughRequirement(call: Call, node: NodeInstance, name: string, path: readonly YamlNode[]): Called {
  const found = behindRequirement(call, node, name, path);
  if (found.is === 'given') call.service.unsupported?.addCall(call.node, found.value);
  return found;
}

/** Looks in the requirement's relationship, then in the capability that it uses, then in its target node. */
function behindRequirement(call: Call, node: NodeInstance, name: string, path: readonly YamlNode[]): Called {
  const requirement = node.requirements.find((each) => each.name === name);
  if (requirement?.target === undefined) return call.postpone();
  const wanted = textOf(path[0]) ?? '';
  const { relationship, target } = requirement;
  if (relationship.properties.has(wanted)) return relationshipProperty(call, relationship, path);
  const ends = endsOf(requirement);
  const valued = ends.find(({ properties }) => properties.has(wanted));
  if (valued) return fromCells(call, path, ofCapability(valued, target));
  const found = nodeProperty(call, target, path);
  if (found !== undefined) return found;
  // the capability at its end may have it without a value
  const end = ends.find(({ def }) => def.properties.has(wanted));
  return end ? fromCells(call, path, ofCapability(end, target)) : missing(call, target, path[0] as YamlNode);
}

function missing(call: Call, node: NodeInstance, at: YamlNode): Called {
  const { properties, capabilities, requirements } = membersOf(node.type);
  const known = together(properties, capabilities, requirements);
  return isOpen(known) ? call.postpone() : call.refuse(propertyUnknown(textOf(at) ?? '', node.name, known), at);
}
