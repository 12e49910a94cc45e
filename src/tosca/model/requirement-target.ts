import { isOpen } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import type { RequirementDef } from '../types/definitions.ts';
import { allowed, isOneOf } from '../types/references.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { CapabilityInstance, NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/** Checks that the target has the node type of the requirement's definition (2.0 section 8.5.2). */
export function checkNodeType(
  service: Service,
  at: YamlNode,
  type: TypeDef | undefined,
  def: RequirementDef | undefined,
): void {
  if (type === undefined || def?.node === undefined || type.mayBe(def.node)) return;
  const reason = `the target is a ${type.name}; ${def.name} needs a ${def.node.name} or a type derived from it`;
  service.report.at(at, service.judged(kinds.requirementTarget(reason)));
}

interface Wanted {
  readonly target: NodeInstance | undefined;
  readonly at: YamlNode;
  /** name or type of the capability that the assignment asks for */
  readonly capabilityName: YamlNode | undefined;
}

/** Checks that the target has the capability that the assignment asks for, and one that the definition needs. */
export function checkCapability(
  service: Service,
  { target, at, capabilityName }: Wanted,
  def: RequirementDef | undefined,
): void {
  const name = textOf(capabilityName);
  if (capabilityName && name !== undefined) checkCapabilityName(service, capabilityName, name, target, def);
  const wanted = def?.capability;
  if (target === undefined || wanted === undefined || name !== undefined) return;
  for (const { def: offered } of target.capabilities.values()) {
    if (offered.type === undefined || offered.type.mayBe(wanted) || isOlderHost(service, offered.type, wanted)) return;
  }
  if (isOpen(target.capabilities)) return;
  const reason = `${target.name} has no capability of the type ${wanted.name}, which ${def?.name} needs`;
  service.report.at(at, kinds.requirementTarget(reason));
}

/**
 * In 1.0 and 1.1 hosts offer Container, which types of later versions call Compute: libraries of 1.0 in use, such as those
 * of INDIGO and GRyCAP, have either.
 */
const isOlderHost = ({ version }: Service, offered: TypeDef, wanted: TypeDef): boolean =>
  (version === '1.0' || version === '1.1') &&
  wanted.name === 'tosca.capabilities.Compute' &&
  offered.ancestry.includes('tosca.capabilities.Container');

function checkCapabilityName(
  service: Service,
  at: YamlNode,
  name: string,
  target: NodeInstance | undefined,
  def: RequirementDef | undefined,
): void {
  const type = target?.capabilities.get(name)?.def.type ?? service.scope.find('capability', name);
  const fits = type && [...(target?.capabilities.values() ?? [])].some((each) => each.def.type?.mayBe(type));
  if (target && !target.capabilities.has(name) && !fits) {
    service.report.at(at, kinds.capabilityUnknown(name, target.name, target.capabilities));
    return;
  }
  const wanted = def?.capability;
  if (type === undefined || wanted === undefined || type.mayBe(wanted)) return;
  const reason = `the capability ${name} is a ${type.name}; ${def?.name} needs a ${wanted.name} or a type derived from it`;
  service.report.at(at, service.judged(kinds.requirementTarget(reason)));
}

interface Joined extends Wanted {
  readonly source: NodeInstance;
  readonly relationship: TypeDef | undefined;
}

/**
 * Checks the capability at the target's end: it accepts a node of this type through this relationship, and the
 * relationship may end at it (1.3 sections 3.7.2 and 3.7.9, 2.0 sections 7.4, 8.2 and 8.5). Tools of 1.x do not check.
 */
export function checkEnds(service: Service, joined: Joined, def: RequirementDef | undefined): void {
  const reason = misfitOfAll(joined, def);
  if (reason !== undefined) service.report.at(joined.at, service.judged(kinds.requirementTarget(reason)));
}

/** The first reason, if no capability fits; undefined when one fits. */
function misfitOfAll(joined: Joined, def: RequirementDef | undefined): string | undefined {
  const { target, capabilityName } = joined;
  const word = textOf(capabilityName);
  const name = word ?? def?.capabilityName;
  const named = name === undefined ? undefined : target?.capabilities.get(name);
  if (named) return misfitOf(named, joined);
  let first: string | undefined;
  for (const capability of target?.capabilities.values() ?? []) {
    if (!isEnd(capability, word, def)) continue;
    const reason = misfitOf(capability, joined);
    if (reason === undefined) return undefined;
    first ??= reason;
  }
  return first;
}

/** Whether the capability has the type that is asked for, else the definition's type: the deployer may use any of these. */
function isEnd(
  { def: { type } }: CapabilityInstance,
  capabilityName: string | undefined,
  def: RequirementDef | undefined,
) {
  if (type === undefined) return false;
  if (capabilityName !== undefined) return type.ancestry.includes(capabilityName);
  return def?.capability !== undefined && type.is(def.capability);
}

function misfitOf(end: CapabilityInstance, { source, target, relationship }: Joined): string | undefined {
  const { sources, relationships, type } = end.def;
  if (sources && !isOneOf(source.type, sources))
    return `${placeOf(end, target)} is for ${namesOf(sources)} and types derived from them; ${source.name} is a ${source.type.name}`;
  if (relationship === undefined) return undefined;
  if (relationships && !isOneOf(relationship, relationships))
    return `${placeOf(end, target)} takes relationships of ${namesOf(relationships)}; this one is a ${relationship.name}`;
  const ends = allowed(relationship, 'valid_capability_types') ?? allowed(relationship, 'valid_target_types');
  if (type && ends && !isOneOf(type, ends) && !(target && isOneOf(target.type, ends)))
    return `${relationship.name} ends at ${namesOf(ends)}; ${placeOf(end, target)} is a ${type.name}`;
  return undefined;
}

const placeOf = ({ name }: CapabilityInstance, target: NodeInstance | undefined): string =>
  `the capability ${name} of ${target?.name}`;

const namesOf = (types: readonly TypeDef[]): string => types.map(({ name }) => name).join(', ');
