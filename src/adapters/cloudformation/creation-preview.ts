import { nodeOf, resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { estimateOf, unpricedIn } from '../../domain/cloudformation/offers/estimate.ts';
import type { Order } from '../../domain/deployers/planner.ts';
import type { Preview } from '../../domain/deployers/preview.ts';
import { planner, readOrder } from './planner.ts';

/** What a new stack adds. Loaded at the first dry run. */
export const creationPreview = (order: Order, region: string): Preview => {
  const all = resourcesIn(readOrder(planner.plan(order)).template);
  const resources = Object.entries(all).map(([name, resource]) => {
    const node = nodeOf(resource);
    return { name, type: resource.Type, action: 'added' as const, ...(node !== undefined && { node }) };
  });
  return { resources, cost: estimateOf(all, region), unpriced: unpricedIn(all) };
};
