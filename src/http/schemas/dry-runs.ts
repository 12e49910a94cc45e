/** Schemas of the answers of dry runs. Each has the same name in the OpenAPI description. */

import * as v from 'valibot';
import { ways } from '../../domain/changes/change.ts';
import { plannedActions } from '../../domain/deployers/preview.ts';
import { attemptStates } from '../../domain/deployments/record/attempt.ts';
import { statuses } from '../../domain/deployments/record/deployment.ts';
import { effects } from '../../domain/policies/rule.ts';
import { nodeStates } from '../../domain/resources/resource.ts';
import { backfillStatuses } from '../../domain/schedules/backfill.ts';
import { scheduleStatuses } from '../../domain/schedules/schedule.ts';
import { resolvedFrom } from '../../tosca/resolved-imports.ts';
import { finding } from './checks.ts';
import {
  described,
  estimate,
  identity,
  instant,
  labels,
  officeHours,
  problem,
  text,
  transfer,
  uuid,
  whole,
} from './parts.ts';

const values = v.record(v.string(), v.unknown());

/** An object that may have other members too. */
const atLeast = <Entries extends v.ObjectEntries>(entries: Entries) => v.objectWithRest(entries, v.unknown());

const topology = described(
  v.strictObject({
    version: v.string(),
    inputs: values,
    nodes: v.array(atLeast({ name: v.string(), type: v.string(), count: whole })),
    outputs: v.array(atLeast({ name: v.string(), deferred: v.boolean() })),
    policies: v.array(atLeast({ name: v.string(), type: v.string() })),
  }),
  'the template with all that is known of it before it is deployed; `********` in the place of a secret',
);

const dryRunResources = v.array(
  v.strictObject({
    toscaNodeName: v.string(),
    toscaNodeType: v.string(),
    state: v.picklist(nodeStates),
    requiredBy: described(v.array(v.string()), 'names of nodes'),
  }),
);

const warnings = v.array(problem);

export const imports = described(
  v.optional(
    v.array(
      v.strictObject({
        address: v.string(),
        taken: v.picklist(resolvedFrom),
        file: v.optional(v.string()),
        because: v.string(),
      }),
    ),
  ),
  'imports that more than one file could have answered, and the one that was taken; absent: there are none',
);

const provider = { id: v.string(), name: v.string() };

export const change = v.strictObject({
  node: v.string(),
  property: described(v.string(), 'its path within the node template'),
  old: described(v.optional(v.unknown()), 'absent: it had no value'),
  new: described(v.optional(v.unknown()), 'absent: it is to have none'),
  how: described(
    v.picklist(ways),
    'altered: by the provider, on the machine as it stands; replaced: the machine is removed and made anew; made: for machines ' +
      'that are still to be made; configured: the configuration is run again; scaled: instances are added or removed; kept: what was there ' +
      'stays; refused: the update would be refused',
  ),
  why: text,
});

const plannedResource = v.strictObject({
  name: described(v.string(), 'in the words of the deployer, such as a logical id of CloudFormation'),
  type: v.string(),
  node: text,
  physicalId: text,
  action: v.picklist(plannedActions),
  why: described(v.optional(v.string()), 'what changes, and what of that cannot be changed on what exists'),
});

const cost = v.strictObject(estimate);

const preview = {
  plan: described(
    v.optional(v.array(plannedResource)),
    'what happens to each resource of the cloud; absent: this provider cannot tell',
  ),
  cost: described(v.optional(cost), 'an estimate, while all of it stands; absent: this provider cannot tell'),
};

const violations = {
  policies: described(
    v.optional(
      v.array(
        v.strictObject({
          rule: v.string(),
          effect: v.picklist(effects),
          message: v.string(),
          node: text,
          provider: described(text, 'where the rule applies'),
          approvers: described(v.optional(v.array(v.string())), 'groups that may approve; only of effect approval'),
          failed: described(v.optional(v.literal(true)), 'the rule could not be evaluated, so it denies'),
        }),
      ),
    ),
    'what rules of the installation say; a provider at which one denies is not tried, and an update that one denies is refused. Absent: there are no rules',
  ),
};

const updateDryRun = described(
  v.strictObject({
    provider: described(v.optional(v.strictObject(provider)), 'the one that keeps the deployment'),
    topology,
    resources: dryRunResources,
    difference: v.strictObject({
      added: dryRunResources,
      removed: v.array(v.strictObject({ uuid, toscaNodeName: v.string(), toscaNodeType: v.string() })),
    }),
    changes: described(v.array(change), 'every changed property of the nodes that stay'),
    accepted: described(
      v.boolean(),
      'false: one of the changes, or a rule of the installation, would have the update refused',
    ),
    ...preview,
    operations: described(
      v.optional(v.array(v.strictObject({ node: v.string(), operation: v.string(), why: v.string() }))),
      'operations of the template that run on machines that stand, and why; absent: this provider cannot tell',
    ),
    notes: described(v.optional(v.array(v.string())), 'why there is no plan'),
    warnings,
    imports,
    ...violations,
  }),
  'what an update would do',
);

/** Of what stands and is to be adopted. */
const adoption = described(
  v.optional(
    v.strictObject({
      provider: described(v.string(), 'id of the provider'),
      physicalId: described(v.string(), 'id of the infrastructure'),
      fits: described(v.boolean(), 'false: the service would refuse the adoption (409)'),
      findings: described(
        v.array(finding),
        'what differs from the template: `old` is what the template asks for, `new` what stands; ignored: a difference that refuses nothing',
      ),
      notComparable: described(v.array(v.string()), 'what the provider cannot compare'),
    }),
  ),
  'what stands, compared with the template; only with `adopt`',
);

const dryRun = described(
  v.strictObject({
    topology,
    resources: dryRunResources,
    candidates: described(
      v.array(v.strictObject({ ...provider, score: text, ...preview })),
      'providers that would be tried, best first',
    ),
    dropped: described(
      v.array(v.strictObject({ ...provider, reason: v.string() })),
      'providers that would not be tried, and why',
    ),
    notes: described(v.array(v.string()), 'problems of the ranking that did not stop it'),
    warnings,
    imports,
    ...violations,
    adoption,
  }),
  'what a creation would do',
);

const knownResource = {
  uuid,
  toscaNodeName: v.string(),
  toscaNodeType: v.string(),
  state: v.picklist(nodeStates),
  physicalId: text,
};

const notes = described(v.array(v.string()), 'further notes, as text');

const infrastructures = v.array(
  v.strictObject({ attempt: whole, provider: v.string(), physicalId: text, state: v.picklist(attemptStates) }),
);

const retry = described(
  v.union([
    v.strictObject({ retries: v.literal('kept'), update: updateDryRun }),
    v.strictObject({
      retries: v.literal('anew'),
      creation: dryRun,
      infrastructures: described(infrastructures, 'what the failed creation left, which is removed first'),
    }),
  ]),
  'what a retry would do: `kept` completes what stands, `anew` makes all of it',
);

const move = described(
  v.strictObject({
    accepted: described(v.boolean(), 'false: the service would refuse the move, and `why` says the reason'),
    why: text,
    provider: described(text, 'id of the provider that it would leave; absent: it is at none'),
    outage: described(
      v.optional(v.strictObject({ since: instant, seenAt: instant })),
      'since when the provider gives no answer, and when that was last seen; absent: it has answered the last check, or was not checked',
    ),
    creation: described(dryRun, 'what would be made, and where, best first'),
  }),
  'where a deployment would move, and why not',
);

const deletion = described(
  v.strictObject({
    status: v.picklist(statuses),
    resources: v.array(v.strictObject(knownResource)),
    infrastructures: described(infrastructures, 'what may exist at providers and would be destroyed'),
    notes,
  }),
  'what a deletion would do',
);

const reset = described(
  v.strictObject({ status: v.picklist(statuses), resources: v.array(v.strictObject(knownResource)) }),
  'what a reset would do',
);

const action = described(
  v.strictObject({ ...knownResource, action: v.picklist(['start', 'stop']), nextState: v.picklist(nodeStates) }),
  'what an action would do',
);

const schedule = described(
  v.strictObject({
    storageElements: v.array(v.strictObject({ name: v.string(), bucket: v.string() })),
    resources: dryRunResources,
    warnings,
    notes: described(
      v.array(v.string()),
      'what rules of the installation say, and where its jobs may write files that it waits for',
    ),
  }),
  'what a schedule would do',
);

const scheduleStatus = v.picklist(scheduleStatuses);

export const dryRunSchemas = {
  CreationDryRun: dryRun,
  Topology: topology,
  UpdateDryRun: updateDryRun,
  RetryDryRun: retry,
  MoveDryRun: move,
  DeletionDryRun: deletion,
  ResetDryRun: reset,
  ProtectionDryRun: v.strictObject({ protected: v.boolean(), nextProtected: v.boolean() }),
  LabelsDryRun: v.strictObject({ labels, nextLabels: labels }),
  LifetimeDryRun: v.strictObject({ expiresAt: v.optional(instant), nextExpiresAt: v.optional(instant) }),
  TransferDryRun: v.strictObject({ transfer: v.optional(transfer), nextTransfer: v.optional(transfer) }),
  TransferAnswerDryRun: v.strictObject({ createdBy: identity, nextCreatedBy: v.optional(identity) }),
  OfficeHoursDryRun: v.strictObject({
    officeHours: v.optional(officeHours),
    nextOfficeHours: v.optional(officeHours),
  }),
  ActionDryRun: action,
  ScheduleDryRun: schedule,
  ScheduleChangeDryRun: v.strictObject({ uuid, status: scheduleStatus, nextStatus: scheduleStatus }),
  BackfillDryRun: v.strictObject({
    scope: v.string(),
    prefix: v.string(),
    files: described(whole, 'looked at'),
    matching: described(whole, 'match the schedule; those that have an event already are not deployed again'),
    complete: described(v.boolean(), 'false: there are more; ask again, with `after` as `lastName`'),
    lastName: text,
  }),
  BackfillChangeDryRun: v.strictObject({
    uuid,
    status: v.picklist(backfillStatuses),
    nextStatus: v.picklist(backfillStatuses),
  }),
  ScheduleDeletionDryRun: v.strictObject({ uuid, events: whole, notes }),
} as const;
