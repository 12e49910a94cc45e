import * as kinds from '../problem-kinds.ts';
import { type Members, membersOf } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { isSelected, pairMember } from './mapping-target.ts';
import type { Service } from './service.ts';

/**
 * Checks requirement mappings (1.3 section 3.8.13, 2.0 section 15.5): `name: [node, requirement]`, a list of such
 * pairs, or the name of a selected node. In 2.0 `[name, count]` says how many are mapped.
 */
export function checkRequirementMappings(service: Service, mappings: YamlMapping, members: Members | undefined): void {
  const counts = new Map<string, { count: number; last: YamlNode }>();
  const closed = new Set<string>();
  for (const [key, target] of named(mappings.get('requirements'))) {
    const [name = key, count = '1'] = /^\[(.*)\]$/.exec(key)?.[1]?.split(', ') ?? [key];
    if (members && !members.requirements.has(name))
      service.report.atKey(target, kinds.requirementUnknown(name, 'the substituted node type', members.requirements));
    for (const one of targetsOf(service, target)) checkTarget(service, one);
    if (service.version === '2.0') checkCount(service, target, { name, count, all: closed.has(name) });
    if (count === 'UNBOUNDED') closed.add(name);
    // UNBOUNDED maps all that are left, so it adds no number
    const more = /^\d+$/.test(count) ? Number(count) : 0;
    counts.set(name, { count: (counts.get(name)?.count ?? 0) + more, last: target });
  }
  if (service.version === '2.0' && members) checkMost(service, members, counts);
}

interface Counted {
  readonly name: string;
  readonly count: string;
  /** true: an earlier mapping takes all that are left */
  readonly all: boolean;
}

function checkCount(service: Service, at: YamlNode, { name, count, all }: Counted): void {
  const refuse = (reason: string): void => service.report.atKey(at, kinds.substitutionInvalid(reason));
  if (!/^(?:\d+|UNBOUNDED)$/.test(count)) refuse(`the count of ${name} is a number from 0, or UNBOUNDED, not ${count}`);
  if (all) refuse(`no ${name} requirements remain after an UNBOUNDED mapping`);
}

/** The template must not map more requirements than a node of the type can have. */
function checkMost(
  service: Service,
  members: Members,
  counts: ReadonlyMap<string, { count: number; last: YamlNode }>,
): void {
  for (const [name, { count, last }] of counts) {
    const most = members.requirements.get(name)?.count?.max;
    if (most === undefined || !(count > most)) continue;
    const reason = `${count} ${name} requirements are mapped, the substituted node type has at most ${most}`;
    service.report.atKey(last, kinds.substitutionInvalid(reason));
  }
}

function targetsOf(service: Service, target: YamlNode): readonly YamlNode[] {
  const given = target.kind === 'mapping' ? target.get('mapping') : target;
  if (given?.kind !== 'sequence') return given ? [given] : [];
  const pairs = given.items.some((item) => item.kind === 'sequence');
  return pairs || areNodes(service, given.items) ? given.items : [given];
}

/** A list of two selected nodes looks like a node and one of its requirements. */
function areNodes(service: Service, items: readonly YamlNode[]): boolean {
  if (service.version !== '2.0') return false;
  const [first, second] = items.map((item) => textOf(item) ?? '');
  const requirements = service.nodes.get(first ?? '')?.type;
  const pair = items.length === 2 && requirements && membersOf(requirements).requirements.has(second ?? '');
  return !pair && items.every((item) => service.nodeNames.has(textOf(item) ?? ''));
}

function checkTarget(service: Service, target: YamlNode): void {
  if (target.kind === 'scalar') {
    checkSelected(service, target);
    return;
  }
  const [node, member] = target.kind === 'sequence' ? target.items : [];
  if (pairMember(service, node, member, 'requirements') === undefined || service.version !== '2.0') return;
  const [name, part] = [textOf(node), textOf(member)];
  const taken = service.nodes
    .get(name ?? '')
    ?.requirements.some((each) => each.name === part && each.targetName !== undefined);
  if (taken !== true || member === undefined) return;
  service.report.at(member, kinds.substitutionInvalid(`the requirement ${part} of ${name} has a target already`));
}

/** A selected node becomes the target of the substituted node's requirement (2.0 section 15.5.3). */
function checkSelected(service: Service, target: YamlNode): void {
  const name = textOf(target);
  if (name === undefined || service.version !== '2.0') return;
  if (!service.nodeNames.has(name)) service.report.at(target, kinds.nodeUnknown(name, service.nodeNames));
  const node = service.nodes.get(name)?.node;
  if (node && !isSelected(node))
    service.report.at(target, kinds.substitutionInvalid(`${name} is not selected; it needs the directive select`));
}
