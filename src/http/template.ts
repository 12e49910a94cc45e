import type { Deployment } from '../domain/deployments/deployment.ts';
import type { Attempts, Files } from '../domain/deployments/ports.ts';
import { NotFoundError } from '../domain/errors.ts';
import { text } from './answer.ts';

interface Ports {
  readonly attempts: Pick<Attempts, 'list'>;
  readonly files: Pick<Files, 'getTemplate'>;
}

/** GET /deployments/{deployment_id}/template: the text as it was submitted. */
export const template =
  ({ attempts, files }: Ports) =>
  async ({ deployment }: { readonly deployment: Deployment }) =>
    text(await files.getTemplate(deployment.id, await bringer(attempts, deployment)));

/** The operation that brought the template in force. A deletion brings none: then it is that of the last attempt. */
const bringer = async (attempts: Ports['attempts'], { id, operation }: Deployment): Promise<string> => {
  if (operation.kind !== 'DELETE') return operation.id;
  const last = (await attempts.list(id)).at(-1);
  if (last) return last.operationId;
  throw new NotFoundError('the deployment is being deleted before any provider worked on its template');
};
