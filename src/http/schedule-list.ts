import * as v from 'valibot';
import type { Caller } from '../domain/callers.ts';
import { listingFor } from '../domain/deployments/access.ts';
import { shownTo } from '../domain/deployments/disclosure.ts';
import type { DeploymentsById, ScheduleEvents, Schedules } from '../domain/schedules/ports.ts';
import type { Schedule } from '../domain/schedules/schedule.ts';
import { creator } from './deployment-list.ts';
import { optional } from './fields.ts';
import type { Links } from './links.ts';
import { pageQuery, pageRequest, pageView } from './page.ts';
import { eventView, scheduleItem, scheduleLink, schedulesOf } from './schedule-views.ts';

export const scheduleListQuery = v.object({ ...pageQuery, createdBy: optional(creator) });

export const eventListQuery = v.object(pageQuery);

/** GET /schedules: one's own; for an administrator all, or those of `createdBy`. */
export const scheduleList = async (
  schedules: Pick<Schedules, 'list'>,
  query: v.InferOutput<typeof scheduleListQuery>,
  caller: Caller,
  links: Links,
) => {
  const { createdBy } = query;
  const request = pageRequest(query);
  const scope = listingFor(caller, createdBy);
  if (scope.of !== 'owner' && scope.of !== 'all') throw new Error('a list of schedules is of an owner or of everybody');
  const page = await schedules.list(scope, request);
  return pageView(schedulesOf(links), { createdBy }, request, page, (schedule) => scheduleItem(links, schedule));
};

/** GET /schedules/{schedule_id}/events, each with its deployment as it is now. */
export const eventList = async (
  ports: { readonly scheduleEvents: Pick<ScheduleEvents, 'list'>; readonly deploymentsById: DeploymentsById },
  query: v.InferOutput<typeof eventListQuery>,
  seen: { readonly schedule: Schedule; readonly caller: Caller; readonly links: Links },
) => {
  const { schedule, caller, links } = seen;
  const request = pageRequest(query);
  const page = await ports.scheduleEvents.list(schedule.id, request);
  const deployments = await ports.deploymentsById.findAll(page.content.map(({ deploymentId }) => deploymentId));
  const byId = new Map(deployments.map((deployment) => [deployment.id, shownTo(caller, deployment)]));
  const address = `${scheduleLink(links, schedule.id)}/events`;
  return pageView(address, {}, request, page, (event) => eventView(event, byId.get(event.deploymentId)));
};
