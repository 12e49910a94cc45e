/** Settings of a deployment, which change at once and also while an operation runs: labels, protection, its end, office hours. */

import * as v from 'valibot';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, noContent } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { ChangeRequest } from './deployment-entity.ts';
import { addAcceptedEvent, type TimelinePorts, wasAccepted } from './timeline.ts';
import type { ViewPorts } from './views.ts';

export const settingQuery = v.object(dryRunQuery);

export interface SettingRequest<Body extends v.GenericSchema> extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof settingQuery>;
  readonly body: v.InferOutput<Body>;
}

export type SettingPorts = ViewPorts & TimelinePorts & { readonly ids: { next(): string } };

/** The answer of a change that was made, with its line in the timeline. */
export const settingChanged = async (
  ports: SettingPorts,
  { deployment, ids, caller }: Pick<SettingRequest<v.GenericSchema>, 'deployment' | 'ids' | 'caller'>,
  message: string,
): Promise<Answer> => {
  const { operationId: id = ports.ids.next() } = ids ?? {};
  await addAcceptedEvent(ports, deployment.id, { id, requestedBy: identityOf(caller), message });
  return noContent;
};

/** The answer if the change was already made, even if somebody has changed the setting again since. */
export const wasChanged =
  (ports: TimelinePorts): Recover =>
  async ({ deployment_id: id = '' }, { operationId }) =>
    isId(id) && (await wasAccepted(ports, id, operationId)) ? noContent : undefined;
