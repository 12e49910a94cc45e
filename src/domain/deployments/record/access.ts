/**
 * The only place that decides who may see and do what (docs/contract/silent-points.md, "Who sees", "Who changes" and
 * "Who sees secrets").
 */

import type { Caller } from '../../../foundation/caller.ts';
import { ForbiddenError, InvalidError, NotFoundError } from '../../../foundation/errors.ts';
import { groupFor } from '../../../foundation/group-name.ts';
import { type Identity, identityOf } from '../../../foundation/identity.ts';
import type { Scope } from '../../../foundation/scope.ts';
import type { ApprovalPlace } from '../../approvals/approval.ts';
import type { Deployment } from './deployment.ts';

interface DeploymentFinder {
  find(id: string): Promise<Deployment | undefined>;
}

/** What a caller wants to do with a deployment; each implies `see`; `change` and `see-secrets` do not imply each other. */
export type Right = 'see' | 'see-secrets' | 'change' | 'give';

const isOwner = (caller: Caller, owner: Identity): boolean =>
  caller.issuer === owner.issuer && caller.subject === owner.subject;

/** A deployment or a schedule: its creator, and the group it was made for, if any. */
export type Owned = Pick<Deployment, 'createdBy' | 'userGroup'>;

/** A group name counts at one issuer only: the same name at another issuer is another group. */
const isInGroupOf = (caller: Caller, { createdBy, userGroup }: Owned): boolean =>
  caller.issuer === createdBy.issuer && userGroup !== undefined && (caller.groups ?? []).includes(userGroup);

/** Who manages a group changes what its members made for it (docs/decisions/0090). */
const isManagerOf = (caller: Caller, owned: Owned): boolean =>
  isInGroupOf(caller, owned) && owned.userGroup !== undefined && (caller.manages ?? []).includes(owned.userGroup);

/** Who may take a deployment over: whom its owner has asked, or any member of its group, if nobody by name. */
export const mayAccept = (caller: Caller, deployment: Owned & Pick<Deployment, 'transfer'>): boolean => {
  const { createdBy, transfer } = deployment;
  if (transfer === undefined || isOwner(caller, createdBy) || !isInGroupOf(caller, deployment)) return false;
  return transfer.to === undefined || transfer.to === caller.subject;
};

/** Secrets are the log, the extended information, and credentials within a resource's metadata. */
export const maySeeSecrets = (caller: Caller, { createdBy }: Owned): boolean =>
  caller.isAdministrator || isOwner(caller, createdBy);

/** The new owner reads the secrets of the one before. */
export const mayGive = maySeeSecrets;

export const mayChange = (caller: Caller, owned: Owned): boolean =>
  maySeeSecrets(caller, owned) || isManagerOf(caller, owned);

export const maySee = (caller: Caller, owned: Owned): boolean =>
  maySeeSecrets(caller, owned) || isInGroupOf(caller, owned);

/** Ids are UUIDs in lower case: any other text is no id, so the table need not be read. */
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => idShape.test(text);

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** ForbiddenError for whoever does not administer the installation. */
export const requireAdministrator = ({ isAdministrator }: Caller): void => {
  if (!isAdministrator) throw new ForbiddenError('only administrators of the installation may do this');
};

/** The deployment, if it exists and the caller may see it. Otherwise NotFoundError, the same in both cases. */
export const visibleDeployment = async (
  deployments: DeploymentFinder,
  id: string,
  caller: Caller,
): Promise<Deployment> => {
  const found = isId(id) ? await deployments.find(id) : undefined;
  if (found) return visibleTo(caller, found);
  throw invisible(id);
};

/** NotFoundError for a deployment that the caller may not see, or not any more. */
export const visibleTo = (caller: Caller, deployment: Deployment): Deployment => {
  if (maySee(caller, deployment)) return deployment;
  throw invisible(deployment.id);
};

const invisible = (id: string): NotFoundError =>
  new NotFoundError(`there is no deployment ${quoted(id)} that you may see; GET /deployments lists those that you may`);

const rules: { readonly [R in Right]: { may(caller: Caller, owned: Owned): boolean; readonly refusal: string } } = {
  see: { may: maySee, refusal: 'only the owner, the group and administrators may see the deployment' },
  'see-secrets': {
    may: maySeeSecrets,
    refusal: 'its log and extended information hold secrets, and only the owner or an administrator may read them',
  },
  change: {
    may: mayChange,
    refusal: 'only the owner of the deployment, a manager of its group or an administrator may change it',
  },
  give: { may: mayGive, refusal: 'only the owner of the deployment or an administrator may give it away' },
};

/** Throws NotFoundError before ForbiddenError: a caller who may not see a deployment does not learn that it exists. */
export const deploymentFor = async (
  deployments: DeploymentFinder,
  id: string,
  caller: Caller,
  right: Right,
): Promise<Deployment> => {
  const deployment = await visibleDeployment(deployments, id, caller);
  const { may, refusal } = rules[right];
  if (!may(caller, deployment)) throw new ForbiddenError(refusal);
  return deployment;
};

/**
 * ForbiddenError if the caller is not in the group. Administrators are in every group; without a groups claim nothing
 * is checked.
 */
export const requireGroup = (caller: Caller, group: string): void => {
  if (caller.isAdministrator || caller.groups === undefined || caller.groups.includes(group)) return;
  throw new ForbiddenError(`you are not in the group ${quoted(group)}; leave userGroup out or name one of your groups`);
};

/**
 * The deployments that a list shows (docs/contract/silent-points.md, "The createdBy filter" and "The userGroup
 * filter"). Without a groups claim nobody knows who is in a group, so the list shows only the caller's own deployments.
 */
export const listingFor = (caller: Caller, createdBy?: string, userGroup?: string): Scope => {
  if (userGroup !== undefined) requireGroup(caller, userGroup);
  const owner = createdBy === undefined ? undefined : creator(caller, createdBy, userGroup);
  if (userGroup === undefined) return owner ? { of: 'owner', owner } : everything(caller);
  if (owner) return { of: 'owner-in-group', owner, group: userGroup };
  // they see all issuers, so they may name the issuer of a group
  if (caller.isAdministrator) return { of: 'group', ...groupFor(caller, userGroup) };
  if (caller.groups) return { of: 'group', group: userGroup, issuer: caller.issuer };
  return { of: 'owner-in-group', owner: identityOf(caller), group: userGroup };
};

/** The deployments whose events a list shows: without a filter the caller's own ones, and those of every group that the caller is in. */
export const scopesFor = (caller: Caller, createdBy?: string, userGroup?: string): readonly Scope[] => {
  const scope = listingFor(caller, createdBy, userGroup);
  if (createdBy !== undefined || userGroup !== undefined || caller.isAdministrator) return [scope];
  const groups = [...new Set(caller.groups)];
  return [scope, ...groups.map((group): Scope => ({ of: 'group', group, issuer: caller.issuer }))];
};

/**
 * Whose quotas a caller may see: without a filter one's own, those of one's groups, and those of the installation, which a refusal tells
 * everybody too.
 */
export const quotaScopesFor = (caller: Caller, createdBy?: string, userGroup?: string): readonly Scope[] => {
  if (createdBy !== undefined || userGroup !== undefined) {
    const owner = createdBy === undefined ? [] : [listingFor(caller, createdBy)];
    return userGroup === undefined ? owner : [...owner, listingFor(caller, undefined, userGroup)];
  }
  const groups = [...new Set(caller.groups)];
  return [
    { of: 'owner', owner: identityOf(caller) },
    ...groups.map((group): Scope => ({ of: 'group', group, issuer: caller.issuer })),
    { of: 'all' },
  ];
};

/** A group that may approve: one of the owner's issuer, unless it names another. */
export const approverGroup = (
  { createdBy }: Pick<Owned, 'createdBy'>,
  name: string,
): { readonly group: string; readonly issuer: string } => groupFor(createdBy, name);

/** Whether a caller is in one of the groups. Administrators are in every group. */
export const mayApprove = (caller: Caller, owned: Owned, approvers: readonly string[]): boolean =>
  caller.isAdministrator ||
  approvers.some((name) => {
    const { group, issuer } = approverGroup(owned, name);
    return caller.issuer === issuer && (caller.groups ?? []).includes(group);
  });

/** A group that the caller manages: `<group>@<issuer>`, or one of the caller's issuer. ForbiddenError, the same for a group that nobody is in. */
export const managedGroup = (caller: Caller, name: string): { readonly group: string; readonly issuer: string } => {
  const place = groupFor(caller, name);
  const isOwn = managedGroups(caller).some(({ group, issuer }) => group === place.group && issuer === place.issuer);
  if (caller.isAdministrator || isOwn) return place;
  throw new ForbiddenError(`only managers of the group ${quoted(name)} and administrators may do this`);
};

/** Those that the caller manages by a group of the managers: administrators manage every group besides. */
export const managedGroups = ({ issuer, groups = [], manages = [] }: Caller) =>
  [...new Set(manages)].filter((group) => groups.includes(group)).map((group) => ({ group, issuer }));

/** Whether a caller has asked for the operation: nobody approves what is one's own. */
export const isRequester = (caller: Caller, { createdBy, operation }: Deployment): boolean =>
  isOwner(caller, operation.requestedBy ?? createdBy);

/** Whether a caller may see what of a deployment waits for an approval. */
export const seesApproval = (caller: Caller, deployment: Deployment): boolean => {
  const rules = deployment.operation.approval?.rules ?? [];
  const isApprover = rules.some(({ approvers }) => mayApprove(caller, deployment, approvers));
  return isApprover || maySee(caller, deployment) || isRequester(caller, deployment);
};

/** The deployment, if it has asked for an approval that the caller may see. Otherwise NotFoundError, the same in all cases. */
export const deploymentToApprove = async (
  deployments: DeploymentFinder,
  id: string,
  caller: Caller,
): Promise<Deployment> => {
  const found = isId(id) ? await deployments.find(id) : undefined;
  if (found?.operation.approval && seesApproval(caller, found)) return found;
  throw new NotFoundError(
    `nothing of a deployment ${quoted(id)} waits for an approval that you may see; GET /approvals lists what does`,
  );
};

/** Where what waits is listed for a caller: what one may approve, and what one has asked for. */
export const approvalPlacesFor = (caller: Caller): readonly ApprovalPlace[] => {
  if (caller.isAdministrator) return [{ of: 'all' }];
  const groups = [...new Set(caller.groups)];
  return [
    { of: 'owner', owner: identityOf(caller) },
    ...groups.map((group): ApprovalPlace => ({ of: 'group', group, issuer: caller.issuer })),
  ];
};

const everything = (caller: Caller): Scope =>
  caller.isAdministrator ? { of: 'all' } : { of: 'owner', owner: identityOf(caller) };

/** A member of a group sees everything made for that group, so also what one other member made. */
const creator = (caller: Caller, createdBy: string, userGroup: string | undefined): Identity => {
  if (createdBy === 'me') return identityOf(caller);
  // subjects may be mail addresses, so the last @ separates the issuer, which is a URL
  const [, subject, issuer] = /^(.+)@([^@]+)$/s.exec(createdBy) ?? [];
  if (subject === undefined || issuer === undefined)
    throw new InvalidError(`createdBy is ${quoted(createdBy)}; allowed are "me" and "<subject>@<issuer>"`);
  const owner = { issuer, subject };
  if (caller.isAdministrator || isOwner(caller, owner)) return owner;
  const seesGroup = userGroup !== undefined && caller.groups?.includes(userGroup) === true;
  if (seesGroup && owner.issuer === caller.issuer) return owner;
  throw new ForbiddenError(
    'only an administrator may list everything that another user created; use createdBy=me, or add the userGroup that you are both in',
  );
};
