/** What may be done to a schedule once it is there: PATCH and DELETE, extensions (design section 3, Schedules). */

import * as v from 'valibot';
import type { Files } from '../domain/deployments/ports.ts';
import { deleteSchedule, setScheduleStatus } from '../domain/schedules/change-schedule.ts';
import type { ScheduleEvents, ScheduleIndex, Schedules } from '../domain/schedules/ports.ts';
import { type Schedule, scheduleStatuses } from '../domain/schedules/schedule.ts';
import { isStray } from '../domain/shape/examine.ts';
import { type Answer, noContent, ok } from './answer.ts';
import { dryRunQuery } from './dry-run.ts';

export const scheduleChangeQuery = v.object(dryRunQuery);

const statusRule = `must be ${scheduleStatuses.join(' or ')}`;

/** Only the status can change, so any other member is refused: to ignore it would say that it was changed. */
export const scheduleChange = () =>
  v.strictObject({ status: v.picklist(scheduleStatuses, statusRule) }, (issue) => {
    if (isStray(issue)) return `${othersIn(issue.path?.[0]?.input)} cannot be changed: make another schedule`;
    return issue.path === undefined ? 'must be an object' : statusRule;
  });

const othersIn = (sent: unknown): string =>
  Object.keys((sent ?? {}) as object)
    .filter((name) => name !== 'status')
    .slice(0, 10)
    .map((name) => JSON.stringify(name.slice(0, 40)))
    .join(', ');

interface Input<Body> {
  readonly schedule: Schedule;
  readonly query: v.InferOutput<typeof scheduleChangeQuery>;
  readonly body: Body;
}

type Change = v.InferOutput<ReturnType<typeof scheduleChange>>;

/** PATCH /schedules/{schedule_id}; with `dryRun=true` the status before and after. */
export const changeSchedule =
  (ports: { readonly schedules: Schedules; readonly scheduleIndex: ScheduleIndex }) =>
  async ({ schedule, query, body }: Input<Change>): Promise<Answer> => {
    if (query.dryRun) return ok({ uuid: schedule.id, status: schedule.status, nextStatus: body.status });
    await setScheduleStatus(ports, schedule, body.status);
    return noContent;
  };

const whatStays = 'the deployments that it made stay: delete them by themselves';

/** DELETE /schedules/{schedule_id}; with `dryRun=true` what goes, and what stays. */
export const removeSchedule =
  (ports: { readonly schedules: Schedules; readonly files: Files; readonly scheduleEvents: ScheduleEvents }) =>
  async ({ schedule, query }: Input<unknown>): Promise<Answer> => {
    if (query.dryRun) {
      const first = { page: 0, size: 1, sort: 'createdAt', direction: 'desc' } as const;
      const { totalElements: events } = await ports.scheduleEvents.list(schedule.id, first);
      return ok({ uuid: schedule.id, events, notes: [whatStays] });
    }
    await deleteSchedule(ports, schedule);
    return noContent;
  };
