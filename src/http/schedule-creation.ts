import * as z from 'zod';
import type { Caller } from '../domain/callers.ts';
import { type CreateSchedulePorts, createSchedule } from '../domain/schedules/create-schedule.ts';
import { created } from './answer.ts';
import { type CreationPorts, creation, creationRequest } from './creation.ts';
import { wholeNumber } from './fields.ts';
import type { Links } from './links.ts';
import { scheduleEntity, scheduleLink } from './schedule-views.ts';
import type { ViewPorts } from './views.ts';

const expression = z.string('must be a text').min(1, 'must not be empty');

/** interface.md, Create schedule; a userGroup means nothing. */
export const scheduleCreation = (ports: CreationPorts) =>
  creation(ports).safeExtend({
    fileExpression: expression,
    replicationExpression: expression,
    numberOfReplicas: wholeNumber(1),
  });

type ScheduleCreation = z.output<ReturnType<typeof scheduleCreation>>;

/** POST /schedules */
export const postSchedule =
  (ports: CreationPorts & ViewPorts & CreateSchedulePorts) =>
  async ({
    body,
    caller,
    links,
  }: {
    readonly body: ScheduleCreation;
    readonly caller: Caller;
    readonly links: Links;
  }) => {
    const { fileExpression, replicationExpression, numberOfReplicas } = body;
    const { owner: _, ...request } = creationRequest({ ...body, userGroup: undefined }, caller);
    const rule = { fileExpression, replicationExpression, numberOfReplicas };
    const schedule = await createSchedule(ports, { ...request, ...rule }, caller);
    return created(scheduleEntity(ports, links, schedule), scheduleLink(links, schedule.id));
  };
