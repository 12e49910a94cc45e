import { maySeeSecrets, type Owned } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { cleanerFor } from '../../domain/deployments/record/disclosure.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { type Answer, text } from '../pipeline/answer.ts';

/**
 * GET /deployments/{deployment_id}/template: the template in force, as it was submitted. Members of the group see it with
 * its secrets removed.
 */
export const template =
  ({ files }: { readonly files: Pick<Files, 'getTemplate'> }) =>
  async ({ deployment, caller }: { readonly deployment: Deployment; readonly caller: Caller }): Promise<Answer> => {
    return templateShownTo(caller, deployment, await files.getTemplate(deployment.id, deployment.templateOf));
  };

/** The answer with the template of a deployment or a schedule. */
export const templateShownTo = async (
  caller: Caller,
  owned: Owned & Parameters<typeof cleanerFor>[0],
  submitted: string,
): Promise<Answer> => {
  if (maySeeSecrets(caller, owned)) return text(submitted);
  const { templateWithoutSecrets } = await import('../../tosca/secrets/template.ts');
  // a value that is a secret only by where it goes is found by what it is
  return text(cleanerFor(owned)(templateWithoutSecrets(submitted)));
};
