import * as z from 'zod';
import { resetDeployment } from '../domain/deployments/reset.ts';
import { noContent } from './answer.ts';
import { type ChangeRequest, underPreconditions } from './deployment-entity.ts';
import { type TimelinePorts, tellAccepted } from './timeline.ts';
import type { ViewPorts } from './views.ts';

const rule = 'must be DELETE_FAILED; a deployment cannot be reset to anything else';

/** interface.md, Reset deployment */
export const resetting = () => z.object({ status: z.literal('DELETE_FAILED', rule) });

/** PATCH /deployments/{deployment_id} */
export const reset =
  (ports: ViewPorts & TimelinePorts & Parameters<typeof resetDeployment>[0]) =>
  async (input: ChangeRequest & { readonly body: z.output<ReturnType<typeof resetting>> }) => {
    await resetDeployment(underPreconditions(ports, input), input.deployment, input.body.status);
    await tellAccepted(ports, input.deployment.id, 'the deletion was given up');
    return noContent;
  };
