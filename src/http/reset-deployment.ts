import * as v from 'valibot';
import { resetDeployment } from '../domain/deployments/reset.ts';
import { noContent } from './answer.ts';
import { type ChangeRequest, underPreconditions } from './deployment-entity.ts';
import { members } from './fields.ts';
import { type TimelinePorts, tellAccepted } from './timeline.ts';
import type { ViewPorts } from './views.ts';

const rule = 'must be DELETE_FAILED; a deployment cannot be reset to anything else';

/** interface.md, Reset deployment */
export const resetting = () => members({ status: v.literal('DELETE_FAILED', rule) });

/** PATCH /deployments/{deployment_id} */
export const reset =
  (ports: ViewPorts & TimelinePorts & Parameters<typeof resetDeployment>[0]) =>
  async (input: ChangeRequest & { readonly body: v.InferOutput<ReturnType<typeof resetting>> }) => {
    await resetDeployment(underPreconditions(ports, input), input.deployment, input.body.status);
    await tellAccepted(ports, input.deployment.id, 'the deletion was given up');
    return noContent;
  };
