import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Labels } from '../../labels/labels.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { anotherVersion } from './supersede.ts';

interface Labelling {
  readonly labels: Labels;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often a workflow may write in between before the client gets a conflict and has to repeat the request. */
const mostTries = 20;

/**
 * Replaces the labels of a deployment. A running operation goes on; what it makes after this has the new ones as tags. ConflictError while
 * the deployment is being deleted, NotFoundError when it is gone.
 */
export const labelDeployment = async (
  ports: { readonly deployments: Pick<Deployments, 'find' | 'label'> },
  seen: Deployment,
  labelling: Labelling,
  tries = 1,
): Promise<void> => {
  const { labels, onlyIfUnchanged = false } = labelling;
  requireToStay(seen);
  if (sameLabels(seen.labels ?? {}, labels)) return;
  try {
    await ports.deployments.label(seen, labels);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (onlyIfUnchanged) throw anotherVersion(error);
    if (tries >= mostTries) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    await labelDeployment(ports, now, labelling, tries + 1);
  }
};

/** ConflictError when it is being deleted. */
export const requireToStay = ({ status, leaving }: Deployment): void => {
  if (status !== 'DELETE_IN_PROGRESS' && leaving !== true) return;
  throw new ConflictError('the deployment is being deleted: its labels can no longer change');
};

const sameLabels = (one: Labels, other: Labels): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
