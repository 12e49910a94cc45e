import type { Resource } from '../resources/resource.ts';
import type { Difference } from './differences.ts';
import type { RequestedNodes } from './requested.ts';

/** A difference, and the resources that have it. */
export interface Found {
  readonly node: string;
  readonly difference: Difference;
  readonly resources: readonly Resource[];
  /** true: nobody knows whether the resources have the difference */
  readonly isUnsure: boolean;
}

/** The templates that a resource may match: first the one that it was made from, then that of a failed update. */
export type BasesOf = (resource: Resource) => readonly RequestedNodes[];

export type Place = Pick<Found, 'node' | 'difference'>;

/** Compares resources of one node with the same base once, and reports the same difference once. */
export const gathered = (
  resources: readonly Resource[],
  basesOf: BasesOf,
  compare: (resource: Resource, before: RequestedNodes) => readonly Place[],
): readonly Found[] => {
  const found = new Map<string, { readonly place: Place; readonly of: Based[] }>();
  const based = resources.flatMap((resource) =>
    basesOf(resource).map((base, index): Based => ({ resource, base, isUnsure: index > 0 })),
  );
  for (const [base, all] of Map.groupBy(based, (one) => one.base)) {
    for (const same of Map.groupBy(all, ({ resource }) => resource.toscaNodeName).values()) {
      const [first] = same;
      for (const place of first === undefined ? [] : compare(first.resource, base)) {
        const key = JSON.stringify(place);
        found.set(key, { place, of: [...(found.get(key)?.of ?? []), ...same] });
      }
    }
  }
  return [...found.values()].map(({ place, of }) => ({
    ...place,
    resources: [...new Map(of.map(({ resource }) => [resource.id, resource])).values()],
    isUnsure: of.every(({ isUnsure }) => isUnsure),
  }));
};

interface Based {
  readonly resource: Resource;
  readonly base: RequestedNodes;
  readonly isUnsure: boolean;
}
