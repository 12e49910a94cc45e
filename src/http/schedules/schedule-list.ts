import * as v from 'valibot';
import { listingFor, maySee } from '../../domain/deployments/record/access.ts';
import { shownTo } from '../../domain/deployments/record/disclosure.ts';
import { labelCondition } from '../../domain/labels/labels.ts';
import type { DeploymentsById, ScheduleEvents, Schedules } from '../../domain/schedules/ports.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import { scheduleShownTo } from '../../domain/schedules/shown-schedule.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ListVersion } from '../../foundation/page.ts';
import { creator, labelConditions } from '../deployments/deployment-list.ts';
import { optional, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import { eventView, scheduleItem, scheduleLink, schedulesOf } from './schedule-views.ts';

export const scheduleListQuery = v.object({
  ...pageQuery,
  createdBy: optional(creator),
  userGroup: optional(shortText(255)),
  label: optional(labelConditions),
});

export const eventListQuery = v.object(pageQuery);

/** GET /schedules: the caller's own, or those of a group that the caller is in. For an administrator: all. */
export const scheduleList = async (
  schedules: Pick<Schedules, 'list'>,
  query: v.InferOutput<typeof scheduleListQuery>,
  caller: Caller,
  links: Links,
) => {
  const { createdBy, userGroup, label } = query;
  const request = pageRequest(query);
  const conditions = label?.split(',').map(labelCondition) ?? [];
  const page = await schedules.list(listingFor(caller, createdBy, userGroup), request, conditions);
  const seen = { ...page, content: page.content.filter((schedule) => maySee(caller, schedule)) };
  return pageView(schedulesOf(links), { createdBy, userGroup, label }, request, seen, (schedule) =>
    scheduleItem(links, scheduleShownTo(caller, schedule)),
  );
};

export const scheduleListVersion = async (
  schedules: Pick<Schedules, 'listVersion'>,
  { createdBy, userGroup }: v.InferOutput<typeof scheduleListQuery>,
  caller: Caller,
): Promise<readonly ListVersion[]> => [await schedules.listVersion(listingFor(caller, createdBy, userGroup))];

export interface EventListPorts {
  readonly clock: Clock;
  readonly scheduleEvents: Pick<ScheduleEvents, 'list' | 'listVersion'>;
  readonly deploymentsById: DeploymentsById;
}

/** Events, and the deployments that they show: of the owner of the schedule, or of the group within which they may have been given away. */
export const eventListVersion = (
  ports: Pick<EventListPorts, 'scheduleEvents' | 'deploymentsById'>,
  { id, createdBy, userGroup: group }: Schedule,
): Promise<readonly ListVersion[]> =>
  Promise.all([
    ports.scheduleEvents.listVersion(id),
    ports.deploymentsById.versionOf(
      group === undefined ? { of: 'owner', owner: createdBy } : { of: 'group', group, issuer: createdBy.issuer },
    ),
  ]);

/** GET /schedules/{schedule_id}/events. Each event shows the present state of its deployment. */
export const eventList = async (
  ports: Pick<EventListPorts, 'scheduleEvents' | 'deploymentsById'>,
  query: v.InferOutput<typeof eventListQuery>,
  seen: { readonly schedule: Schedule; readonly caller: Caller; readonly links: Links },
) => {
  const { schedule, caller, links } = seen;
  const request = pageRequest(query);
  const page = await ports.scheduleEvents.list(schedule.id, request);
  const deployments = await ports.deploymentsById.findAll(page.content.map(({ deploymentId }) => deploymentId));
  // one that was given away is seen by its new owner and its group
  const visible = deployments.filter((deployment) => maySee(caller, deployment));
  const byId = new Map(visible.map((deployment) => [deployment.id, shownTo(caller, deployment)]));
  const address = `${scheduleLink(links, schedule.id)}/events`;
  return pageView(address, {}, request, page, (event) => eventView(event, byId.get(event.deploymentId)));
};
