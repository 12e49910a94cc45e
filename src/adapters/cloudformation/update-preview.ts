import { resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { softwareIn } from '../../domain/cloudformation/kept-software.ts';
import { estimateOf } from '../../domain/cloudformation/offers/estimate.ts';
import { plannedOperations } from '../../domain/cloudformation/software/planned-operations.ts';
import type { Order } from '../../domain/deployers/planner.ts';
import type { Preview } from '../../domain/deployers/preview.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { changesOf } from './change-sets.ts';
import { planner, readOrder } from './planner.ts';
import { type AwsAccount, type ClientSettings, sessionMaker } from './sessions.ts';
import { forStack } from './stack-id.ts';
import type { TemplateFiles } from './template-files.ts';
import { templateOf } from './templates.ts';

export interface PreviewOptions {
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** absent: from the environment */
  readonly clients?: ClientSettings;
  /** for templates that are too large for a call */
  readonly files?: () => TemplateFiles;
  /** absent: in real time */
  readonly pause?: (ms: number) => Promise<void>;
}

interface PreviewRequest {
  readonly providerId: string;
  readonly account: AwsAccount;
  readonly infrastructureId: string;
  readonly order: Order;
}

/** Loaded at the first dry run, since the clients are heavy. */
export const updatePreview = async (
  { providerId, account, infrastructureId, order }: PreviewRequest,
  { clock, clients, files, pause }: PreviewOptions,
): Promise<Preview> => {
  const planned = readOrder(planner.plan(order));
  const place = forStack(account, infrastructureId);
  const session = await sessionMaker(clock, clients, files?.())(providerId, place);
  const resources = await changesOf(session, infrastructureId, planned, { clock, ...(pause && { pause }) });
  const inForce = softwareIn(await templateOf(session, infrastructureId));
  return {
    resources,
    cost: estimateOf(resourcesIn(planned.template), place.region),
    operations: plannedOperations(inForce, softwareIn(JSON.stringify(planned.template))),
  };
};
