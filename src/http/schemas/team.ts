/** Answers of the routes that serve a team, and not one deployment. */

import * as v from 'valibot';
import { ways } from '../../domain/changes/change.ts';
import { deployerKinds } from '../../domain/deployers/kinds.ts';
import { statuses } from '../../domain/deployments/record/deployment.ts';
import { streamKinds } from '../../domain/deployments/record/event-stream.ts';
import { nodeChanges, operations, policyKinds } from '../../domain/policies/plan.ts';
import { limitNames } from '../../domain/quotas/quota.ts';
import { described, identity, instant, links, text, uuid, whole } from './parts.ts';
import { deploymentStreamEvent, installationStreamEvent, scheduleStreamEvent, streamEvent } from './progress.ts';

const amount = v.pipe(v.number(), v.minValue(0));

const quotaUse = described(
  v.strictObject({
    of: v.picklist(['user', 'group', 'installation']),
    name: described(text, 'of a user `<subject>@<issuer>`; of the installation none'),
    limit: v.picklist(limitNames),
    most: described(amount, 'what is allowed'),
    used: described(amount, 'now; of `jobsPerDay` and `backfillsPerDay` since midnight, UTC'),
    left: amount,
  }),
  'a quota that the operator has set',
);

const decision = {
  by: identity,
  at: instant,
  comment: text,
};

const approval = {
  deployment: v.strictObject({
    uuid,
    name: text,
    userGroup: text,
    createdBy: identity,
    status: v.picklist(statuses),
  }),
  operation: described(v.string(), 'id of the operation that waits'),
  requestedBy: described(v.optional(identity), 'who has asked for it, and may not approve it'),
  message: described(text, 'why, in the words of who asked'),
  state: v.picklist(['waiting', 'approved', 'refused']),
  since: instant,
  expiresAt: described(instant, 'then the operation fails, if nobody has approved'),
  digest: described(v.string(), 'names the plan: POST /approvals/{deployment_id} takes it'),
  hourly: described(v.optional(amount), 'USD at list prices, at the most expensive provider; absent: not known'),
  rules: v.array(
    v.strictObject({
      rule: v.string(),
      message: v.string(),
      approvers: described(v.array(v.string()), 'groups of which one member has to approve'),
    }),
  ),
  approvals: v.array(v.strictObject({ ...decision, rules: v.array(v.string()) })),
  refusal: v.optional(v.strictObject(decision)),
};

const known = v.optional(amount);
const person = v.strictObject({ issuer: v.string(), subject: v.string() });

/** As rules see it: docs/policies.md. */
const plan = v.strictObject({
  operation: v.picklist(operations),
  user: person,
  owner: person,
  group: v.string(),
  name: v.string(),
  labels: v.record(v.string(), v.string()),
  provider: v.strictObject({
    ...{ id: text, name: text, type: text, region: text },
    deployer: v.optional(v.picklist(deployerKinds)),
  }),
  nodes: v.array(
    v.strictObject({
      ...{ name: v.string(), type: v.string(), types: v.array(v.string()), kind: v.picklist(policyKinds) },
      ...{
        count: whole,
        most: v.optional(whole),
        change: v.picklist(nodeChanges),
        size: text,
        cpus: known,
        memory: known,
        disk: known,
      },
      ...{ gpus: known, image: text, region: text, public: v.boolean(), hourly: known },
      ports: v.array(v.strictObject({ protocol: v.string(), from: v.number(), to: v.number(), source: v.string() })),
      properties: v.record(v.string(), v.unknown()),
    }),
  ),
  removed: v.array(v.strictObject({ name: v.string(), type: v.string(), types: v.array(v.string()), count: whole })),
  changes: v.array(v.strictObject({ node: v.string(), property: v.string(), how: v.picklist(ways) })),
  total: v.strictObject({ instances: whole, cpus: known, memory: known, disk: known, gpus: known }),
  cost: v.strictObject({ hourly: known, monthly: known, most: known }),
});

const waiting = described(
  v.strictObject(approval),
  'an operation that waits, or has waited, for an approval of its plan',
);

const webhook = {
  name: described(v.string(), 'unique in its group'),
  userGroup: v.string(),
  issuer: described(v.string(), 'of the group'),
  url: described(v.string(), 'its origin only: what follows may be a secret of the receiver'),
  form: v.picklist(['toscanini', 'cloudevents']),
  kinds: described(v.optional(v.array(v.picklist(streamKinds))), 'of events that it is told; absent: all'),
  createdBy: identity,
  createdAt: instant,
};

const webhookDelivery = described(
  v.strictObject({
    state: described(
      v.picklist(['delivered', 'failing', 'given-up']),
      'of the last try; `failing`: others follow; `given-up`: that event is not sent any more',
    ),
    at: described(instant, 'of the last try'),
    deliveredAt: described(v.optional(instant), 'when it last took one'),
    failingSince: described(v.optional(instant), 'of the first try that failed since then'),
    failedTries: described(v.optional(whole), 'how many have failed since then'),
    reason: described(v.optional(text), 'why the last one failed'),
  }),
  'what became of the latest events; absent without `deliveries=true`, and where there was none for 30 days',
);
const listedWebhook = v.strictObject({ ...webhook, delivery: v.optional(webhookDelivery) });

export const teamSchemas = {
  Webhook: described(listedWebhook, 'what the managers of a group have subscribed'),
  WebhookList: v.strictObject({ webhooks: v.array(listedWebhook) }),
  WebhookSubscribed: v.strictObject({
    ...webhook,
    secret: described(text, 'the key of its signatures, shown this once; absent: nothing is signed here'),
  }),
  WebhookDryRun: described(
    v.strictObject({ webhook: v.boolean(), nextWebhook: v.boolean() }),
    'whether there is one of the name, before and after',
  ),
  Approval: waiting,
  ApprovalPlan: described(plan, 'what would be done at one provider, as rules see it'),
  ApprovalWithPlans: v.strictObject({ ...approval, plans: v.array(plan) }),
  ApprovalList: v.strictObject({ approvals: v.array(waiting) }),
  DeploymentStreamEvent: deploymentStreamEvent,
  ScheduleStreamEvent: scheduleStreamEvent,
  InstallationStreamEvent: installationStreamEvent,
  StreamEvent: streamEvent,
  EventStreamPage: v.strictObject({ links, content: v.array(streamEvent) }),
  QuotaUse: quotaUse,
  QuotaList: v.strictObject({ quotas: v.array(quotaUse) }),
};
