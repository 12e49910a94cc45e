/** The schema of the view of a deployment: docs/decisions/0040. */

import * as v from 'valibot';
import { attemptStates } from '../../domain/deployments/record/attempt.ts';
import { kinds, statuses, tasks } from '../../domain/deployments/record/deployment.ts';
import { factNames, outlineKinds } from '../../domain/deployments/record/outline.ts';
import { nodeStates } from '../../domain/resources/resource.ts';
import { drift } from './checks.ts';
import { cost } from './costs.ts';
import {
  described,
  identity,
  instant,
  labels,
  officeHours,
  providerCause,
  remains,
  text,
  transfer,
  uuid,
  whole,
} from './parts.ts';

const provider = v.strictObject({
  id: v.string(),
  name: described(v.string(), 'its name in the configuration, else its id'),
  type: described(text, 'OPENSTACK, AWS, KUBERNETES ...'),
  region: text,
});

const place = v.strictObject({ id: v.string(), name: v.string() });

const { provider: failedProvider, ...where } = providerCause;

const failure = v.strictObject({
  provider: failedProvider,
  attempt: described(v.optional(whole), 'number of the attempt'),
  ...where,
  detail: described(text, 'the rest of it; for owner and administrators with the end of the log'),
});

export const outlineNode = v.strictObject({
  name: v.string(),
  type: v.string(),
  kind: v.picklist(outlineKinds),
  count: described(whole, 'instances that the template asks for; 0: the template no longer has it'),
  facts: described(
    v.strictObject(
      Object.fromEntries(factNames.map((name) => [name, text])) as { [N in (typeof factNames)[number]]: typeof text },
    ),
    'what the template asks of it, as texts such as `16 GB`',
  ),
  requirements: v.array(
    v.strictObject({
      name: v.string(),
      node: v.string(),
      as: described(
        v.optional(v.picklist(['host', 'attachment'])),
        'host: it stands on that node; attachment: that node is attached to it; absent: it needs it',
      ),
    }),
  ),
});

const resource = v.strictObject({
  id: uuid,
  node: v.string(),
  state: v.picklist(nodeStates),
  since: described(instant, 'when it entered this state'),
  physicalId: described(text, 'id of the machine within the infrastructure'),
  address: described(text, 'of its machine: the public one, if there is one'),
  machineState: described(text, 'what the provider says of its machine'),
  reason: described(text, 'why an action failed'),
  action: described(v.optional(v.picklist(['start', 'stop'])), 'in progress'),
});

export const deploymentView = described(
  v.strictObject({
    uuid,
    name: described(v.string(), 'its id if it has none'),
    status: v.picklist(statuses),
    task: v.picklist(tasks),
    operation: described(
      v.strictObject({
        id: uuid,
        kind: v.picklist(kinds),
        acceptedAt: instant,
        deadline: v.optional(instant),
        requestedBy: v.optional(identity),
        runs: described(text, 'what of the template it runs, such as `the workflow backup`; absent: it is no such run'),
        moves: described(
          v.optional(v.strictObject({ from: place })),
          'it makes the deployment anew at another provider; what stands at `from` is in force until that is complete',
        ),
      }),
      'in progress, or the last one',
    ),
    provider: described(v.optional(provider), 'that works on it, or is asked now; absent: none yet'),
    attempt: described(
      v.optional(
        v.strictObject({
          number: whole,
          state: v.picklist(attemptStates),
          startedAt: instant,
          deadline: instant,
          providerState: described(text, 'what the provider said last'),
        }),
      ),
      'the latest; absent: none yet',
    ),
    providers: described(
      v.array(place),
      'each provider that was tried, also by earlier operations; events and attempts name it by its id',
    ),
    cause: described(
      v.array(failure),
      'attempts of this operation that failed, in their order, also when a later one succeeded; if the operation failed without one, why',
    ),
    drift: v.optional(drift),
    remains: v.optional(remains),
    cost: v.optional(cost),
    protected: described(
      v.optional(v.boolean()),
      'it cannot be deleted, nor updated so that something is removed or replaced',
    ),
    labels: v.optional(labels),
    expiresAt: described(v.optional(instant), 'when it is deleted; absent: never'),
    officeHours: v.optional(officeHours),
    transfer: v.optional(transfer),
    createdAt: instant,
    changedAt: described(instant, 'of the record or of a resource, whichever changed last'),
    createdBy: identity,
    userGroup: text,
    nodes: described(
      v.optional(v.array(outlineNode)),
      'of the template, in the order of their dependencies; absent with `topology=false`',
    ),
    resources: v.array(resource),
    events: described(whole, 'number of events in the timeline'),
    logPieces: described(whole, 'grows with each piece of the log'),
    may: described(
      v.strictObject({ change: v.boolean(), seeSecrets: v.boolean(), give: v.boolean(), accept: v.boolean() }),
      'what the caller may do; changing includes deleting, and `accept` is to answer `transfer`, before it expires',
    ),
    version: described(v.string(), 'the ETag of `GET /deployments/{deployment_id}`: send it as `If-Match` of a change'),
  }),
  'all that a page about a deployment shows',
);
