/**
 * Schemas of the service's answers: docs/contract/api.md, "Resources and their fields". Each has the same name in the
 * OpenAPI description.
 */

import * as v from 'valibot';
import { statuses, tasks } from '../../domain/deployments/record/deployment.ts';
import type { Given } from '../../domain/deployments/record/given.ts';
import { nodeStates } from '../../domain/resources/resource.ts';
import { backfillStatuses } from '../../domain/schedules/backfill.ts';
import { replicationStatuses, scheduleStatuses } from '../../domain/schedules/schedule.ts';
import type { Json } from '../../tosca/topology.ts';
import { catalogEntry, catalogItem } from './catalog.ts';
import { checkSchemas, drift } from './checks.ts';
import { cost, costSchemas } from './costs.ts';
import { dryRunSchemas } from './dry-runs.ts';
import { ended } from './ended.ts';
import { declaredInput, inputs } from './inputs.ts';
import { inspection } from './inspection.ts';
import { operatorSchemas } from './operators.ts';
import {
  dateTime,
  described,
  identity,
  instant,
  labels,
  link,
  links,
  officeHours,
  problem,
  providerCause,
  remains,
  text,
  transfer,
  uuid,
  whole,
} from './parts.ts';
import { attempt, event, ranking } from './progress.ts';
import { runSchemas } from './runs.ts';
import { configuration, info, logins, me } from './service.ts';
import { teamSchemas } from './team.ts';
import { versionSchemas } from './versions.ts';
import { deploymentView } from './views.ts';

const times = { creationTime: dateTime, updateTime: dateTime };

const given = {
  name: described(text, 'what people call it: as it was asked for, else as its template says'),
  callback: described(text, 'where progress is reported'),
  userGroup: text,
  labels: v.optional(labels),
  expiresAt: described(v.optional(instant), 'when it is deleted; absent: never'),
} satisfies { readonly [Name in keyof Required<Given>]: v.GenericSchema };

const ownFields = {
  uuid,
  ...times,
  status: v.picklist(statuses),
  statusReason: described(text, 'why it failed; only when it has'),
  outputs: described(
    v.record(v.string(), v.unknown()),
    'outputs of the template; for others than owner and administrators, `********` in the place of a secret',
  ),
  task: described(v.picklist(tasks), 'what the service is busy with'),
};

const causes = described(
  v.optional(v.array(v.strictObject(providerCause))),
  'why it failed, a line for each provider that was tried; only when it has',
);

const hiddenOutputs = described(
  v.optional(v.array(v.strictObject({ output: v.string(), reason: v.string() }))),
  'why outputs are hidden from this reader; its owner and administrators see them. Only where one is',
);

const deploymentFields = { ...ownFields, causes, hiddenOutputs, ...given, officeHours: v.optional(officeHours) };

const asConfigured = 'of one that has ended, and where the service is configured to say so';

/** Members that are not in the contract, but that clients read. */
const place = {
  physicalId: described(text, 'id of the infrastructure, once there is one'),
  cloudProviderName: described(text, 'id of the provider, once one works on it'),
  providerName: described(text, 'its name for people; absent: its id is its name'),
  cloudProviderEndpoint: described(
    v.strictObject({
      cpEndpoint: described(text, 'address of its API'),
      cpComputeServiceId: described(text, 'id of the provider'),
      deploymentType: described(text, 'OPENSTACK, OPENNEBULA, AWS, AZURE, KUBERNETES ...'),
      iaasType: described(text, 'the same'),
      region: text,
    }),
    'the provider, as far as it is known; empty until one works on it',
  ),
  remains: v.optional(remains),
};

const deployment = v.strictObject({
  ...deploymentFields,
  createdBy: described(v.optional(identity), asConfigured),
  ...place,
  ending: ended,
  links,
});

const deploymentItem = described(
  v.strictObject({
    ...deploymentFields,
    createdBy: identity,
    ...place,
    ending: ended,
    drift: v.optional(drift),
    cost: v.optional(cost),
    transfer: v.optional(transfer),
    links,
  }),
  'a deployment within a list; `drift` only with `drift=true`, and in callbacks about it; `cost` only with `cost=true`, `transfer` only with `offered=true`',
);

const resource = v.strictObject({
  uuid,
  ...times,
  physicalId: described(
    text,
    'id at the provider: of a machine, or of the volume, bucket, database or service that stands for the node',
  ),
  state: v.picklist(nodeStates),
  toscaNodeType: v.string(),
  toscaNodeName: v.string(),
  requiredBy: described(v.array(uuid), 'resources whose nodes have a requirement on this one'),
  metadata: described(
    v.record(v.string(), v.string()),
    'once it exists at a provider, `InfrastructureId` and `CloudProviderName`; of a machine `VirtualMachineState` and, as JSON, ' +
      '`VirtualMachineInfo`; `StateReason` says why an action failed, or why the provider could not make or change the resource',
  ),
  links,
});

const page = v.strictObject({
  ...{ size: whole, totalElements: whole, totalPages: whole, number: whole },
  totalIsAtMost: described(
    v.optional(v.boolean()),
    'with `label`: some of them may not have all that was asked for; only following `next` shows how many have',
  ),
});

const pageOf = <Element extends v.GenericSchema>(content: Element) =>
  v.strictObject({ links, content: v.array(content), page });

const status = v.pipe(v.number(), v.safeInteger(), v.minValue(400), v.maxValue(599));

const error = v.strictObject({
  code: described(status, 'the HTTP status'),
  title: described(v.string(), 'the name of the HTTP status'),
  message: described(v.string(), 'what was seen, what is allowed and what to do'),
  problems: described(
    v.optional(v.array(problem)),
    'of a template that is refused: errors first, at most 100; the message says them too',
  ),
});

const schedule = v.strictObject({
  uuid,
  ...times,
  status: v.picklist(scheduleStatuses),
  statusReason: described(text, 'why the service suspended it'),
  notes: described(v.optional(v.array(v.string())), 'where its jobs may write files that it waits for'),
  replicationExpression: v.string(),
  fileExpression: v.string(),
  numberOfReplicas: whole,
  protected: described(v.optional(v.boolean()), 'true: each of its deployments is protected from its first instant'),
  ...given,
  userGroup: described(text, 'whose members may read it, and for which it deploys'),
  createdBy: described(v.optional(identity), 'in lists, and where the service is configured to say so'),
  links,
});

const scheduleEvent = v.strictObject({
  uuid,
  ...times,
  deployment: described(
    v.optional(v.strictObject({ ...ownFields, callback: given.callback, links })),
    'until it is made, and once it is deleted, there is none',
  ),
  scope: described(v.string(), 'scope of the file that triggered the event'),
  name: described(v.string(), 'name of that file'),
  replicationStatus: v.picklist(replicationStatuses),
  statusReason: text,
  links,
});

const backfill = v.strictObject({
  uuid,
  ...times,
  status: v.picklist(backfillStatuses),
  statusReason: described(text, 'why it was stopped or has failed'),
  scope: described(v.string(), 'the bucket'),
  prefix: described(v.string(), 'names of files begin with it; empty: all files'),
  progress: v.strictObject({
    files: described(whole, 'looked at'),
    matching: described(whole, 'match the schedule'),
    started: described(whole, 'became events by this backfill; the other matching ones had an event already'),
    lastName: described(text, 'names are handled in their order, up to this one'),
  }),
  links,
});

export const schemas = {
  Deployment: deployment,
  Identity: identity,
  Link: link,
  DeploymentItem: deploymentItem,
  DeploymentPage: pageOf(deploymentItem),
  DeploymentView: deploymentView,
  Page: page,
  Resource: resource,
  ResourcePage: pageOf(resource),
  AttemptPage: pageOf(attempt),
  Attempt: attempt,
  Ranking: ranking,
  EventPage: pageOf(event),
  Event: event,
  ...teamSchemas,
  ...operatorSchemas,
  Schedule: schedule,
  SchedulePage: pageOf(schedule),
  ScheduleEventPage: pageOf(scheduleEvent),
  ScheduleEvent: scheduleEvent,
  Backfill: backfill,
  BackfillPage: pageOf(backfill),
  Error: error,
  Problem: problem,
  CatalogItem: catalogItem,
  CatalogEntry: catalogEntry,
  Catalog: described(v.array(catalogItem), 'templates that the caller is offered'),
  Inspection: inspection,
  Configuration: configuration,
  Info: info,
  LoginList: logins,
  Me: me,
  Inputs: inputs,
  DeclaredInput: declaredInput,
  ...dryRunSchemas,
  ...checkSchemas,
  ...runSchemas,
  ...costSchemas,
  ...versionSchemas,
} as const satisfies Record<string, v.GenericSchema>;

export type SchemaName = keyof typeof schemas;

/** As it is in an answer: nothing changes it, an absent member is left out, and an unknown value is one of JSON. */
type Sent<T> = unknown extends T
  ? Json
  : T extends readonly (infer Element)[]
    ? readonly Sent<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Sent<Exclude<T[Key], undefined>> }
      : T;

/**
 * The type of an answer's body. A function that makes a body returns this, so that a required member which the function
 * lacks is an error of the compiler. An optional one is not: test/http/whole-answers.test.ts finds it.
 */
export type BodyOf<Name extends SchemaName> = Sent<v.InferOutput<(typeof schemas)[Name]>>;
