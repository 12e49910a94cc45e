import type { Deployment } from '../domain/deployments/deployment.ts';
import type { Files } from '../domain/deployments/ports.ts';
import { text } from './answer.ts';

/** GET /deployments/{deployment_id}/template: the text in force, as it was submitted. */
export const template =
  ({ files }: { readonly files: Pick<Files, 'getTemplate'> }) =>
  async ({ deployment: { id, templateOf } }: { readonly deployment: Deployment }) =>
    text(await files.getTemplate(id, templateOf));
