import { ConflictError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import type { UpdateEffect } from '../updating/update-effect.ts';
import { changeSetting, type OnlyIfUnchanged, requireChangeable } from './change-setting.ts';

interface Protection extends OnlyIfUnchanged {
  readonly isProtected: boolean;
}

const what = 'its protection';

/** Puts the protection of a deployment on or takes it off. Errors as those of `changeSetting`. */
export const protectDeployment = (
  { deployments }: { readonly deployments: Pick<Deployments, 'find' | 'protect'> },
  deployment: Deployment,
  { isProtected, ...condition }: Protection,
): Promise<void> => {
  const isSet = (one: Deployment): boolean => (one.protected ?? false) === isProtected;
  const write = (seen: Deployment): Promise<void> => deployments.protect(seen, isProtected);
  return changeSetting(deployments, deployment, { what, isSet, write }, condition);
};

/** ConflictError when it is being deleted. */
export const requireStaying = (deployment: Deployment): void => requireChangeable(deployment, what);

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
