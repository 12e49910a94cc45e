/** Changes of an existing schedule: PATCH and DELETE, extensions (docs/contract/silent-points.md, "Schedules"). */

import * as v from 'valibot';
import { isId } from '../../domain/deployments/record/access.ts';
import { deleteSchedule, setScheduleStatus } from '../../domain/schedules/change-schedule.ts';
import { requireStaying } from '../../domain/schedules/find-schedule.ts';
import type { ScheduleEvents, ScheduleIndex, Schedules } from '../../domain/schedules/ports.ts';
import { type Schedule, scheduleStatuses } from '../../domain/schedules/schedule.ts';
import { scheduleShownTo } from '../../domain/schedules/shown-schedule.ts';
import type { Caller } from '../../foundation/caller.ts';
import { isStray } from '../../foundation/shape/examine.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, noContent, ok, tagOf } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import type { RequestIds } from '../pipeline/idempotency.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import { isBoundToVersion, ofVersion, requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { scheduleEntity } from './schedule-views.ts';

export const scheduleChangeQuery = v.object(dryRunQuery);

const statusRule = `must be ${scheduleStatuses.join(' or ')}`;

/**
 * Only the status can change. Other members are refused: if they were ignored, the client would believe that they changed.
 */
export const scheduleChange = () =>
  v.strictObject({ status: v.picklist(scheduleStatuses, statusRule) }, (issue) => {
    if (isStray(issue))
      return `has ${othersIn(issue.path?.[0]?.input)}, which cannot be changed: make another schedule`;
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
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof scheduleChangeQuery>;
  readonly body: Body;
  readonly headers: Request['headers'];
  readonly links: Links;
  readonly ids?: RequestIds;
}

/** Of the version that this caller has read. */
const judge = (ports: ViewPorts, { schedule, caller, headers, links }: Input<unknown>): void =>
  requirePreconditions(headers, tagOf(scheduleEntity(ports, links, scheduleShownTo(caller, schedule))) ?? '');

type Change = v.InferOutput<ReturnType<typeof scheduleChange>>;

type ChangePorts = ViewPorts & { readonly schedules: Schedules; readonly scheduleIndex: ScheduleIndex };

/** PATCH /schedules/{schedule_id}. With `dryRun=true` it shows the status before and after. */
export const changeSchedule =
  (ports: ChangePorts) =>
  async (input: Input<Change>): Promise<Answer> => {
    const { schedule, caller, query, body, headers, ids } = input;
    judge(ports, input);
    requireStaying(schedule);
    if (query.dryRun) return ok({ uuid: schedule.id, status: schedule.status, nextStatus: body.status });
    await ofVersion(headers, 'schedule', () =>
      setScheduleStatus(ports, schedule, body.status, { id: ids?.operationId, by: caller }),
    );
    return noContent;
  };

/** The answer if the change was already made, even if the status has changed since. */
export const scheduleChanged =
  ({ schedules }: ChangePorts): Recover =>
  async ({ schedule_id: id = '' }, { operationId }) => {
    const found = isId(id) ? await schedules.find(id) : undefined;
    return found?.keyedChanges?.includes(operationId) ? noContent : undefined;
  };

type RemovalPorts = ViewPorts &
  Parameters<typeof deleteSchedule>[0] & { readonly scheduleEvents: Pick<ScheduleEvents, 'list'> };

const whatStays = 'the deployments that it made stay: delete them by themselves';

/** DELETE /schedules/{schedule_id}. With `dryRun=true` it shows what would be removed, and what stays. */
export const removeSchedule =
  (ports: RemovalPorts) =>
  async (input: Input<unknown>): Promise<Answer> => {
    const { schedule, caller, query, headers } = input;
    judge(ports, input);
    if (query.dryRun) {
      const first = { page: 0, size: 1, sort: 'createdAt', direction: 'desc' } as const;
      const { totalElements: events } = await ports.scheduleEvents.list(schedule.id, first);
      return ok({ uuid: schedule.id, events, notes: [whatStays] });
    }
    const options = { onlyAsSeen: isBoundToVersion(headers), by: caller };
    await ofVersion(headers, 'schedule', () => deleteSchedule(ports, schedule, options));
    return noContent;
  };
