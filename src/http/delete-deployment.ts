import * as z from 'zod';
import { deleteDeployment } from '../domain/deployments/delete.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';
import { noContent } from './answer.ts';
import { flag, optional } from './fields.ts';

/** `force=true` forgets the deployment even when its provider refuses: an extension that live clients send (clients.md 1.5). */
export const deletionQuery = z.object({ force: optional(flag) });

/** DELETE /deployments/{deployment_id} */
export const remove =
  (ports: Parameters<typeof deleteDeployment>[0]) =>
  async (input: { readonly deployment: Deployment; readonly query: z.output<typeof deletionQuery> }) => {
    await deleteDeployment(ports, input.deployment, { force: input.query.force ?? false });
    return noContent;
  };
