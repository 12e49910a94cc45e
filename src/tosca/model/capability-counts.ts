import { requirementCount } from '../problem-kinds.ts';
import { countRange, membersOf } from '../types/members.ts';
import { remember, type TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { CapabilityInstance, NodeInstance, RequirementInstance } from './instances.ts';
import type { Service } from './service.ts';

/** Reports more relationships than a capability allows (`occurrences`, 1.3 section 3.7.2); tools of 1.x do not check. */
export function checkCapabilityCounts(service: Service): void {
  if (service.version === '2.0' || service.limited.size === 0) return;
  const counts = new Map<string, number>();
  for (const source of service.nodes.values()) {
    for (const requirement of source.requirements) {
      const { target } = requirement;
      const end = target && service.limited.has(target) ? endOf(requirement, target) : undefined;
      if (target === undefined || end === undefined) continue;
      const key = `${target.name}\n${end.name}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      check(service, requirement.node, { target, end, count });
    }
  }
}

const limited = Symbol('limited capabilities');

/** Whether the node has a capability with a limit on the relationships that end there. */
export function hasLimits({ type, node }: NodeInstance): boolean {
  const given = node.get('capabilities');
  let isLimited = typeHasLimits(type);
  if (given?.kind === 'mapping')
    given.each((each) => {
      isLimited ||= each.kind === 'mapping' && each.get('occurrences') !== undefined;
    });
  return isLimited;
}

const typeHasLimits = (type: TypeDef): boolean =>
  remember(type, limited, () => [...membersOf(type).capabilities.values()].some(({ occurrences }) => occurrences));

/** The capability that a requirement uses; undefined when several fit, so that the deployer chooses. */
function endOf({ capability, def }: RequirementInstance, target: NodeInstance): CapabilityInstance | undefined {
  const named = capability === undefined ? undefined : target.capabilities.get(capability);
  if (named) return named;
  const fitting = [...target.capabilities.values()].filter(
    ({ def: { type } }) =>
      type !== undefined &&
      (capability === undefined ? def?.capability && type.is(def.capability) : type.ancestry.includes(capability)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

interface Counted {
  readonly target: NodeInstance;
  readonly end: CapabilityInstance;
  readonly count: number;
}

function check(service: Service, at: YamlNode, { target, end, count }: Counted): void {
  const capabilities = target.node.get('capabilities');
  const assigned = capabilities?.kind === 'mapping' ? capabilities.get(end.name) : undefined;
  const own = assigned?.kind === 'mapping' ? countRange(assigned.get('occurrences')) : undefined;
  const max = (own ?? end.def.occurrences)?.max;
  if (max === undefined || count <= max) return;
  const reason = `this is relationship ${count} that ends at the capability ${end.name} of ${target.name}, which takes at most ${max}`;
  service.report.atKey(at, service.judged(requirementCount(reason)));
}
