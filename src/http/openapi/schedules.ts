/** The routes under /schedules in words and schemas. */

import { backfillChange, backfillListQuery, backfillQuery, backfillRequest } from '../schedules/backfills.ts';
import { scheduleChange, scheduleChangeQuery } from '../schedules/change-schedule.ts';
import { scheduleCreation, scheduleCreationQuery } from '../schedules/schedule-creation.ts';
import { eventListQuery, scheduleListQuery } from '../schedules/schedule-list.ts';
import { change, list, type Operation, one, taggedList } from './operation.ts';

export const scheduleOperations = {
  'schedules/list': {
    summary: 'List schedules',
    description:
      'Those of the caller; of a group that the caller is in, with `userGroup`; all of them, for an administrator. Newest first. ' +
      '`label` lists only those with a label of this name, or `name=value`, all of several; of more than 2,000 schedules the total then counts the others too. ' +
      taggedList,
    query: scheduleListQuery,
    ...list({ json: 'SchedulePage' }),
  },
  'schedules/create': {
    summary: 'Create a schedule',
    description:
      'Each new file that matches `fileExpression` is replicated, recorded and deployed from the template. With ' +
      '`dryRun=true` nothing is made: the answer shows what would happen.',
    query: scheduleCreationQuery,
    body: scheduleCreation,
    ...change,
    answers: { 200: { json: 'ScheduleDryRun' }, 201: { json: 'Schedule' } },
  },
  'schedules/get': { summary: 'Read a schedule', ...one({ json: 'Schedule' }) },
  'schedules/change': {
    summary: 'Suspend or resume a schedule',
    description: 'With `dryRun=true` nothing is changed: the answer shows what would happen.',
    query: scheduleChangeQuery,
    body: scheduleChange(),
    ...change,
    answers: { 200: { json: 'ScheduleChangeDryRun' }, 204: 'nothing' },
  },
  'schedules/delete': {
    summary: 'Delete a schedule',
    description: 'What it deployed stays. With `dryRun=true` nothing is removed: the answer shows what would happen.',
    query: scheduleChangeQuery,
    ...change,
    answers: { 200: { json: 'ScheduleDeletionDryRun' }, 204: 'nothing' },
  },
  'schedules/template': { summary: 'Read the template of a schedule', ...one('text') },
  'schedules/events': {
    summary: 'List the events of a schedule',
    description: `Each with the present state of its deployment. ${taggedList}`,
    query: eventListQuery,
    ...list({ json: 'ScheduleEventPage' }),
  },
  'backfills/list': {
    summary: 'List the backfills of a schedule',
    query: backfillListQuery,
    answers: { 200: { json: 'BackfillPage' } },
  },
  'backfills/create': {
    summary: 'Apply a schedule to the files that are already there',
    description:
      'Each file of the bucket `scope` whose name begins with `prefix` and matches the schedule becomes an event, unless it ' +
      'has one already: also while new files arrive, each file is deployed once. `scope` may be missing when only one ' +
      'bucket can match. With `dryRun=true` nothing is begun: the answer counts the files, as far as one request can.',
    query: backfillQuery,
    body: backfillRequest(),
    ...change,
    answers: { 200: { json: 'BackfillDryRun' }, 201: { json: 'Backfill' } },
  },
  'backfills/get': { summary: 'Read the progress of a backfill', ...one({ json: 'Backfill' }) },
  'backfills/change': {
    summary: 'Stop a backfill',
    description:
      'It begins no further events; those that were begun go on. With `dryRun=true` nothing is changed: the answer shows ' +
      'what would happen.',
    query: backfillQuery,
    body: backfillChange(),
    ...change,
    answers: { 200: { json: 'BackfillChangeDryRun' }, 204: 'nothing' },
  },
} as const satisfies { readonly [name: string]: Operation };
