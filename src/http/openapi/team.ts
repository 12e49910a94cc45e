/** The routes that serve a team, and those with which it bounds one deployment. */

import { decision, decisionQuery } from '../approvals/approvals.ts';
import { costListQuery } from '../costs/cost-list.ts';
import { settingQuery } from '../deployments/settings.ts';
import { eventListQuery } from '../events/event-list.ts';
import { officeHoursBody } from '../office-hours/office-hours.ts';
import { quotaListQuery } from '../quotas/quota-list.ts';
import { transferAnswer, transferBody } from '../transfers/transfers.ts';
import { webhookChange, webhookListQuery, webhookName, webhookQuery } from '../webhooks/webhooks.ts';
import { change, type Operation, one } from './operation.ts';

export const teamOperations = {
  'events/list': {
    summary: 'List what happened to all deployments, and to schedules',
    description:
      'To those of the caller and of the groups that the caller is in; to all of them, for an administrator. `userGroup` and `createdBy` as in lists of deployments. ' +
      'Newest first, in the order in which they were written; `sort=createdAt,asc` turns it round, `since` leaves out what was written before. Follow `next`: a page costs the same at any depth, and at any number of deployments. ' +
      'An event may be seen some seconds after it was written, so who follows the stream asks from a minute before the newest one on, and knows each event by its `id`. Events stay for 30 days, also when their deployment is gone. ' +
      'With `schedules=true` also what happened to schedules: each such event has `schedule` instead of `deployment`. With `installation=true` administrators also read what was switched for the installation, with `installation`: the pause, a provider that drains, the stop of moves.',
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
  'costs/list': {
    summary: 'List what the deployments of each group cost',
    description:
      'Those that stand, of the caller and of the groups that the caller is in; of everybody, for an administrator. `createdBy` and `userGroup` as in lists of deployments. ' +
      'At the list prices of the plans that were carried out, while all of it runs; where no price is known, it says so.',
    query: costListQuery,
    answers: { 200: { json: 'CostList' } },
  },
  'approvals/list': {
    summary: 'List what waits for an approval',
    description:
      'Operations that the caller may approve, and those that the caller has asked for; for administrators all of them. At most 200, what waits the longest first.',
    answers: { 200: { json: 'ApprovalList' } },
  },
  'approvals/get': {
    summary: 'Read what waits for an approval, with its plan',
    description:
      'For who may approve it, and who may see the deployment. `plans` has what would be done at each provider that may be tried, in their order, with `********` in the place of secrets.',
    answers: { 200: { json: 'ApprovalWithPlans' } },
  },
  'approvals/decide': {
    summary: 'Approve an operation that waits, or refuse it',
    description:
      'Somebody of the groups that a rule names, who has not asked for the operation, approves it; `digest` names the plan that was read, and another one is not decided about. ' +
      'Once each rule has its approval the operation goes on; a refusal ends it, with the comment as its reason, and is also open to the owner and to who has asked. With `dryRun=true` nothing is decided.',
    query: decisionQuery,
    body: decision(),
    ...change,
    answers: { 200: { json: 'Approval' } },
  },
  'office-hours/change': {
    summary: 'Change when the machines of a deployment run',
    description:
      'The machines start and stop by the calendar, by an action as anybody may ask for, up to five minutes late. What somebody has started or ' +
      'stopped by hand is left as it is until the next local day. `{"officeHours": null}` takes the hours away, and leaves the machines as ' +
      'they are. The change has a new ETag. With `dryRun=true` nothing is changed, and the answer says what would come next.',
    query: settingQuery,
    body: officeHoursBody(),
    ...change,
    answers: { 200: { json: 'OfficeHoursDryRun' }, 204: 'nothing' },
  },
  'transfers/ask': {
    summary: 'Ask somebody to take a deployment over, or take the question back',
    description:
      'By its owner or an administrator. `to` is the subject of a member of its group, who may then accept; without it any member may, and the first one is its owner. ' +
      '`ttl` says how long, a week if it says nothing. `{"transfer": null}` takes the question back. Until it is accepted nothing changes but the ETag. With `dryRun=true` nothing is asked.',
    query: settingQuery,
    body: transferBody(),
    ...change,
    answers: { 200: { json: 'TransferDryRun' }, 204: 'nothing' },
  },
  'transfers/answer': {
    summary: 'Take a deployment over, or decline',
    description:
      'By who is asked. From then on it is theirs: in lists, quotas and costs, and with their authorization at the providers; they read its inputs, log and secrets. Its callback is taken out. ' +
      'While an operation is in progress it is 409, and where it would exceed a quota of theirs. With `dryRun=true` nothing is changed.',
    query: settingQuery,
    body: transferAnswer(),
    ...change,
    answers: { 200: { json: 'TransferAnswerDryRun' }, 204: 'nothing' },
  },
  'webhooks/list': {
    summary: 'List the webhooks of groups',
    description:
      'What the managers of the groups have subscribed that the caller manages; of all groups for an administrator. Those of the operator are in the configuration. With `deliveries=true` each has its `delivery`: whether the latest event was taken, how many tries have failed since one was, and why. Then its ETag changes with each try.',
    query: webhookListQuery,
    ...one({ json: 'WebhookList' }),
  },
  'webhooks/change': {
    summary: 'Subscribe a webhook for a group, change it, or take it away',
    description:
      'By managers of the group and administrators, where the operators allow it (409 otherwise). It is told what happens to the deployments and schedules of the group, and nothing else: docs/events.md. The answer to a new one has its `secret`, which is never shown later; ' +
      'a change keeps it. `{"webhook": null}` takes it away, and nothing more is sent. A group has at most 5. `If-Match` is about GET /webhooks without `deliveries`. With `dryRun=true` nothing changes.',
    path: { name: { type: 'string', pattern: webhookName } },
    query: webhookQuery,
    body: webhookChange,
    ...change,
    answers: { 200: { json: 'WebhookDryRun' }, 201: { json: 'WebhookSubscribed' }, 204: 'nothing' },
  },
} as const satisfies { readonly [name: string]: Operation };
