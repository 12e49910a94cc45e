import { estimateOf, nodeOf, resourcesIn } from '../../domain/cloudformation/estimate.ts';
import type { Order } from '../../domain/deployers/planner.ts';
import type { CreationPreviewOf, Preview, UpdatePreviewOf } from '../../domain/deployers/preview.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { accountOf } from './account.ts';
import { planner, readOrder, type StackOrder } from './planner.ts';
import type { ClientSettings } from './sessions.ts';
import type { TemplateFiles } from './template-files.ts';

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
      const { template } = planned(order);
      const all = resourcesIn(template);
      const resources = Object.entries(all).map(([name, resource]) => {
        const node = nodeOf(resource);
        return { name, type: resource.Type, action: 'added' as const, ...(node !== undefined && { node }) };
      });
      return { resources, cost: estimateOf(all, region) };
    };
  };

interface Options {
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** for templates that are too large for a call */
  readonly files?: () => TemplateFiles;
  /** absent: in real time */
  readonly pause?: (ms: number) => Promise<void>;
}

/** An update by a change set, which is deleted at once. */
export const updatePreviews = (
  configured: Configured,
  { clock, secrets, clients, files, pause }: Options,
): UpdatePreviewOf => {
  const load = async (providerId: string) => {
    const account = accountOf(configured, providerId, secrets);
    if (account === undefined) throw new Error(`provider ${providerId} is not configured`);
    const [{ changesOf }, { sessionMaker }] = await Promise.all([import('./change-sets.ts'), import('./sessions.ts')]);
    return { changesOf, session: await sessionMaker(clock, clients, files?.())(providerId, account) };
  };
  return (providerId) => {
    const region = regionOf(configured, providerId);
    if (region === undefined) return undefined;
    return async (infrastructureId, order): Promise<Preview> => {
      const stackOrder = planned(order);
      const { changesOf, session } = await load(providerId);
      const resources = await changesOf(session, infrastructureId, stackOrder, { clock, ...(pause && { pause }) });
      return { resources, cost: estimateOf(resourcesIn(stackOrder.template), region) };
    };
  };
};

const planned = (order: Order): StackOrder => readOrder(planner.plan(order));

const regionOf = (configured: Configured, providerId: string): string | undefined =>
  configured.find(({ id }) => id === providerId)?.stack?.region;
