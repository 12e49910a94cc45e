import * as v from 'valibot';
import { labelDeployment, requireToStay } from '../../domain/deployments/accepting/label.ts';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { addAcceptedEvent, type TimelinePorts, wasAccepted } from '../deployments/timeline.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import { labelMap } from '../pipeline/label-map.ts';

/** The body of PUT /deployments/{deployment_id}/labels: all labels that it then has. */
export const labelling = () => members({ labels: labelMap });

export const labellingQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof labellingQuery>;
  readonly body: v.InferOutput<ReturnType<typeof labelling>>;
}

type Ports = ViewPorts & TimelinePorts & Parameters<typeof labelDeployment>[0] & { readonly ids: { next(): string } };

/**
 * PUT /deployments/{deployment_id}/labels: an extension (docs/decisions/0070). With `dryRun=true` it shows the labels before
 * and after.
 */
export const label =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body, ids, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const { labels } = body;
    if (query.dryRun) {
      requireToStay(deployment);
      return ok({ labels: deployment.labels ?? {}, nextLabels: labels });
    }
    await labelDeployment(ports, deployment, { labels, onlyIfUnchanged });
    const { operationId: id = ports.ids.next() } = ids ?? {};
    const message = 'the labels were changed';
    await addAcceptedEvent(ports, deployment.id, { id, requestedBy: identityOf(caller), message });
    return noContent;
  };

/** The answer if the change was already made, even if somebody has changed them again since. */
export const wasLabelled =
  (ports: TimelinePorts): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) =>
    isId(id) && (await wasAccepted(ports, id, operationId)) ? noContent : undefined;
