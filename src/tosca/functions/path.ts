import { append } from '../append.ts';
import type { CapabilityInstance, NodeInstance } from '../model/instances.ts';
import { capabilityUnknown, functionValue, requirementUnknown } from '../problem-kinds.ts';
import { membersOf } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { type Entity, entityOf } from './entity.ts';
import type { Call } from './function.ts';
import { capabilityOf, incoming, outgoing, type Relationships } from './relationships.ts';
import { refuseArguments } from './wrong-arguments.ts';

/** One place that a path leads to: an entity, or a capability of a node, and the remaining steps. */
export interface Reached {
  readonly entity:
    | Entity
    | { readonly is: 'capability'; readonly capability: CapabilityInstance; readonly node: NodeInstance };
  readonly rest: readonly YamlNode[];
}

/** The places that a path leads to. */
export interface Followed {
  /** true: the path has ALL, so the values of all places form one list */
  readonly isList: boolean;
  /** false: only the deployment knows how many places there are; `places` then has examples of them */
  readonly isWhole: boolean;
  /** exactly one place, unless `isList` */
  readonly places: readonly Reached[];
}

/** Places, and whether these are all. */
interface Places {
  readonly isWhole: boolean;
  readonly places: readonly Reached[];
}

const place = (entity: Reached['entity'], rest: readonly YamlNode[]): Places => ({
  isWhole: true,
  places: [{ entity, rest }],
});

/**
 * Follows a TOSCA path (2.0 section 10.3): a node [index] or SELF, then any number of CAPABILITY name, RELATIONSHIP
 * name [index], SOURCE and TARGET. 1.x has only the first step. Undefined: wrong, and reported.
 */
export function follow(call: Call, path: readonly YamlNode[]): Followed | undefined {
  const [first] = path;
  if (first === undefined) return undefined;
  const entity = entityOf(call, first);
  if (entity === undefined) return undefined;
  const rest = path.slice(1);
  if (call.service.version !== '2.0') return { isList: false, isWhole: true, places: [{ entity, rest }] };
  const isIndexed = textOf(first) !== 'SELF' && rest.length > 1 && isIndex(rest[0]);
  return walk(call, isIndexed ? indexed(call, { entity, rest }) : place(entity, rest), rest);
}

const isIndex = (node: YamlNode | undefined): boolean => /^(?:\d+|ALL|\$(?!\$).*)$/.test(textOf(node) ?? '');

const open: Entity = { is: 'open' };

/** `node, index`: one of the nodes that a template makes, which all look alike here, or ALL of them. */
function indexed(call: Call, { entity, rest: [index, ...rest] }: Reached): Places | undefined {
  const indexText = textOf(index);
  const count = entity.is === 'node' ? countOf(call, entity.node) : undefined;
  if (indexText === 'ALL') {
    const isWhole = count !== undefined && call.service.budget.spend(count);
    return { isWhole, places: Array.from({ length: isWhole ? count : 1 }, () => ({ entity, rest })) };
  }
  if (count !== undefined && /^\d+$/.test(indexText ?? '') && Number(indexText) >= count && entity.is === 'node') {
    const reason = `${call.name} finds no node ${indexText} of ${entity.node.name}: its count is ${count}, and the first index is 0`;
    call.refuse(functionValue(reason), index);
    return undefined;
  }
  return place(entity, rest);
}

/** How many nodes a template makes; undefined when only the deployment knows. */
function countOf(call: Call, { count }: NodeInstance): number | undefined {
  if (count === undefined) return 1;
  const called = call.cell(count);
  return called.is === 'given' && typeof called.value === 'number' ? called.value : undefined;
}

type Step = (call: Call, at: Reached) => Places | undefined;

/** Takes the remaining steps; all places are equally far along the path. */
function walk(call: Call, start: Places | undefined, path: readonly YamlNode[]): Followed | undefined {
  let at = start;
  for (let step = stepAt(at); at !== undefined && step !== undefined; step = stepAt(at)) {
    const next: Reached[] = [];
    let { isWhole }: Places = at;
    for (const each of at.places) {
      const found = step(call, each);
      if (found === undefined || !call.service.budget.spend(found.places.length)) return undefined;
      append(next, found.places);
      isWhole &&= found.isWhole;
    }
    at = { isWhole, places: next };
  }
  return at && { ...at, isList: path.some((each) => textOf(each) === 'ALL') };
}

function stepAt(at: Places | undefined): Step | undefined {
  const word = textOf(at?.places[0]?.rest[0]);
  if (word === 'CAPABILITY') return capabilityStep;
  if (word === 'RELATIONSHIP') return relationshipStep;
  return word === 'TARGET' || word === 'SOURCE' ? endStep : undefined;
}

/** A node has many capabilities; a relationship has only the one at which it ends. */
function capabilityStep(call: Call, { entity, rest }: Reached): Places | undefined {
  if (entity.is === 'relationship') {
    const { target } = entity.relationship;
    const capability = capabilityOf(entity.relationship);
    return place(capability && target ? { is: 'capability', capability, node: target } : open, rest.slice(1));
  }
  const [, name, ...left] = rest;
  const text = textOf(name);
  if (text === undefined || name === undefined) return refuse(call, 'CAPABILITY and the name of one');
  if (entity.is !== 'node') return place(open, left);
  const capability = entity.node.capabilities.get(text);
  if (capability) return place({ is: 'capability', capability, node: entity.node }, left);
  call.refuse(capabilityUnknown(text, entity.node.name, entity.node.capabilities), name);
  return undefined;
}

function relationshipStep(call: Call, { entity, rest }: Reached): Places | undefined {
  const [, name, ...after] = rest;
  // relationships that end at a capability have no name here, and no known order (section 10.3)
  if (entity.is === 'capability') {
    const left = isIndex(name) ? after : rest.slice(1);
    return textOf(name) === 'ALL' ? placesOf(incoming(call.service, entity), left) : place(open, left);
  }
  const text = textOf(name);
  if (text === undefined || name === undefined) return refuse(call, 'RELATIONSHIP and the name of a requirement');
  const index = isIndex(after[0]) ? textOf(after[0]) : undefined;
  const left = index === undefined ? after : after.slice(1);
  if (entity.is !== 'node') return place(open, left);
  return requirementsOf(call, entity.node, { at: name, name: text, index: index ?? '0', left });
}

const placesOf = ({ isWhole, found }: Relationships, rest: readonly YamlNode[]): Places =>
  found.length === 0 && !isWhole
    ? place(open, rest)
    : { isWhole, places: found.map((relationship) => ({ entity: { is: 'relationship', relationship }, rest })) };

interface RequirementStep {
  readonly at: YamlNode;
  readonly name: string;
  readonly index: string;
  readonly left: readonly YamlNode[];
}

function requirementsOf(
  call: Call,
  node: NodeInstance,
  { at, name, index, left }: RequirementStep,
): Places | undefined {
  const { requirements } = membersOf(node.type);
  const isGiven = node.requirements.some((each) => each.name === name);
  if (!isGiven && !requirements.has(name)) {
    call.refuse(requirementUnknown(name, node.name, requirements), at);
    return undefined;
  }
  const all = outgoing(node, name);
  if (index === 'ALL') return placesOf(isGiven ? all : { isWhole: false, found: [] }, left);
  const most = requirements.get(name)?.count?.max ?? Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(index) && Number(index) >= most) {
    const reason = `${call.name} finds no relationship ${index} of ${name}: there are at most ${most}, and the first index is 0`;
    call.refuse(functionValue(reason), at);
    return undefined;
  }
  const relationship = all.isWhole ? all.found[Number(index)] : undefined;
  return place(relationship ? { is: 'relationship', relationship } : open, left);
}

function endStep(call: Call, { entity, rest }: Reached): Places | undefined {
  const [end, ...left] = rest;
  if (entity.is === 'node') return refuse(call, `${textOf(end)} after a relationship: ${entity.node.name} is a node`);
  if (entity.is !== 'relationship') return place(open, left);
  const { source, target } = entity.relationship;
  const node = textOf(end) === 'SOURCE' ? source : target;
  return place(node ? { is: 'node', node } : open, left);
}

function refuse(call: Call, expected: string): undefined {
  refuseArguments(call, expected);
  return undefined;
}
