import * as kinds from '../problem-kinds.ts';
import type { RequirementDef } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/** The target is of the node type that the requirement's definition names (2.0 section 8.5.2). */
export function checkNodeType(
  service: Service,
  at: YamlNode,
  type: TypeDef | undefined,
  def: RequirementDef | undefined,
): void {
  if (type === undefined || def?.node === undefined || type.is(def.node)) return;
  const reason = `the target is a ${type.name}; ${def.name} needs a ${def.node.name}, or what derives from it`;
  service.report.at(at, service.judged(kinds.requirementTarget(reason)));
}

interface Wanted {
  readonly target: NodeInstance | undefined;
  readonly at: YamlNode;
  /** a capability's name or type, as the assignment asks for it */
  readonly asked: YamlNode | undefined;
}

/** The target has the capability that is asked for, and one that the definition wants. */
export function checkCapability(
  service: Service,
  { target, at, asked }: Wanted,
  def: RequirementDef | undefined,
): void {
  const name = textOf(asked);
  if (asked && name !== undefined) checkAsked(service, asked, name, target, def);
  const wanted = def?.capability;
  if (target === undefined || wanted === undefined || name !== undefined) return;
  for (const { def: offered } of target.capabilities.values()) {
    if (offered.type === undefined || offered.type.is(wanted)) return;
  }
  const reason = `${target.name} has no capability of the type ${wanted.name}, which ${def?.name} needs`;
  service.report.at(at, kinds.requirementTarget(reason));
}

function checkAsked(
  service: Service,
  at: YamlNode,
  name: string,
  target: NodeInstance | undefined,
  def: RequirementDef | undefined,
): void {
  const type = target?.capabilities.get(name)?.def.type ?? service.scope.find('capability', name);
  const fits = type && [...(target?.capabilities.values() ?? [])].some((each) => each.def.type?.is(type));
  if (target && !target.capabilities.has(name) && !fits) {
    service.report.at(at, kinds.capabilityUnknown(name, target.name, target.capabilities.keys()));
    return;
  }
  const wanted = def?.capability;
  if (type === undefined || wanted === undefined || type.is(wanted)) return;
  const reason = `the capability ${name} is a ${type.name}; ${def?.name} needs a ${wanted.name}, or what derives from it`;
  service.report.at(at, service.judged(kinds.requirementTarget(reason)));
}
