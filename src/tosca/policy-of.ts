import type { Service } from './model/service.ts';
import type { Policy } from './topology.ts';

/** A policy with the nodes that it is about; `properties`: its values. */
export function policyOf(
  service: Service,
  { name, type, targets, triggers }: Service['policies'][number],
  properties: Policy['properties'],
): Policy {
  const nodes = targets.some((target) => service.nodes.get(target) === undefined) && nodesIn(service, targets);
  return Object.freeze({
    ...{ name, type: type.name, types: type.ancestry, targets: Object.freeze(targets) },
    ...(nodes && { nodes: Object.freeze(nodes) }),
    ...(triggers.length > 0 && { triggers: Object.freeze(triggers) }),
    properties,
  });
}

/** Groups may have groups as members, even themselves. */
function nodesIn({ nodes, groups }: Service, names: readonly string[]): readonly string[] {
  const found = new Set(names);
  for (const name of found) for (const member of groups.get(name)?.members ?? []) found.add(member);
  return [...found].filter((name) => nodes.get(name) !== undefined);
}
