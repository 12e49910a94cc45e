import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import type { UpdateEffect } from '../updating/update-effect.ts';
import { anotherVersion } from './supersede.ts';

interface Protection {
  readonly isProtected: boolean;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often a workflow may write in between before the client gets a conflict and has to repeat the request. */
const mostTries = 20;

/**
 * Puts the protection of a deployment on or takes it off. A running operation goes on; while one deletes the deployment,
 * ConflictError. NotFoundError when it is gone.
 */
export const protectDeployment = async (
  ports: { readonly deployments: Pick<Deployments, 'find' | 'protect'> },
  seen: Deployment,
  protection: Protection,
  tries = 1,
): Promise<void> => {
  const { isProtected, onlyIfUnchanged = false } = protection;
  requireStaying(seen);
  if ((seen.protected ?? false) === isProtected) return;
  try {
    await ports.deployments.protect(seen, isProtected);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (onlyIfUnchanged) throw anotherVersion(error);
    if (tries >= mostTries) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    await protectDeployment(ports, now, protection, tries + 1);
  }
};

/** ConflictError when it is being deleted. */
export const requireStaying = ({ status, leaving }: Deployment): void => {
  if (status !== 'DELETE_IN_PROGRESS' && leaving !== true) return;
  throw new ConflictError('the deployment is being deleted: its protection can no longer change');
};

const howToTakeOff = 'take the protection off first (PUT /deployments/{id}/protection)';

/** ConflictError when the deployment is protected. */
export const requireUnprotected = (deployment: Pick<Deployment, 'protected'>): void => {
  if (deployment.protected !== true) return;
  throw new ConflictError(`the deployment is protected, so it cannot be deleted: ${howToTakeOff}`);
};

/** Why a protected deployment refuses to be made anew; undefined: nothing of it is left that this would remove. */
export const refusalOfAnew = (
  deployment: Pick<Deployment, 'protected'>,
  left: readonly unknown[],
): string | undefined =>
  deployment.protected === true && left.length > 0
    ? `the deployment is protected, and what is left of its creation would be removed first: ${howToTakeOff}`
    : undefined;

/** Most nodes that a message names. */
const most = 10;

/** Why a protected deployment refuses an update: it would remove or replace what stands at these nodes; undefined: it does not. */
export const refusalOfProtected = (
  deployment: Pick<Deployment, 'protected'>,
  { nodes }: Pick<Topology, 'nodes'>,
  { plan, changes }: UpdateEffect,
): string | undefined => {
  if (deployment.protected !== true) return undefined;
  const wanted = new Set(nodes.map(({ name }) => name));
  const leaving = plan.removed.flatMap(({ toscaNodeName: node }) => (wanted.has(node) ? [] : [node]));
  const replaced = changes.flatMap(({ how, node }) => (how === 'replaced' ? [node] : []));
  const lost = [...new Set([...leaving, ...replaced])];
  if (lost.length === 0) return undefined;
  const named = [...lost.slice(0, most), ...(lost.length > most ? [`${lost.length - most} more`] : [])].join(', ');
  return `the deployment is protected, and the update would remove or replace what stands at ${named}: ${howToTakeOff}`;
};
