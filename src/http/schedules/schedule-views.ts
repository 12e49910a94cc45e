/** Schedules and events as the contract shows them (docs/contract/api.md, "Schedule" and "Schedule event"). */

import type { Shown } from '../../domain/deployments/record/disclosure.ts';
import { givenOf } from '../../domain/deployments/record/given.ts';
import type { Schedule, ScheduleEvent } from '../../domain/schedules/schedule.ts';
import { dateTime, embeddedDeployment, type ViewPorts } from '../deployments/views.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import type { Links } from '../pipeline/links.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const schedulesOf = ({ base }: Links): string => `${base}/schedules`;

export const scheduleLink = (links: Links, id: string): string => `${schedulesOf(links)}/${id}`;

const fields = (links: Links, schedule: Schedule, withCreator: boolean): BodyOf<'Schedule'> => ({
  uuid: schedule.id,
  creationTime: dateTime(schedule.createdAt),
  updateTime: dateTime(schedule.updatedAt),
  status: schedule.status,
  ...(schedule.statusReason !== undefined && { statusReason: schedule.statusReason }),
  ...(schedule.notes && { notes: schedule.notes }),
  replicationExpression: schedule.replicationExpression,
  fileExpression: schedule.fileExpression,
  numberOfReplicas: schedule.numberOfReplicas,
  ...(schedule.protected && { protected: true }),
  ...givenOf(schedule),
  ...(withCreator && { createdBy: { issuer: schedule.createdBy.issuer, subject: schedule.createdBy.subject } }),
  links: [{ rel: 'self', href: scheduleLink(links, schedule.id) }],
});

/** The answer of POST, of GET for one schedule, and of PATCH. */
export const scheduleEntity = ({ createdByEverywhere }: ViewPorts, links: Links, schedule: Schedule): Answer =>
  entity(fields(links, schedule, createdByEverywhere), schedule.updatedAt);

export const scheduleItem = (links: Links, schedule: Schedule) => fields(links, schedule, true);

/** `deployment` is absent before it is created, and after it was deleted. `statusReason` is an extension. */
export const eventView = (event: ScheduleEvent, deployment: Shown | undefined): BodyOf<'ScheduleEvent'> => ({
  uuid: event.id,
  creationTime: dateTime(event.createdAt),
  updateTime: dateTime(event.updatedAt),
  ...(deployment && { deployment: embeddedDeployment(deployment) }),
  scope: event.scope,
  name: event.name,
  replicationStatus: event.replicationStatus,
  ...(event.reason !== undefined && { statusReason: event.reason }),
  links: [],
});
