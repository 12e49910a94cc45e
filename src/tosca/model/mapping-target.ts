import { isOpen } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { membersOf, texts } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** What `[node, capability or requirement]` names; undefined when it does not exist, which is reported. */
export function pairMember(
  service: Service,
  node: YamlNode | undefined,
  member: YamlNode | undefined,
  section: 'capabilities' | 'requirements',
) {
  const [name, part] = [textOf(node), textOf(member)];
  if (node === undefined || name === undefined) return undefined;
  if (!service.nodeNames.has(name)) {
    service.report.at(node, kinds.nodeUnknown(name, service.nodeNames));
    return undefined;
  }
  const instance = service.nodes.get(name);
  if (instance === undefined || member === undefined || part === undefined) return undefined;
  const found = membersOf(instance.type)[section].get(part);
  if (found) return found;
  if (isOpen(membersOf(instance.type)[section])) return undefined;
  const what = section === 'capabilities' ? 'capability' : 'requirement';
  service.report.at(member, kinds.substitutionInvalid(`${name} has no ${what} ${JSON.stringify(part)} to map`));
  return undefined;
}

/** Whether the requirement of a node is fulfilled from outside. Hardly any template maps one. */
export const isMapped = ({ mappedRequirements: mapped }: Service, node: string, requirement: string): boolean =>
  mapped.size > 0 && mapped.has(mappedKey(node, requirement));

const mappedKey = (node: string, requirement: string): string => `${node}\n${requirement}`;

/** Requirements of nodes that are mapped to the substituted node's, so that they are fulfilled from outside. */
export function mappedRequirements({ body }: Service): ReadonlySet<string> {
  const mappings = body?.get('substitution_mappings');
  const requirements = mappings?.kind === 'mapping' ? mappings.get('requirements') : undefined;
  const found = new Set<string>();
  const add = (target: YamlNode): void => {
    const given = target.kind === 'mapping' ? target.get('mapping') : target;
    if (given?.kind !== 'sequence') return;
    const [node, requirement] = given.items.map((item) => textOf(item));
    if (node !== undefined && requirement !== undefined) found.add(mappedKey(node, requirement));
    for (const item of given.items) if (item.kind === 'sequence') add(item);
  };
  for (const [, target] of named(requirements)) add(target);
  return found;
}

export const isSelected = (node: YamlMapping): boolean => texts(node.get('directives')).includes('select');

/** A selected or substituted node is made elsewhere; 1.x has its own words for both directives. */
export function isElsewhere(node: YamlMapping): boolean {
  const directives = node.get('directives');
  return directives !== undefined && texts(directives).some((directive) => elsewhere.test(directive));
}

const elsewhere = /^(?:select|selectable|substitute|substitutable)$/;
