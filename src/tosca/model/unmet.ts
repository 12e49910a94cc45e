import type { NodeInstance } from './instances.ts';
import { isElsewhere, isMapped } from './mapping-target.ts';
import { limited } from './requirement-counts.ts';
import type { Service } from './service.ts';

const nobody: readonly string[] = Object.freeze([]);

/**
 * The mandatory requirements that nothing fulfils. Software without a host is configured nowhere; the Infrastructure
 * Manager's parser counts requirements all the same, so there it waits for another node, which hosts nothing.
 */

export function unmetRequirements(
  service: Service,
  { name: source, type, node, requirements }: NodeInstance,
): readonly string[] {
  const needed = limited(type);
  if (service.version === '2.0' || needed.length === 0 || type.isOpen || isElsewhere(node)) return nobody;
  const unmet = needed
    .filter(
      ({ name, count }) =>
        (count?.min ?? 1) > 0 && !requirements.some((one) => one.name === name) && !isMapped(service, source, name),
    )
    .map(({ name }) => name);
  if (unmet.length === 0) return nobody;
  const target = requirements.find(({ targetName }) => targetName !== undefined)?.targetName ?? lonelyMachine(service);
  if (!unmet.includes('host') || target === undefined) return Object.freeze(unmet);
  service.unsupported?.addRequirement(node, { host: { node: target, relationship: 'tosca.relationships.DependsOn' } });
  return Object.freeze(unmet.filter((name) => name !== 'host'));
}

const lonely = new WeakMap<Service, { readonly name: string | undefined }>();

/** A machine that waits for nothing, so that nothing can wait in a circle for it. */
function lonelyMachine(service: Service): string | undefined {
  const known = lonely.get(service) ?? {
    name: [...service.nodes.values()].find(
      ({ type, requirements }) => type.ancestry.includes('tosca.nodes.Compute') && requirements.length === 0,
    )?.name,
  };
  lonely.set(service, known);
  return known.name;
}
