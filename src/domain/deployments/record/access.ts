/**
 * Who may see and do what (docs/contract/silent-points.md, "Who sees", "Who changes" and "Who sees secrets"): the one place
 * that decides.
 */

import type { Caller } from '../../../foundation/caller.ts';
import { ForbiddenError, InvalidError, NotFoundError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { Deployment } from './deployment.ts';

interface DeploymentFinder {
  find(id: string): Promise<Deployment | undefined>;
}

/** What a caller wants with a deployment; `change` and `see-secrets` imply `see`. */
export type Right = 'see' | 'see-secrets' | 'change';

const isOwner = (caller: Caller, owner: Identity): boolean =>
  caller.issuer === owner.issuer && caller.subject === owner.subject;

/** What somebody made, perhaps for a group: a deployment or a schedule. */
export type Owned = Pick<Deployment, 'createdBy' | 'userGroup'>;

/** A group is known by its name at one issuer: the same name elsewhere is another group. */
const isInGroupOf = (caller: Caller, { createdBy, userGroup }: Owned): boolean =>
  caller.issuer === createdBy.issuer && userGroup !== undefined && (caller.groups ?? []).includes(userGroup);

export const mayChange = (caller: Caller, { createdBy }: Owned): boolean =>
  caller.isAdministrator || isOwner(caller, createdBy);

/** Secrets are the log, the extended information, and credentials within a resource's metadata. */
export const maySeeSecrets = mayChange;

export const maySee = (caller: Caller, owned: Owned): boolean => mayChange(caller, owned) || isInGroupOf(caller, owned);

/** UUIDs, in lower case: whatever else is asked for needs no look into the table. */
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => idShape.test(text);

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The deployment, if there is one and the caller may know of it; both cases fail with the same NotFoundError. */
export const visibleDeployment = async (
  deployments: DeploymentFinder,
  id: string,
  caller: Caller,
): Promise<Deployment> => {
  const found = isId(id) ? await deployments.find(id) : undefined;
  if (found && maySee(caller, found)) return found;
  throw new NotFoundError(
    `there is no deployment ${quoted(id)} that you may see; GET /deployments lists those that you may`,
  );
};

const refusals: { readonly [R in Right]: string | undefined } = {
  see: undefined,
  'see-secrets': 'its log and extended information hold secrets, and only the owner or an administrator may read them',
  change: 'only the owner of the deployment or an administrator may change it',
};

/** NotFoundError before ForbiddenError: who may not see a deployment does not learn that it is there. */
export const deploymentFor = async (
  deployments: DeploymentFinder,
  id: string,
  caller: Caller,
  right: Right,
): Promise<Deployment> => {
  const deployment = await visibleDeployment(deployments, id, caller);
  const refusal = refusals[right];
  if (refusal !== undefined && !mayChange(caller, deployment)) throw new ForbiddenError(refusal);
  return deployment;
};

/** ForbiddenError for a group that one is not in, where the issuer tells groups; administrators are in all of them. */
export const requireGroup = (caller: Caller, group: string): void => {
  if (caller.isAdministrator || caller.groups === undefined || caller.groups.includes(group)) return;
  throw new ForbiddenError(`you are not in the group ${quoted(group)}; leave userGroup out or name one of your groups`);
};

/**
 * The deployments a list shows (docs/contract/silent-points.md, "The createdBy filter" and "The userGroup filter"). Without
 * a groups claim nobody can say who is in a group, so a caller's own deployments are all there is to show.
 */
export const listingFor = (caller: Caller, createdBy?: string, userGroup?: string): Scope => {
  if (userGroup !== undefined) requireGroup(caller, userGroup);
  const owner = createdBy === undefined ? undefined : creator(caller, createdBy, userGroup);
  if (userGroup === undefined) return owner ? { of: 'owner', owner } : everything(caller);
  if (owner) return { of: 'owner-in-group', owner, group: userGroup };
  if (caller.isAdministrator) return { of: 'group', ...groupFor(caller, userGroup) };
  if (caller.groups) return { of: 'group', group: userGroup, issuer: caller.issuer };
  return { of: 'owner-in-group', owner: identity(caller), group: userGroup };
};

/** Administrators see all issuers, so they may say whose group they mean: `<group>@<issuer>`. Else it is one of their own. */
const groupFor = ({ issuer }: Caller, userGroup: string): { readonly group: string; readonly issuer: string } => {
  const [, group, elsewhere] = /^(.+)@(https?:\/\/[^@]+)$/s.exec(userGroup) ?? [];
  return group !== undefined && elsewhere !== undefined ? { group, issuer: elsewhere } : { group: userGroup, issuer };
};

const identity = ({ issuer, subject }: Caller): Identity => ({ issuer, subject });

const everything = (caller: Caller): Scope =>
  caller.isAdministrator ? { of: 'all' } : { of: 'owner', owner: identity(caller) };

/** Who is in a group sees all that is made for it, so also what one other member made. */
const creator = (caller: Caller, createdBy: string, userGroup: string | undefined): Identity => {
  if (createdBy === 'me') return identity(caller);
  // subjects may be mail addresses, issuers are URLs
  const [, subject, issuer] = /^(.+)@([^@]+)$/s.exec(createdBy) ?? [];
  if (subject === undefined || issuer === undefined)
    throw new InvalidError(`createdBy is ${quoted(createdBy)}; allowed are "me" and "<subject>@<issuer>"`);
  const owner = { issuer, subject };
  if (caller.isAdministrator || isOwner(caller, owner)) return owner;
  const seesGroup = userGroup !== undefined && caller.groups?.includes(userGroup) === true;
  if (seesGroup && owner.issuer === caller.issuer) return owner;
  throw new ForbiddenError(
    'only an administrator may list all that somebody else made; use createdBy=me, or add the userGroup that you are both in',
  );
};
