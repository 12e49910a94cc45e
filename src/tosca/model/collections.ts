import { openLike } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { membersOf, texts } from '../types/members.ts';
import { allowed, isOneOf } from '../types/references.ts';
import { schemaOf } from '../types/schema.ts';
import type { TypeDef } from '../types/type-def.ts';
import { named } from '../yaml/named.ts';
import { isCall, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { isNull, present, textOf } from '../yaml/scalar.ts';
import { assign } from './assign.ts';
import { attributesOf } from './attributes.ts';
import { Cell, type Site } from './instances.ts';
import type { GroupInstance, OutputInstance, PolicyInstance, Service } from './service.ts';

const nowhere: Site = { node: undefined, relationship: undefined };

export function instantiateGroups(service: Service): ReadonlyMap<string, GroupInstance> {
  const found = new Map<string, GroupInstance>();
  for (const [name, node] of named(service.body?.get('groups'))) {
    const made = typed(service, 'group', name, node);
    const members = node.kind === 'mapping' ? node.get('members') : undefined;
    checkNames(service, members);
    if (made) checkTypes(service, members, made.type, 'members', name);
    if (made) found.set(name, { name, ...made, members: texts(members) });
  }
  return found;
}

export function instantiatePolicies(service: Service): PolicyInstance[] {
  const seen = new Set<string>();
  return named(service.body?.get('policies')).flatMap(([name, node]) => {
    if (seen.has(name) && service.version === '2.0') service.report.atKey(node, kinds.nameTaken('policy', name));
    seen.add(name);
    const made = typed(service, 'policy', name, node);
    const targets = node.kind === 'mapping' ? node.get('targets') : undefined;
    checkNames(service, targets);
    if (made) checkTypes(service, targets, made.type, 'targets', name);
    return made ? [{ name, ...made, targets: texts(targets), triggers: triggersOf(node, made.type) }] : [];
  });
}

function triggersOf(node: YamlNode, { chain }: TypeDef): readonly string[] {
  const all = [node, ...chain.map((type) => type.node)];
  return [
    ...new Set(all.flatMap((one) => (one.kind === 'mapping' ? named(one.get('triggers')) : [])).map(([name]) => name)),
  ];
}

/** Members and targets are nodes and groups. */
function checkNames({ nodeNames, groupNames, report }: Service, node: YamlNode | undefined): void {
  if (node?.kind !== 'sequence') return;
  for (const item of node.items) {
    const name = textOf(item);
    if (name === undefined || nodeNames.has(name) || groupNames.has(name)) continue;
    const known = openLike(new Set([...nodeNames.keys(), ...groupNames.keys()]), nodeNames, groupNames);
    report.at(item, kinds.templateUnknown('node template or group', name, known));
  }
}

/** Members and targets must have a type that the group's or policy's type lists (2.0 sections 16.2 and 16.4). */
function checkTypes(
  service: Service,
  node: YamlNode | undefined,
  type: TypeDef,
  keyname: 'members' | 'targets',
  owner: string,
): void {
  const types = allowed(type, keyname);
  if (types === undefined || node?.kind !== 'sequence') return;
  for (const item of node.items) {
    const name = textOf(item) ?? '';
    const found = service.nodes.get(name)?.type ?? (keyname === 'targets' ? service.groups.get(name)?.type : undefined);
    if (found === undefined || isOneOf(found, types)) continue;
    const names = types.map((each) => each.name);
    service.report.at(item, service.judged(kinds.memberType(name, found.name, owner, names)));
  }
}

function typed(service: Service, kind: 'group' | 'policy', name: string, node: YamlNode) {
  if (!(node instanceof YamlMapping)) return undefined;
  const typeNode = node.get('type');
  const typeName = textOf(typeNode);
  const type: TypeDef | undefined = typeName === undefined ? undefined : service.scope.find(kind, typeName);
  if (type === undefined) {
    if (typeNode && typeName !== undefined) {
      service.report.at(typeNode, service.scope.unknownType(kind, typeName));
    } else service.report.at(node, kinds.keynameMissing('type', `a ${kind}`), 'type');
    return undefined;
  }
  const members = membersOf(type);
  const owner = { node, name, section: 'properties' };
  const properties = assign(members.properties, node.get('properties'), owner, nowhere, service.report);
  return { type, properties, attributes: attributesOf(service, { node, name, type }, nowhere) };
}

export function instantiateOutputs(service: Service): OutputInstance[] {
  return named(service.body?.get('outputs')).map(([name, node]) => {
    // 2.0: the value alone (section 9.8)
    const short = service.version === '2.0' && (node.kind !== 'mapping' || isCall(node));
    const value = short ? present(node) : node.kind === 'mapping' ? present(node.get('value')) : undefined;
    const description = node.kind === 'mapping' && !short ? textOf(node.get('description')) : undefined;
    const schema = short ? undefined : schemaOf(node, service.scope);
    if (value === undefined && isBare(service, node))
      service.report.at(node, kinds.keynameMissing('value', `the output ${name}`), 'value');
    const cell = value && new Cell(value, schema, nowhere, 'outputs', name);
    return { name, description, cell };
  });
}

/** In 1.x only a substitution can do with an output that has no value. */
const isBare = ({ version, body }: Service, node: YamlNode): boolean =>
  version !== '2.0' &&
  (node.kind === 'mapping' ? node.get('value') === undefined : isNull(node)) &&
  body?.get('substitution_mappings') === undefined;
