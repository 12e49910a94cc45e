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

/** The index takes keys of 2,048 bytes, and a character may have four. */
export const creator = patternText('^(me|.{1,300}@[^@]{1,200})$', 'must be "me" or "<subject>@<issuer>"');

/** With commas between them, in any letters; several parameters of the name are one list. */
/** UNKNOWN is one of the original service's, which nothing here ever is. */
const statusName = anyCaseOf([...statuses, 'UNKNOWN']);
const statusRule = `must be a list, with commas, of ${statuses.join(', ')}`;
const statusList = v.pipe(
  patternText(`^ *${statusName} *(, *${statusName} *)*$`, statusRule),
  v.transform((list): readonly Status[] => list.split(',').map((name) => name.trim().toUpperCase() as Status)),
);

/** Those that have ended are a list of their own; whoever wants some of the others names those to leave out. */
const endedStatus = v.pipe(
  patternText(
    `^ *${anyCaseOf(['DELETE_COMPLETE'])} *$`,
    'must be DELETE_COMPLETE, for deployments that have ended; leave it out for those that there are, and use excludedStatus to leave out some',
  ),
  v.transform(() => 'DELETE_COMPLETE' as const),
);

/**
 * `excludedStatus` is an extension that live clients send: a comma list of statuses to leave out (docs/contract/clients.md,
 * "What follows for the service").
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

/** GET /deployments: what this caller asked for, of what he may see. */
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

/** DELETE_COMPLETE is left out of every other list, since what is deleted is gone: excluding it costs nothing. */
const excludedStatuses = (list: readonly Status[] = []): ReadonlySet<Status> =>
  new Set(list.filter((status) => status !== 'DELETE_COMPLETE'));
