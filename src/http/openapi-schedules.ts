/** The routes under /schedules in words and schemas. */

import { type Operation, one } from './openapi-operation.ts';
import { scheduleCreation } from './schedule-creation.ts';
import { scheduleChange } from './schedule-endpoint.ts';
import { eventListQuery, scheduleListQuery } from './schedule-list.ts';

export const scheduleOperations = {
  'schedules/list': {
    summary: 'List schedules',
    description: 'Those of the caller; all of them, for an administrator. Newest first.',
    query: scheduleListQuery,
    answers: { 200: { json: 'SchedulePage' } },
  },
  'schedules/create': {
    summary: 'Create a schedule',
    description: 'Each new file that matches `fileExpression` is replicated, recorded and deployed from the template.',
    body: scheduleCreation({ callbacksToPrivateAddresses: false }),
    answers: { 201: { json: 'Schedule' } },
  },
  'schedules/get': { summary: 'Read a schedule', ...one({ json: 'Schedule' }) },
  'schedules/change': {
    summary: 'Suspend or resume a schedule',
    body: scheduleChange,
    answers: { 204: 'nothing' },
    refusals: [409],
  },
  'schedules/delete': {
    summary: 'Delete a schedule',
    description: 'What it deployed stays.',
    answers: { 204: 'nothing' },
    refusals: [409],
  },
  'schedules/template': { summary: 'Read the template of a schedule', ...one('text') },
  'schedules/events': {
    summary: 'List the events of a schedule',
    query: eventListQuery,
    answers: { 200: { json: 'ScheduleEventPage' } },
  },
} as const satisfies { readonly [name: string]: Operation };
