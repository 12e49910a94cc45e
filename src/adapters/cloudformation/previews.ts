import type { CreationPreviewOf, Preview, UpdatePreviewOf } from '../../domain/deployers/preview.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import { accountOf } from './account.ts';
import type { PreviewOptions } from './update-preview.ts';

type Configured = readonly ConfiguredProvider[];

/**
 * A creation is previewed from its translation: a change set would first make a stack, which must then be deleted
 * (docs/decisions/0037).
 */
export const creationPreviews =
  (configured: Configured): CreationPreviewOf =>
  (providerId) => {
    const region = regionOf(configured, providerId);
    if (region === undefined) return undefined;
    return async (order): Promise<Preview | undefined> =>
      order.blueprint === undefined
        ? undefined
        : (await import('./creation-preview.ts')).creationPreview(order, region);
  };

/** An update by a change set, which is deleted at once. All that it needs is loaded when a dry run asks for it. */
export const updatePreviews =
  (configured: Configured, options: PreviewOptions): UpdatePreviewOf =>
  (providerId) => {
    const account = accountOf(configured, providerId, options.secrets);
    if (account === undefined) return undefined;
    return async (infrastructureId, order): Promise<Preview> => {
      const { updatePreview } = await import('./update-preview.ts');
      return updatePreview({ providerId, account, infrastructureId, order }, options);
    };
  };

const regionOf = (configured: Configured, providerId: string): string | undefined =>
  configured.find(({ id }) => id === providerId)?.stack?.region;
