import { asWarning, interfaceUnknown, operationUnknown } from '../problem-kinds.ts';
import { membersOf, operationNames } from '../types/members.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { Cell, type Site } from './cell.ts';
import type { NodeInstance } from './instances.ts';
import { named, type Service } from './service.ts';

/** Interfaces and artifacts of a template: their values are checked, and left to the provider. */
export function instantiateOperations(service: Service, instance: NodeInstance, site: Site): void {
  const { interfaces } = membersOf(instance.type);
  for (const [name, node] of named(instance.node.get('interfaces'))) {
    if (!(node instanceof YamlMapping)) continue;
    const known = interfaces.get(name);
    if (!interfaces.has(name)) service.report.atKey(node, interfaceUnknown(name, instance.name, interfaces.keys()));
    if (known) checkOperations(service, node, name, known);
    collect(instance, node, `${instance.name}.${name}`, site);
  }
  const artifacts = instance.node.get('artifacts');
  if (artifacts) instance.others.push(new Cell(artifacts, undefined, site, `${instance.name}.artifacts`));
}

function checkOperations(service: Service, node: YamlMapping, owner: string, known: ReadonlySet<string>): void {
  for (const operation of operationNames(node)) {
    if (known.has(operation)) continue;
    const at = node.get(operation) ?? node;
    service.report.atKey(at, asWarning(operationUnknown(operation, owner, known)));
  }
}

/** Inputs of the interface and of each operation, and implementations, which may be computed too. */
function collect(instance: NodeInstance, node: YamlMapping, label: string, site: Site): void {
  const add = (value: YamlNode | undefined, what: string): void => {
    if (value !== undefined && value.kind !== 'scalar')
      instance.others.push(new Cell(value, undefined, site, `${label}.${what}`));
  };
  add(node.get('inputs'), 'inputs');
  const operations = node.get('operations');
  for (const name of operationNames(node)) {
    const operation = node.get(name) ?? (operations?.kind === 'mapping' ? operations.get(name) : undefined);
    add(operation, name);
  }
}
