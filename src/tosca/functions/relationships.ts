import type { CapabilityInstance, NodeInstance, Relationship, RequirementInstance } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import { textOf } from '../yaml/scalar.ts';

export interface Relationships {
  /** false: there may be more relationships than these */
  readonly isWhole: boolean;
  readonly found: readonly Relationship[];
}

/** The relationships of one requirement, in order. */
export function outgoing(node: NodeInstance, name: string): Relationships {
  const found: Relationship[] = [];
  let isWhole = true;
  for (const requirement of node.requirements) {
    if (requirement.name !== name) continue;
    const count = countOf(requirement);
    isWhole &&= count !== undefined;
    // all relationships of one assignment are alike
    for (let made = 0; made < (count ?? 1); made += 1) found.push(requirement.relationship);
  }
  return { isWhole, found };
}

/** a requirement may have more relationships than this, but then they are not counted one by one */
const most = 1_000;

function countOf({ node }: RequirementInstance): number | undefined {
  const written = node.kind === 'mapping' ? node.get('count') : undefined;
  if (written === undefined) return 1;
  const count = Number(written.kind === 'scalar' ? textOf(written) : Number.NaN);
  return Number.isInteger(count) && count <= most ? count : undefined;
}

/** The relationships that end at a capability; not all of them, when a requirement's target is still unknown. */
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
      // a count makes more nodes or relationships than these
      if (source.count !== undefined || countOf(requirement) !== 1) isWhole = false;
    }
  }
  return { isWhole, found };
}

/** The capability at which a relationship ends: by the name that was asked for, else by the wanted type. */
export function capabilityOf({ target, capability: requested }: Relationship): CapabilityInstance | undefined {
  const offered = [...(target?.capabilities.values() ?? [])];
  const named = offered.find(({ name }) => name === requested?.name);
  return named ?? offered.find(({ def }) => requested?.type && def.type?.is(requested.type));
}

/**
 * The capabilities of its target at which a requirement of 1.x ends: the one that it names, else those of the type that it
 * names or its definition wants.
 */
export function endsOf({ target, capability, def }: RequirementInstance): readonly CapabilityInstance[] {
  const offered = [...(target?.capabilities.values() ?? [])];
  const word = capability ?? def?.capabilityName;
  const chosen = offered.filter(({ name }) => name === word);
  if (chosen.length > 0) return chosen;
  const typed = offered.filter(({ def: { type } }) => word !== undefined && type?.ancestry.includes(word));
  if (typed.length > 0) return typed;
  return offered.filter(({ def: { type } }) => def?.capability !== undefined && type?.is(def.capability));
}
