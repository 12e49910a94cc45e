import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/** For a parser that ends where nodes need each other: what has operations is a reason of its plan. */
export function notePeers(
  { unsupported }: Service,
  { requirements }: NodeInstance,
  before: ReadonlySet<NodeInstance>,
): void {
  if (unsupported === undefined) return;
  for (const { node, target, relationship } of requirements)
    if (target !== undefined && !before.has(target) && relationship.operations.length === 0)
      unsupported.addUnordered(node, target.name);
}
