import { append } from '../append.ts';
import { keynameMissing } from '../problem-kinds.ts';
import { mild } from '../report.ts';
import { checkArtifact } from '../types/artifact.ts';
import { membersOf } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { assign } from './assign.ts';
import type { NodeInstance } from './instances.ts';
import { Cell, type Site } from './instances.ts';
import type { Service } from './service.ts';

interface Owner {
  readonly name: string;
  readonly site: Site;
  readonly others: Cell[];
}

/** Artifacts of a node template: 1.x only works out their values, 2.0 also checks them against their type. */
export function instantiateArtifacts(service: Service, instance: NodeInstance, site: Site): void {
  const artifacts = instance.node.get('artifacts');
  if (artifacts === undefined) return;
  if (service.version !== '2.0') {
    instance.others.push(new Cell(artifacts, undefined, site, instance.name, 'artifacts'));
    // a deployer may know the type by its name, so an unknown one is only a warning
    for (const [name, node] of named(artifacts)) {
      checkArtifact(node, service.scope, mild(service.report));
      const isWhole = node.kind !== 'mapping' || node.get('file') || membersOf(instance.type).artifacts.has(name);
      if (!isWhole) service.report.at(node, keynameMissing('file', `the artifact ${name}`), 'file');
    }
    return;
  }
  for (const [name, node] of named(artifacts)) assignArtifact(service, node, { ...instance, site }, name);
}

/** Checks an artifact's properties against its type (2.0 section 12.2). */
export function assignArtifact(
  service: Service,
  node: YamlNode,
  { name: owner, others, site }: Owner,
  name: string,
): void {
  if (node.kind !== 'mapping') return;
  const type = checkArtifact(node, service.scope, service.report);
  if (type === undefined) return;
  const place = { node, name: `${owner}.${name}`, section: 'properties' };
  const cells = assign(membersOf(type).properties, node.get('properties'), place, site, service.report);
  append(others, cells.values());
}
