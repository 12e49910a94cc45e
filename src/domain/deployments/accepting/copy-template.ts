import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { templateInForce } from '../record/template-in-force.ts';

/** The operation has the template in force as its own. ConflictError where a deletion has removed it meanwhile. */
export const copyTemplate = async (
  { files }: Pick<LifecyclePorts, 'files'>,
  deployment: Deployment,
  operationId: string,
): Promise<void> => {
  const { id, templateOf } = deployment;
  await files.putTemplate(id, operationId, await templateInForce(files, deployment));
  const outline = await files.findOutline(id, templateOf);
  if (outline) await files.putOutline(id, operationId, outline);
};
