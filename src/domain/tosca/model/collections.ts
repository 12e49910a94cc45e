import * as kinds from '../problem-kinds.ts';
import { membersOf, texts } from '../types/members.ts';
import { schemaOf } from '../types/schema.ts';
import type { TypeDef } from '../types/type-def.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { assign } from './assign.ts';
import { Cell, type Site } from './cell.ts';
import { type GroupInstance, named, type OutputInstance, type PolicyInstance, type Service } from './service.ts';

const nowhere: Site = { node: undefined, relationship: undefined };

export function instantiateGroups(service: Service): ReadonlyMap<string, GroupInstance> {
  const found = new Map<string, GroupInstance>();
  for (const [name, node] of named(service.body?.get('groups'))) {
    const made = typed(service, 'group', name, node);
    const members = node.kind === 'mapping' ? node.get('members') : undefined;
    checkNames(service, members, service.nodeNames, 'node template');
    if (made) found.set(name, { name, ...made, members: texts(members) });
  }
  return found;
}

export function instantiatePolicies(service: Service): PolicyInstance[] {
  const known = new Set([...service.nodeNames, ...service.groups.keys()]);
  return named(service.body?.get('policies')).flatMap(([name, node]) => {
    const made = typed(service, 'policy', name, node);
    const targets = node.kind === 'mapping' ? node.get('targets') : undefined;
    checkNames(service, targets, known, 'node template or group');
    return made ? [{ name, ...made, targets: texts(targets) }] : [];
  });
}

function checkNames(service: Service, node: YamlNode | undefined, known: ReadonlySet<string>, what: string): void {
  if (node?.kind !== 'sequence') return;
  for (const item of node.items) {
    const name = textOf(item);
    if (name !== undefined && !known.has(name)) service.report.at(item, kinds.templateUnknown(what, name, known));
  }
}

function typed(service: Service, kind: 'group' | 'policy', name: string, node: YamlNode) {
  if (!(node instanceof YamlMapping)) return undefined;
  const typeNode = node.get('type');
  const typeName = textOf(typeNode);
  const type: TypeDef | undefined = typeName === undefined ? undefined : service.scope.find(kind, typeName);
  if (type === undefined) {
    if (typeNode && typeName !== undefined) {
      service.report.at(typeNode, kinds.typeUnknown(kind, typeName, service.scope.names(kind)));
    } else service.report.at(node, kinds.keynameMissing('type', `a ${kind}`), 'type');
    return undefined;
  }
  const owner = { node, name, section: 'properties' };
  return {
    type,
    properties: assign(membersOf(type).properties, node.get('properties'), owner, nowhere, service.report),
  };
}

export function instantiateOutputs(service: Service): OutputInstance[] {
  return named(service.body?.get('outputs')).map(([name, node]) => {
    const value = node.kind === 'mapping' ? present(node.get('value')) : undefined;
    const description = node.kind === 'mapping' ? textOf(node.get('description')) : undefined;
    const cell = value && new Cell(value, schemaOf(node, service.scope), nowhere, `outputs.${name}`);
    return { name, description, cell };
  });
}
