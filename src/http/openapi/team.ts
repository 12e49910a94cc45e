/** The routes that serve a team, and not one deployment. */

import { eventListQuery } from '../events/event-list.ts';
import { quotaListQuery } from '../quotas/quota-list.ts';
import type { Operation } from './operation.ts';

export const teamOperations = {
  'events/list': {
    summary: 'List what happened to all deployments',
    description:
      'To those of the caller and of the groups that the caller is in; to all of them, for an administrator. `userGroup` and `createdBy` as in lists of deployments. ' +
      'Newest first, in the order in which they were written; `sort=createdAt,asc` turns it round, `since` leaves out what was written before. Follow `next`: a page costs the same at any depth, and at any number of deployments. ' +
      'An event may be seen some seconds after it was written, so who follows the stream asks from a minute before the newest one on, and knows each event by its `id`. Events stay for 30 days, also when their deployment is gone.',
    query: eventListQuery,
    answers: { 200: { json: 'EventStreamPage' } },
  },
  'quotas/list': {
    summary: 'List what is used of each quota',
    description:
      'Of those of the caller, of the groups that the caller is in, and of the installation, as far as the operator has set them; `createdBy` and `userGroup` as in lists of deployments. ' +
      'Machines, processors, memory, disks, jobs and money count from the moment at which an operation knows its provider. Money is at list prices, and only where they are known.',
    query: quotaListQuery,
    answers: { 200: { json: 'QuotaList' } },
  },
} as const satisfies { readonly [name: string]: Operation };
