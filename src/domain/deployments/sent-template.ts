import { ProviderFailedError } from '../errors.ts';
import { bindTemplate } from '../tosca/bind.ts';
import type { Attempt } from './attempt.ts';
import { type Deployment, infrastructureName } from './deployment.ts';
import type { LifecyclePorts } from './ports.ts';

/**
 * The template as an update sends it: as begin-update decided and kept it, so that each repeat sends the same.
 * ProviderFailedError when an earlier release began the update, and kept less.
 */
export const sentTemplate = async (
  { files }: Pick<LifecyclePorts, 'files'>,
  { id, operation, parameters: inputs }: Deployment,
  { number }: Pick<Attempt, 'number'>,
): Promise<string> => {
  const kept = await files.findRanking(id, operation.id);
  if (kept?.sent === undefined) {
    throw new ProviderFailedError(
      'the update began under an earlier release of this service, which did not keep what is to be sent; send the update again',
    );
  }
  const text = kept.translation ?? (await files.getTemplate(id, operation.id));
  return bindTemplate(text, { inputs, name: infrastructureName(id, number), edits: kept.sent });
};
