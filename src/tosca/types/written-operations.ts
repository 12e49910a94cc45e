import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present } from '../yaml/scalar.ts';

/** Of an interface or its type; all others are operations in 1.x. */
const keynames = new Set([
  'type',
  'inputs',
  'operations',
  'notifications',
  'description',
  'derived_from',
  'version',
  'metadata',
]);

const noKeys: readonly string[] = [];

export const keysOf = (node: YamlNode | undefined): Iterable<string> =>
  node?.kind === 'mapping' ? node.entries.keys() : noKeys;

const sections = ['operations', 'notifications'] as const;

/** Operations are under `operations` or, in 1.x, beside the other keynames. */
export function operationNames(node: YamlMapping): string[] {
  const names: string[] = [];
  for (const section of sections) for (const key of keysOf(node.get(section))) names.push(key);
  node.each((_, key) => {
    if (!keynames.has(key)) names.push(key);
  });
  return names;
}

export function operationNode(node: YamlMapping, name: string): YamlNode | undefined {
  for (const section of sections) {
    const found = node.get(section);
    const operation = found?.kind === 'mapping' ? found.get(name) : undefined;
    if (operation) return operation;
  }
  return keynames.has(name) ? undefined : node.get(name);
}

/** What an operation runs: its short form, or its implementation; undefined: it says nothing of that. */
export const implementationOf = (operation: YamlNode | undefined): YamlNode | undefined =>
  present(operation?.kind === 'mapping' ? operation.get('implementation') : operation);

/** The section in which an interface defines an operation or notification. */
export const sectionOf = (node: YamlMapping, name: string): 'operations' | 'notifications' => {
  const notifications = node.get('notifications');
  return notifications?.kind === 'mapping' && notifications.entries.has(name) ? 'notifications' : 'operations';
};
