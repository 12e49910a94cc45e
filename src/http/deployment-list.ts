import * as z from 'zod';
import type { Caller } from '../domain/callers.ts';
import { listingFor, maySee } from '../domain/deployments/access.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';
import type { Deployments, Page, PageRequest, Scope } from '../domain/deployments/ports.ts';
import { InvalidError } from '../domain/errors.ts';
import { optional, patternText, shortText } from './fields.ts';
import type { Links } from './links.ts';
import { pageQuery, pageRequest, pageView } from './page.ts';
import { shownTo } from './secrets.ts';
import { deploymentItem } from './views.ts';

/** The index takes keys of 2,048 bytes, and a character may have four. */
export const creator = patternText('^(me|.{1,300}@[^@]{1,200})$', 'must be "me" or "<subject>@<issuer>"');

/** `excludedStatus` is an extension that live clients send: a comma list of statuses to leave out (clients.md 1.5). */
export const deploymentListQuery = z.object({
  ...pageQuery,
  createdBy: optional(creator),
  userGroup: optional(shortText(255)),
  excludedStatus: optional(shortText(200)),
});

/** Most deployments that are read to answer a filter for which there is no index. */
const walkLimit = 10_000;

const walkSize = 1000;

/** GET /deployments: what this caller asked for, of what he may see. */
export const deploymentList = async (
  deployments: Pick<Deployments, 'list'>,
  query: z.output<typeof deploymentListQuery>,
  caller: Caller,
  links: Links,
) => {
  const { createdBy, userGroup, excludedStatus } = query;
  const request = pageRequest(query);
  const listing = listingFor(caller, createdBy, userGroup);
  const excluded = excludedStatuses(excludedStatus);
  const keep = (deployment: Deployment) =>
    !excluded.has(deployment.status) && (listing.userGroup ?? deployment.userGroup) === deployment.userGroup;
  const needsWalk = excluded.size > 0 || listing.userGroup !== undefined;
  const page = needsWalk
    ? await walked(deployments, listing.scope, request, keep)
    : await deployments.list(listing.scope, request);
  const seen = { ...page, content: page.content.filter((deployment) => maySee(caller, deployment)) };
  const filters = { createdBy, userGroup, excludedStatus };
  return pageView(links.deployments, filters, request, seen, (deployment) =>
    deploymentItem(links, shownTo(caller, deployment)),
  );
};

/** DELETE_COMPLETE is left out of every list, since what is deleted is gone: excluding it costs nothing. */
const excludedStatuses = (list = ''): ReadonlySet<string> => {
  const names = list.split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== '' && name !== 'DELETE_COMPLETE'));
};

/** A page of a scope of which only some are kept: reads all of it, which is bounded, and counts. */
const walked = async (
  deployments: Pick<Deployments, 'list'>,
  scope: Scope,
  request: PageRequest,
  keep: (deployment: Deployment) => boolean,
): Promise<Page<Deployment>> => {
  const kept: Deployment[] = [];
  const { sort, direction, page, size } = request;
  let next: PageRequest | undefined = { page: 0, size: walkSize, sort, direction };
  while (next) {
    const read: Page<Deployment> = await deployments.list(scope, next);
    if (read.totalElements > walkLimit)
      throw new InvalidError(`the filter would have to look at ${read.totalElements} deployments; at most ${walkLimit} \
are allowed, so ask for one creator (createdBy) or one group (userGroup), and without excludedStatus`);
    kept.push(...read.content.filter(keep));
    next = read.cursor === undefined ? undefined : { ...next, page: next.page + 1, cursor: read.cursor };
  }
  return { content: kept.slice(page * size, (page + 1) * size), totalElements: kept.length };
};
