/** How what has drifted is put right: docs/decisions/0077. */

import { type Agreed, isMending, type Mend, type RepairWay } from '../deployments/record/mends.ts';
import type { Finding } from '../drift/finding.ts';

/** What a repair does about a finding of a check. */
export interface RepairItem extends Pick<Finding, 'node' | 'is' | 'resource' | 'part' | 'property' | 'old' | 'new'> {
  readonly how: RepairWay;
  readonly why?: string;
}

/** One for each resource and way: several properties of a machine are set back together. */
export const agreedOf = (items: readonly RepairItem[]): readonly Agreed[] => {
  const all = items.flatMap(({ how, ...one }): Agreed[] => {
    const resource = thingOf(one);
    return resource !== undefined && isMending(how) ? [{ resource, how }] : [];
  });
  return [...new Map(all.map((one) => [`${one.resource} ${one.how}`, one])).values()];
};

/** The resource, or the engine's name of a part that is none. */
export const thingOf = ({ resource, part }: Pick<RepairItem, 'resource' | 'part'>): string | undefined =>
  resource ?? part;

/** The agreed part of what a fresh look found. */
export const mendsOf = (items: readonly RepairItem[], agreed: readonly Agreed[]): readonly Mend[] => {
  const known = new Set(agreed.map(({ resource, how }) => `${resource} ${how}`));
  const mends = new Map<string, Mend>();
  for (const item of items) {
    const { part, node, how, property, old } = item;
    const resource = thingOf(item);
    const key = `${resource} ${how}`;
    if (resource === undefined || !isMending(how) || !known.has(key)) continue;
    const { wanted = {} } = mends.get(key) ?? {};
    const more = how === 'altered' && property !== undefined && old !== undefined && { [property]: old };
    const machine = part !== undefined && { part };
    mends.set(key, {
      ...{ resource, node, how, ...machine },
      ...(how === 'altered' && { wanted: { ...wanted, ...more } }),
    });
  }
  return [...mends.values()];
};
