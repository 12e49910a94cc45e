import * as v from 'valibot';
import { listingFor, maySee } from '../../domain/deployments/record/access.ts';
import { type Deployment, type Status, statuses } from '../../domain/deployments/record/deployment.ts';
import { shownTo } from '../../domain/deployments/record/disclosure.ts';
import type { EndedDeployments } from '../../domain/deployments/record/ended-records.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { anyCaseOf, optional, patternText, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import { deploymentItem } from './views.ts';

/** Index keys may have 2,048 bytes, and a character may have four. */
export const creator = patternText('^(me|.{1,300}@[^@]{1,200})$', 'must be "me" or "<subject>@<issuer>"');

/** UNKNOWN is a status of the original service. No deployment here ever has it. */
const statusName = anyCaseOf([...statuses, 'UNKNOWN']);
const statusRule = `must be a list, with commas, of ${statuses.join(', ')}`;
/** Statuses with commas between them, in upper or lower case. Several parameters of this name are one list. */
const statusList = v.pipe(
  patternText(`^ *${statusName} *(, *${statusName} *)*$`, statusRule),
  v.transform((list): readonly Status[] => list.split(',').map((name) => name.trim().toUpperCase() as Status)),
);

/** Ended deployments have a list of their own. Clients that want some of the others name the statuses to leave out. */
const endedStatus = v.pipe(
  patternText(
    `^ *${anyCaseOf(['DELETE_COMPLETE'])} *$`,
    'must be DELETE_COMPLETE, for deployments that have ended; leave it out for those that there are, and use excludedStatus to leave out some',
  ),
  v.transform(() => 'DELETE_COMPLETE' as const),
);

/**
 * `excludedStatus` is an extension that live clients send: a list, with commas, of statuses to leave out
 * (docs/contract/clients.md, "What follows for the service").
 */
export const deploymentListQuery = v.object({
  ...pageQuery,
  createdBy: optional(creator),
  userGroup: optional(shortText(255)),
  excludedStatus: optional(statusList),
  status: optional(endedStatus),
});

export interface ListPorts {
  readonly deployments: Pick<Deployments, 'list'>;
  readonly ended: Pick<EndedDeployments, 'list'>;
}

/** GET /deployments: what the caller asked for, as far as the caller may see it. */
export const deploymentList = async (
  { deployments, ended }: ListPorts,
  query: v.InferOutput<typeof deploymentListQuery>,
  caller: Caller,
  links: Links,
) => {
  const { createdBy, userGroup, excludedStatus, status } = query;
  const request = pageRequest(query);
  const scope = listingFor(caller, createdBy, userGroup);
  const page = status
    ? await listEnded(ended, scope, request, excludedStatus)
    : await deployments.list(scope, request, excludedStatuses(excludedStatus));
  const seen = { ...page, content: page.content.filter((deployment) => maySee(caller, deployment)) };
  const filters = { createdBy, userGroup, excludedStatus: excludedStatus?.join(','), status };
  return pageView(links.deployments, filters, request, seen, (deployment) =>
    deploymentItem(links, shownTo(caller, deployment)),
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
 * Every other list leaves DELETE_COMPLETE out anyway, since deleted deployments are gone. So excluding it costs nothing.
 */
const excludedStatuses = (list: readonly Status[] = []): ReadonlySet<Status> =>
  new Set(list.filter((status) => status !== 'DELETE_COMPLETE'));
