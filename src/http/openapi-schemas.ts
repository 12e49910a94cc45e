/** What the service answers, as schemas: interface.md, Resources and their fields. Each has the name it bears in the description. */

import * as z from 'zod';
import { statuses } from '../domain/deployments/deployment.ts';
import { timelineKinds } from '../domain/deployments/ports.ts';
import { nodeStates } from '../domain/resources/resource.ts';
import { replicationStatuses, scheduleStatuses } from '../domain/schedules/schedule.ts';

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const dateTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0000$/)
  .meta({ description: 'to the minute, without seconds', examples: ['2026-11-20T15:33+0000'] });

const times = { creationTime: dateTime, updateTime: dateTime };

const link = z
  .strictObject({ rel: z.string(), href: z.string().meta({ description: 'a complete URL' }) })
  .meta({ id: 'Link' });
const links = z.array(link);

const createdBy = z
  .strictObject({ issuer: z.string(), subject: z.string() })
  .meta({ id: 'Identity', description: 'the OIDC identity of who made it' });

const deploymentFields = {
  uuid,
  ...times,
  status: z.enum(statuses),
  statusReason: z.string().optional().meta({ description: 'why it failed; only when it has' }),
  outputs: z.record(z.string(), z.unknown()).meta({ description: 'outputs of the template' }),
  task: z.enum(['NONE', 'BROKERING', 'DEPLOYER', 'DMS']).meta({ description: 'what the service is busy with' }),
  callback: z.string().optional().meta({ description: 'where progress is told' }),
  userGroup: z.string().optional(),
};

const asConfigured = 'only where the service is configured to say so';

/** What the original service showed beside the contract. */
const originalFields = {
  physicalId: z
    .string()
    .optional()
    .meta({ description: `id of the infrastructure, ${asConfigured}` }),
  cloudProviderName: z
    .string()
    .optional()
    .meta({ description: `id of the provider, ${asConfigured}` }),
  cloudProviderEndpoint: z
    .strictObject({ cpComputeServiceId: z.string().optional() })
    .optional()
    .meta({ description: asConfigured }),
};

const deployment = z
  .strictObject({
    ...deploymentFields,
    createdBy: createdBy.optional().meta({ description: asConfigured }),
    ...originalFields,
    links,
  })
  .meta({ id: 'Deployment' });

const deploymentItem = z
  .strictObject({ ...deploymentFields, createdBy, ...originalFields, links })
  .meta({ id: 'DeploymentItem', description: 'a deployment within a list' });

const resource = z
  .strictObject({
    uuid,
    ...times,
    physicalId: z.string().optional().meta({ description: 'id of the machine within the infrastructure' }),
    state: z.enum(nodeStates),
    toscaNodeType: z.string(),
    toscaNodeName: z.string(),
    requiredBy: z.array(uuid).meta({ description: 'resources whose nodes have a requirement on this one' }),
    metadata: z.record(z.string(), z.string()),
    links,
  })
  .meta({ id: 'Resource' });

const whole = z.int().min(0);

const page = z
  .strictObject({ size: whole, totalElements: whole, totalPages: whole, number: whole })
  .meta({ id: 'Page' });

const pageOf = (content: z.ZodType, id: string) =>
  z.strictObject({ links, content: z.array(content), page }).meta({ id });

const error = z
  .strictObject({
    code: z.int().min(400).max(599).meta({ description: 'the HTTP status' }),
    title: z.string().meta({ description: 'the name of the HTTP status' }),
    message: z.string().meta({ description: 'what was seen, what is allowed and what to do' }),
  })
  .meta({ id: 'Error' });

const address = z.string().optional();

const configuration = z
  .strictObject({
    cpr_url: address,
    slam_url: address,
    cmdb_url: address,
    im_url: address,
    monitoring_url: address,
    vault_url: address,
  })
  .meta({ id: 'Configuration', description: 'addresses of the services that this one uses' });

const info = z
  .strictObject({
    name: z.string(),
    version: z.string(),
    projectVersion: z.string(),
    projectRevision: z.string(),
    projectTimestamp: z.string(),
    serverHostname: z.string(),
    build: z.strictObject({ version: z.string() }),
  })
  .meta({ id: 'Info' });

const expressions = {
  replicationExpression: z.string(),
  fileExpression: z.string(),
  callback: z.string().optional(),
  numberOfReplicas: whole,
};

const schedule = z
  .strictObject({
    uuid,
    ...times,
    status: z.enum(scheduleStatuses),
    ...expressions,
    createdBy: createdBy.optional().meta({ description: 'in lists, and where the service is configured to say so' }),
    links,
  })
  .meta({ id: 'Schedule' });

const scheduleEvent = z
  .strictObject({
    uuid,
    ...times,
    deployment: deployment.optional().meta({ description: 'until it is made, and once it is deleted, there is none' }),
    scope: z.string().meta({ description: 'scope of the file that triggered the event' }),
    name: z.string().meta({ description: 'name of that file' }),
    replicationStatus: z.enum(replicationStatuses),
    statusReason: z.string().optional(),
    links,
  })
  .meta({ id: 'ScheduleEvent' });

const event = z
  .strictObject({
    name: z.string(),
    kind: z.enum(timelineKinds),
    message: z.string(),
    at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Event', description: 'one thing that happened to a deployment' });

const values = z.record(z.string(), z.unknown());

const topology = z
  .strictObject({
    version: z.string(),
    inputs: values,
    nodes: z.array(z.looseObject({ name: z.string(), type: z.string(), count: whole })),
    outputs: z.array(z.looseObject({ name: z.string(), deferred: z.boolean() })),
    policies: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  })
  .meta({ id: 'Topology', description: 'the template with all that can be told of it before it is deployed' });

const rehearsedResources = z.array(
  z.strictObject({
    toscaNodeName: z.string(),
    toscaNodeType: z.string(),
    state: z.enum(nodeStates),
    requiredBy: z.array(z.string()).meta({ description: 'names of nodes' }),
  }),
);

const warnings = z.array(
  z.strictObject({ file: z.string(), line: whole, column: whole, path: z.string(), message: z.string() }),
);

const provider = { id: z.string(), name: z.string() };

const updateRehearsal = z
  .strictObject({
    provider: z.strictObject(provider).optional().meta({ description: 'the one that keeps the deployment' }),
    topology,
    resources: rehearsedResources,
    difference: z.strictObject({
      added: rehearsedResources,
      removed: z.array(z.strictObject({ uuid, toscaNodeName: z.string(), toscaNodeType: z.string() })),
    }),
    warnings,
  })
  .meta({ id: 'UpdateRehearsal', description: 'what an update would lead to' });

const rehearsal = z
  .strictObject({
    topology,
    resources: rehearsedResources,
    candidates: z
      .array(z.strictObject({ ...provider, score: z.string().optional() }))
      .meta({ description: 'providers that would be tried, best first' }),
    dropped: z
      .array(z.strictObject({ ...provider, reason: z.string() }))
      .meta({ description: 'providers that would not be tried, and why' }),
    notes: z.array(z.string()).meta({ description: 'what was amiss with the ranking without stopping it' }),
    warnings,
  })
  .meta({ id: 'Rehearsal', description: 'what a creation would lead to' });

export const schemas = {
  Deployment: deployment,
  DeploymentItem: deploymentItem,
  DeploymentPage: pageOf(deploymentItem, 'DeploymentPage'),
  Resource: resource,
  ResourcePage: pageOf(resource, 'ResourcePage'),
  EventPage: pageOf(event, 'EventPage'),
  Schedule: schedule,
  SchedulePage: pageOf(schedule, 'SchedulePage'),
  ScheduleEventPage: pageOf(scheduleEvent, 'ScheduleEventPage'),
  Error: error,
  Configuration: configuration,
  Info: info,
  Rehearsal: rehearsal,
  UpdateRehearsal: updateRehearsal,
} as const satisfies Record<string, z.ZodType>;

export type SchemaName = keyof typeof schemas;
