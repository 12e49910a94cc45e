import { NotFoundError } from '../../../foundation/errors.ts';
import { injectedEdits } from '../../clusters/injected-edits.ts';
import type { Submission } from '../../deployers/planner.ts';
import { machinesWanted } from '../../resources/states.ts';
import type { Attempt } from '../record/attempt.ts';
import { type Deployment, infrastructureName } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'clusterCredentials' | 'plannerOf' | 'resources'>;

/** What is to be sent once. It holds the keys of clusters; `sending` removes them from its errors. */
export interface SentTemplate {
  readonly submission: Submission;
  sending<T>(send: () => Promise<T>): Promise<T>;
}

/**
 * The template as an update sends it. begin-update decided and stored it, so each repeat sends the same, with fresh keys
 * for its clusters. Errors as injectedEdits says.
 */
export const sentTemplate = async (
  { files, clusterCredentials, plannerOf, resources }: Ports,
  deployment: Deployment,
  { number, providerId }: Pick<Attempt, 'number' | 'providerId'>,
): Promise<SentTemplate> => {
  const { id, operation, parameters: inputs, labels, createdBy, userGroup: group } = deployment;
  const kept = await files.findRanking(id, operation.id);
  if (kept?.sent === undefined) throw new NotFoundError(`operation ${operation.id} stored nothing to send`);
  const template = kept.translation ?? (await files.getTemplate(id, operation.id));
  const { edits, sending } = await injectedEdits(clusterCredentials, deployment, kept.injection);
  const name = infrastructureName(id, number);
  const machines = machinesWanted(await resources.all(id));
  const blueprint = kept.candidates.find((one) => one.id === providerId)?.blueprint;
  const { replace } = operation;
  const whose = { owner: createdBy.subject, group };
  const sent = { template, inputs, name, edits: [...kept.sent, ...edits], blueprint };
  const order = { ...sent, machines, replace, labels, whose };
  return { submission: await plannerOf(providerId).plan(order), sending };
};
