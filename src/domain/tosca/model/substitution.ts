import * as kinds from '../problem-kinds.ts';
import { membersOf, namedItems } from '../types/members.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** Substitution mappings (1.3 section 3.8.13, 2.0 section 15): the node type that is stood in for, and who gives what. */
export function checkSubstitution(service: Service): void {
  const mappings = service.body?.get('substitution_mappings');
  if (mappings?.kind !== 'mapping') return;
  const typeNode = mappings.get('node_type');
  const name = textOf(typeNode);
  const type = name === undefined ? undefined : service.scope.find('node', name);
  if (typeNode && name !== undefined && type === undefined) {
    service.report.at(typeNode, kinds.typeUnknown('node', name, service.scope.names('node')));
  }
  const members = type && membersOf(type);
  checkSection(service, mappings, 'capabilities', members?.capabilities);
  checkSection(service, mappings, 'requirements', members?.requirements);
}

function checkSection(
  service: Service,
  mappings: YamlMapping,
  section: 'capabilities' | 'requirements',
  known: ReadonlyMap<string, unknown> | undefined,
): void {
  for (const [key, target] of namedItems(mappings.get(section))) {
    // `[name, index]` names one of several requirements
    const name = /^\[([^,\]]+)/.exec(key)?.[1]?.trim() ?? key;
    if (known && !known.has(name)) {
      const unknown = section === 'capabilities' ? kinds.capabilityUnknown : kinds.requirementUnknown;
      service.report.atKey(target, unknown(name, 'the substituted node type', known.keys()));
    }
    checkTarget(service, target, section);
  }
}

/** `[node, its capability or requirement]`, or in 1.3 a map with more to say. */
function checkTarget(service: Service, target: YamlNode, section: 'capabilities' | 'requirements'): void {
  const pair = target.kind === 'mapping' ? target.get('mapping') : target;
  const [node, member] = pair?.kind === 'sequence' ? pair.items : [];
  const [name, part] = [textOf(node), textOf(member)];
  if (node === undefined || name === undefined) return;
  if (!service.nodeNames.has(name)) {
    service.report.at(node, kinds.nodeUnknown(name, service.nodeNames));
    return;
  }
  const instance = service.nodes.get(name);
  if (instance === undefined || member === undefined || part === undefined) return;
  const offered = membersOf(instance.type)[section];
  if (offered.has(part)) return;
  const reason = `${name} has no ${section === 'capabilities' ? 'capability' : 'requirement'} ${JSON.stringify(part)} to map`;
  service.report.at(member, kinds.substitutionInvalid(reason));
}
