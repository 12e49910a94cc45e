import * as v from 'valibot';
import { listingFor, mayAccept, maySee } from '../../domain/deployments/record/access.ts';
import { type Deployment, type Status, statuses } from '../../domain/deployments/record/deployment.ts';
import { shownTo } from '../../domain/deployments/record/disclosure.ts';
import type { EndedDeployments } from '../../domain/deployments/record/ended-records.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import { composed, nameShown, searchFor } from '../../domain/deployments/record/searched.ts';
import { conditionsPattern, labelCondition } from '../../domain/labels/labels.ts';
import type { Caller } from '../../foundation/caller.ts';
import { InvalidError } from '../../foundation/errors.ts';
import type { ListVersion, Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { anyCaseOf, flag, optional, patternText, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import { itemWith } from './views.ts';

/** Index keys may have 2,048 bytes, and a character may have four. */
export const creator = patternText('^(me|.{1,300}@[^@]{1,200})$', 'must be "me" or "<subject>@<issuer>"');

/** Statuses with commas between them, in upper or lower case. Several parameters of this name are one list. */
const statusList = (names: readonly string[]) => {
  const one = anyCaseOf(names);
  return v.pipe(
    patternText(`^ *${one} *(, *${one} *)*$`, `must be a list, with commas, of ${statuses.join(', ')}`),
    v.transform((list): readonly Status[] => list.split(',').map((name) => name.trim().toUpperCase() as Status)),
  );
};

/** A name, or name=value; several of them with commas, or as several parameters: all of them. */
export const labelConditions = patternText(
  conditionsPattern,
  'must be the name of a label, or name=value; several with commas between them',
);

/**
 * `excludedStatus` is an extension that live clients send: a list, with commas, of statuses to leave out
 * (docs/contract/clients.md, "What follows for the service"). UNKNOWN is a status of the original service. No deployment
 * here ever has it. `status` has those that are wanted; ended deployments have a list of their own.
 */
export const deploymentListQuery = v.object({
  ...pageQuery,
  createdBy: optional(creator),
  userGroup: optional(shortText(255)),
  excludedStatus: optional(statusList([...statuses, 'UNKNOWN'])),
  status: optional(statusList(statuses)),
  name: optional(shortText(100)),
  q: optional(shortText(200)),
  drift: optional(flag),
  cost: optional(flag),
  label: optional(labelConditions),
  offered: optional(flag),
});

export interface ListPorts {
  readonly deployments: Pick<Deployments, 'list'>;
  readonly ended: Pick<EndedDeployments, 'list'>;
}

type Query = v.InferOutput<typeof deploymentListQuery>;

/** GET /deployments: what the caller asked for, as far as the caller may see it. */
export const deploymentList = async ({ deployments, ended }: ListPorts, query: Query, caller: Caller, links: Links) => {
  const { createdBy, userGroup, excludedStatus, status, name, q, drift, cost, label, offered } = query;
  if (offered) requireGroupNamed(query);
  const request = pageRequest(query);
  const scope = listingFor(caller, createdBy, userGroup);
  const page = asksForEnded(query)
    ? await listEnded(ended, scope, request, excludedStatus)
    : await deployments.list(scope, request, wantedBy(caller, query), label?.split(',').map(labelCondition));
  const seen = { ...page, content: page.content.filter((deployment) => maySee(caller, deployment)) };
  const filters = {
    createdBy,
    userGroup,
    excludedStatus: excludedStatus?.join(','),
    status: status?.join(','),
    name,
    q,
    label,
    ...(drift !== undefined && { drift: `${drift}` }),
    ...(cost !== undefined && { cost: `${cost}` }),
    ...(offered !== undefined && { offered: `${offered}` }),
  };
  return pageView(links.deployments, filters, request, seen, (deployment) =>
    itemWith({ drift, cost, offered }, links, shownTo(caller, deployment)),
  );
};

/** InvalidError without a group: of what others have, the caller sees that of groups alone, and only such can be given away. */
const requireGroupNamed = ({ userGroup }: Query): void => {
  if (userGroup === undefined)
    throw new InvalidError(
      'the query: offered=true lists what of a group is offered to you; name it with userGroup, and ask once for each group that you are in',
    );
};

/** Undefined: ended deployments leave their list when they expire, which nothing tells. */
export const deploymentListVersion = async (
  { deployments }: VersionPorts,
  query: Query,
  caller: Caller,
): Promise<readonly ListVersion[] | undefined> =>
  asksForEnded(query)
    ? undefined
    : [await deployments.listVersion(listingFor(caller, query.createdBy, query.userGroup))];

interface VersionPorts {
  readonly deployments: Pick<Deployments, 'listVersion'>;
}

/** InvalidError for filters that the list of ended deployments does not have. */
const asksForEnded = ({ status = [], name, q, label, offered }: Query): boolean => {
  if (!status.includes('DELETE_COMPLETE')) return false;
  if (new Set(status).size === 1 && [name, q, label, offered || undefined].every((one) => one === undefined))
    return true;
  throw new InvalidError(
    'the query: status=DELETE_COMPLETE lists the deployments that have ended, and takes no other status, no name, no q, no label and no offered',
  );
};

const listEnded = async (
  ended: ListPorts['ended'],
  scope: Scope,
  request: PageRequest,
  excluded: readonly Status[] = [],
): Promise<Page<Deployment>> =>
  excluded.includes('DELETE_COMPLETE') ? { content: [], totalElements: 0 } : ended.list(scope, request);

/**
 * Undefined: all of them, which costs least. Every list leaves DELETE_COMPLETE out anyway, since deleted deployments are
 * gone. So excluding it costs nothing.
 */
const wantedBy = (
  caller: Caller,
  { excludedStatus = [], status, name, q, offered }: Query,
): ((deployment: Deployment) => boolean) | undefined => {
  const excluded = new Set(excludedStatus.filter((one): one is Status => one !== 'DELETE_COMPLETE'));
  const included = status && new Set(status);
  const wanted = name && composed(name);
  const filters: readonly (false | ((deployment: Deployment) => boolean))[] = [
    excluded.size > 0 && ((one) => !excluded.has(one.status)),
    included !== undefined && ((one) => included.has(one.status)),
    wanted !== undefined && ((one) => composed(nameShown(caller, one)) === wanted),
    q !== undefined && searchFor(caller, q),
    offered === true && ((one) => mayAccept(caller, one) && one.status !== 'DELETE_IN_PROGRESS'),
  ];
  const set = filters.filter((filter) => filter !== false);
  return set.length === 0 ? undefined : (one) => set.every((filter) => filter(one));
};
