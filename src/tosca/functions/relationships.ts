import type { CapabilityInstance, NodeInstance, Relationship, RequirementInstance } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import { textOf } from '../yaml/scalar.ts';

export interface Relationships {
  /** false: there may be more of them, or of each */
  readonly isWhole: boolean;
  readonly found: readonly Relationship[];
}

/** The relationships that a requirement makes, in their order. */
export function outgoing(node: NodeInstance, name: string): Relationships {
  const found: Relationship[] = [];
  let isWhole = true;
  for (const requirement of node.requirements) {
    if (requirement.name !== name) continue;
    const count = countOf(requirement);
    isWhole &&= count !== undefined;
    // each of them is like the others
    for (let made = 0; made < (count ?? 1); made += 1) found.push(requirement.relationship);
  }
  return { isWhole, found };
}

/** relationships of one requirement that are looked at one by one */
const most = 1_000;

function countOf({ node }: RequirementInstance): number | undefined {
  const written = node.kind === 'mapping' ? node.get('count') : undefined;
  if (written === undefined) return 1;
  const count = Number(written.kind === 'scalar' ? textOf(written) : Number.NaN);
  return Number.isInteger(count) && count <= most ? count : undefined;
}

/** The relationships that end at a capability; one whose target is still to be found may be among them. */
export function incoming(
  { nodes, budget }: Service,
  { node, capability }: { readonly node: NodeInstance; readonly capability: CapabilityInstance },
): Relationships {
  if (!budget.spend(nodes.size)) return { isWhole: false, found: [] };
  const found: Relationship[] = [];
  let isWhole = true;
  for (const source of nodes.values()) {
    for (const requirement of source.requirements) {
      const { target, relationship } = requirement;
      if (target === undefined) isWhole = false;
      if (target !== node || capabilityOf(relationship)?.name !== capability.name) continue;
      found.push(relationship);
      // how many nodes and relationships are made of them is told elsewhere
      if (source.count !== undefined || countOf(requirement) !== 1) isWhole = false;
    }
  }
  return { isWhole, found };
}

/** The capability that a relationship ends at: the one that is asked for, else one of the type that is wanted. */
export function capabilityOf({ target, capability: asked }: Relationship): CapabilityInstance | undefined {
  const offered = [...(target?.capabilities.values() ?? [])];
  const named = offered.find(({ name }) => name === asked?.name);
  return named ?? offered.find(({ def }) => asked?.type && def.type?.is(asked.type));
}
