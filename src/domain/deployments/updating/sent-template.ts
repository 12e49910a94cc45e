import { NotFoundError } from '../../../foundation/errors.ts';
import { bindTemplate } from '../../../tosca/bind.ts';
import { injectedEdits } from '../../clusters/injected-edits.ts';
import type { Attempt } from '../record/attempt.ts';
import { type Deployment, infrastructureName } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** A template to be sent once. It holds the keys of clusters; `sending` removes them from its errors. */
export interface SentTemplate {
  readonly text: string;
  sending<T>(send: () => Promise<T>): Promise<T>;
}

/**
 * The template as an update sends it. begin-update decided and stored it, so each repeat sends the same, with fresh keys
 * for its clusters. Errors as injectedEdits says.
 */
export const sentTemplate = async (
  { files, clusterCredentials }: Pick<LifecyclePorts, 'files' | 'clusterCredentials'>,
  deployment: Deployment,
  { number }: Pick<Attempt, 'number'>,
): Promise<SentTemplate> => {
  const { id, operation, parameters: inputs } = deployment;
  const kept = await files.findRanking(id, operation.id);
  if (kept?.sent === undefined) throw new NotFoundError(`operation ${operation.id} stored nothing to send`);
  const text = kept.translation ?? (await files.getTemplate(id, operation.id));
  const { edits, sending } = await injectedEdits(clusterCredentials, deployment, kept.injection);
  const name = infrastructureName(id, number);
  return { text: bindTemplate(text, { inputs, name, edits: [...kept.sent, ...edits] }), sending };
};
