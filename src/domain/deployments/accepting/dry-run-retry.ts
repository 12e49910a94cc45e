import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import {
  type CreationDryRun,
  type CreationPreviews,
  dryRunCreation,
  noted,
  plannedUpdate,
  type UpdateDryRun,
  type UpdatePreviews,
} from './dry-run-template.ts';
import { keepGenerated } from './generated-inputs.ts';
import { type CreateRequest, processRequest } from './process-request.ts';
import { refusalOfAnew } from './protect.ts';
import { effectOf, type RetryRequest, templateOf, wayOf } from './retry.ts';

type Ports = Parameters<typeof dryRunCreation>[0] &
  UpdatePreviews &
  CreationPreviews &
  Pick<LifecyclePorts, 'resources' | 'files' | 'attempts'>;

/** What a retry would do: `kept` completes what stands, `anew` makes all of it at one of the candidates. */
export type RetryDryRun =
  | { readonly retries: 'kept'; readonly update: UpdateDryRun }
  | { readonly retries: 'anew'; readonly creation: CreationDryRun; readonly removed: readonly Attempt[] };

/** Checks, ranks and plans a retry, and changes nothing. InvalidError and ConflictError as in retryDeployment. */
export const dryRunRetry = async (
  ports: Ports,
  deployment: Deployment,
  request: RetryRequest & Pick<CreateRequest, 'delegation'>,
): Promise<RetryDryRun> => {
  const template = await templateOf(ports, deployment, request);
  const parameters = keepGenerated(deployment.parameters, request.parameters);
  const { topology, problems, imports = [] } = await processRequest(ports, { template, parameters });
  advance(deployment.status, 'retry');
  const { retries, left } = await wayOf(ports, deployment, request);
  const limits = { ...deployment.limits, ...request.limits };
  const by = request.requestedBy ? { user: request.requestedBy } : {};
  if (retries === 'anew') {
    const { createdBy: owner, userGroup, origin } = deployment;
    const requested = {
      ...request,
      template,
      parameters,
      limits,
      owner,
      ...(userGroup && { userGroup }),
      ...(origin && { origin }),
    };
    const creation = await dryRunCreation(ports, requested, { operation: 'retry', ...by });
    const notes = noted(refusalOfAnew(deployment, left), creation.notes);
    return { retries, creation: { ...creation, notes }, removed: left };
  }
  const effect = await effectOf(ports, deployment, topology, { ...request, operationId: ports.ids.next() });
  const update = await plannedUpdate(
    ports,
    { ...deployment, limits },
    { topology, problems, imports, question: { operation: 'retry', ...by } },
    effect,
  );
  return { retries, update };
};
