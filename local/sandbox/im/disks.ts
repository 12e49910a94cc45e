/**
 * Volumes that are attached to a Compute node: requirements with a relationship AttachesTo
 * (docs/contract/infrastructure-manager-templates.md, "Disks").
 */

import { evaluate } from './functions.ts';
import { staticScope } from './nodes.ts';
import { asBytes, asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

export interface Disk {
  readonly bytes: number;
  /** mount point; absent when the disk was added to a running machine */
  readonly location?: string;
}

export const disksOf = (document: YamlMap, node: unknown): readonly Disk[] =>
  asList(at(node, 'requirements')).flatMap((requirement) =>
    Object.entries(asMap(requirement)).flatMap(([name, target]) => diskOf(document, name, target)),
  );

function diskOf(document: YamlMap, name: string, target: unknown): readonly Disk[] {
  const volume = isMap(target) ? asText(target['node']) : asText(target);
  const relationship = at(target, 'relationship');
  const type = asText(isMap(relationship) ? relationship['type'] : relationship);
  if (name !== 'local_storage' && !type?.endsWith('AttachesTo')) return [];
  const scope = staticScope(document);
  const value = (...path: readonly string[]): unknown =>
    evaluate(at(document, 'topology_template', 'node_templates', volume ?? '', 'properties', ...path), scope);
  const bytes = asBytes(value('size'));
  const location = asText(evaluate(at(relationship, 'properties', 'location'), scope));
  return bytes === undefined ? [] : [{ bytes, ...(location !== undefined && { location }) }];
}
