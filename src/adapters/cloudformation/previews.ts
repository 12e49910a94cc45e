import { estimateOf, nodeOf, resourcesIn } from '../../domain/cloudformation/estimate.ts';
import type { CreationPreviewOf, Preview, UpdatePreviewOf } from '../../domain/deployers/preview.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import { accountOf } from './account.ts';
import { planner, readOrder } from './planner.ts';
import type { PreviewOptions } from './update-preview.ts';

type Configured = readonly ConfiguredProvider[];

/**
 * A creation from its translation: a change set would first make a stack, which somebody would have to delete again
 * (docs/decisions/0037).
 */
export const creationPreviews =
  (configured: Configured): CreationPreviewOf =>
  (providerId) => {
    const region = regionOf(configured, providerId);
    if (region === undefined) return undefined;
    return (order) => {
      const { template } = readOrder(planner.plan(order));
      const all = resourcesIn(template);
      const resources = Object.entries(all).map(([name, resource]) => {
        const node = nodeOf(resource);
        return { name, type: resource.Type, action: 'added' as const, ...(node !== undefined && { node }) };
      });
      return { resources, cost: estimateOf(all, region) };
    };
  };

/** An update by a change set, which is deleted at once. All that it needs is loaded when a dry run asks for it. */
export const updatePreviews =
  (configured: Configured, options: PreviewOptions): UpdatePreviewOf =>
  (providerId) => {
    const region = regionOf(configured, providerId);
    if (region === undefined) return undefined;
    return async (infrastructureId, order): Promise<Preview> => {
      const account = accountOf(configured, providerId, options.secrets);
      if (account === undefined) throw new Error(`provider ${providerId} is not configured`);
      const { updatePreview } = await import('./update-preview.ts');
      return updatePreview({ providerId, account, infrastructureId, order }, options);
    };
  };

const regionOf = (configured: Configured, providerId: string): string | undefined =>
  configured.find(({ id }) => id === providerId)?.stack?.region;
