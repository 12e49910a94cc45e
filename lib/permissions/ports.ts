import type { Permission } from '../grants/grants.ts';

export interface PortPermissions {
  /** every function with this port has these */
  readonly needs?: readonly Permission[];
  /** the port can use these too; a function has one only if `others` in permissions.ts names it */
  readonly offers?: readonly Permission[];
}

const files = [
  'templates:read',
  'templates:write',
  'rankings:find',
  'log:read',
  'log:append',
  'notifications:read',
  'notifications:write',
  'files:remove',
] as const;

const workflows = [
  'creations:start',
  'updates:start',
  'deletions:start',
  'operations:start',
  'operations:stop',
  'deletions:stop',
  'act-on-resource:start',
  'notify-callback:start',
] as const;

/** The permissions of each port that src/wiring exports, under its name there. A new port needs a line here. */
export const ports: Readonly<Record<string, PortPermissions>> = {
  deployments: { needs: ['deployments:read'], offers: ['deployments:list', 'deployments:write', 'deployments:remove'] },
  deploymentsById: { needs: ['deployments:embed'], offers: ['deployments:list'] },
  attempts: { needs: ['deployments:read'], offers: ['deployments:write'] },
  eventOutbox: { needs: ['deployments:read', 'deployments:write', 'deployments:waiting', 'events:publish'] },
  approvals: { needs: ['deployments:read', 'deployments:embed'] },
  eventStream: { needs: ['deployments:read', 'deployments:list'] },
  timeline: { needs: ['deployments:read'], offers: ['deployments:write'] },
  idempotentRequests: { needs: ['requests:keep'] },
  versions: { needs: ['deployments:read'], offers: ['deployments:write'] },
  resources: { needs: ['resources:read'], offers: ['resources:write'] },
  ended: { needs: ['deployments:read'], offers: ['deployments:write'] },
  endedFiles: { offers: ['ended:keep', 'ended:read'] },
  adopterOf: { needs: ['adoptions:ask'] },
  // with the installation's own credentials, or a user's token
  ownersAt: { needs: ['dependencies:ask'] },
  claims: { needs: ['deployments:read'], offers: ['deployments:write'] },
  orphans: { needs: ['deployments:write'], offers: ['deployments:waiting', 'deployments:remove'] },
  operationSweepQueue: { needs: ['deployments:write'], offers: ['deployments:waiting'] },
  actionSweepQueue: { needs: ['deployments:write'], offers: ['deployments:waiting', 'deployments:remove'] },
  callbackSweepQueue: { needs: ['deployments:write'], offers: ['deployments:waiting'] },
  eventSweepQueue: { needs: ['events:write'], offers: ['events:waiting'] },

  files: { offers: files },
  catalog: { needs: ['catalog:read'] },
  // lists the files that it removes
  fileOwners: { needs: ['files:remove'] },
  imports: { needs: ['types:read'] },
  fileConfiguration: { needs: ['storage:know'] },
  replicas: { needs: ['storage:know', 'uploads:end'], offers: ['files:replicate'] },

  schedules: {
    needs: ['schedules:read'],
    offers: ['schedules:list', 'schedules:write', 'schedules:remove', 'stream:write'],
  },
  scheduleIndex: { needs: ['schedules:match'] },
  scheduleEvents: {
    offers: [
      'events:read',
      'events:count',
      'events:write',
      'events:list',
      'events:remove',
      'events:clear',
      'stream:write',
    ],
  },

  workflows: { offers: workflows },
  eventWorkflows: { needs: ['fire-schedule:start'] },
  backfills: { needs: ['events:read'], offers: ['events:write', 'events:remove', 'backfills:list', 'stream:write'] },
  backfillSweepQueue: { needs: ['events:write'], offers: ['events:waiting'] },
  backfillWorkflows: { needs: ['backfill-schedule:start'], offers: ['executions:describe'] },
  fileLists: { needs: ['storage:know'], offers: ['files:list'] },
  executions: { needs: ['executions:describe'] },

  // which of them drain stands in the table
  providers: { needs: ['providers:read', 'deployments:read'] },
  providerList: { needs: ['providers:read'] },
  providerFailures: { needs: ['deployments:read'] },
  dependencyStates: { needs: ['deployments:read'], offers: ['deployments:write'] },
  switches: { needs: ['deployments:read'], offers: ['deployments:write', 'deployments:remove'] },
  deployerOf: {
    needs: ['infrastructure:use', 'tokens:use'],
    offers: ['keys:read', 'infrastructure:inspect', 'stacks:revert'],
  },
  plannerOf: { needs: ['providers:read'] },
  creationPreviewOf: { needs: ['providers:read'] },
  updatePreviewOf: { needs: ['providers:read', 'updates:preview'] },
  // looks at what stands, and may change nothing there
  inspectorOf: { needs: ['infrastructure:inspect', 'tokens:use'] },
  driftChecks: {
    needs: ['deployments:read'],
    offers: ['deployments:write', 'deployments:waiting', 'deployments:remove'],
  },
  expiries: { needs: ['deployments:read'], offers: ['deployments:write', 'deployments:waiting', 'deployments:remove'] },
  hoursRuns: {
    needs: ['deployments:read'],
    offers: ['deployments:write', 'deployments:waiting', 'deployments:remove'],
  },
  labelSweep: {
    needs: ['deployments:read'],
    offers: ['deployments:write', 'deployments:waiting', 'deployments:remove'],
  },
  policies: { needs: ['policies:read'] },
  useQuotas: { needs: ['quotas:read', 'deployments:read', 'deployments:own'] },
  quotas: { needs: ['quotas:read'] },
  dailyChecks: { needs: ['checks:plan'] },
  driftRepair: { needs: ['repairs:judge'] },
  moving: { needs: ['moves:judge'] },
  // a look takes letters, and gives them back
  deadLetters: { needs: ['letters:look'], offers: ['letters:move'] },
  groupWebhooks: { needs: ['deployments:read'], offers: ['deployments:write', 'deployments:remove'] },
  webhookDeliveries: { offers: ['deployments:read', 'deployments:write'] },
  subscribedAddress: { needs: ['deployments:read'] },
  pauses: { needs: ['deployments:read'], offers: ['deployments:write', 'deployments:remove'] },
  moveStates: { needs: ['deployments:read'], offers: ['deployments:write', 'deployments:remove'] },
  failedUpdates: { needs: ['updates:judge'] },
  clusterCredentials: { needs: ['tokens:use'] },
  delegations: { needs: ['tokens:use'] },
  callers: { needs: ['callers:identify', 'callers:count'] },
  callbacks: { needs: ['callbacks:sign'] },
  webhookSecret: { needs: ['callbacks:sign'] },
  dependencies: { needs: ['dependencies:ask', 'callers:identify'] },
  serviceAddresses: { needs: ['services:tell'] },
  logins: { needs: ['logins:tell'] },
  dashboard: {},
  corsOrigin: { needs: ['links:make'] },
  createdByEverywhere: { needs: ['links:make'] },
  publicBaseUrl: { needs: ['links:make'] },
  // for npm run doctor: checks everything that the other functions use, and changes nothing
  checks: {
    needs: [
      'infrastructure:use',
      'callbacks:sign',
      'storage:know',
      'issuers:examine',
      'stores:examine',
      'quotas:examine',
    ],
  },

  // these ask AWS for nothing
  callbacksToPrivateAddresses: {},
  checksEarly: {},
  clock: {},
  creationLimits: {},
  dependencyReport: {},
  driftReport: {},
  describe: {},
  describeEvent: {},
  eventBus: {},
  webhooks: {},
  groupsSubscribe: { needs: ['subscriptions:know'] },
  expiryWarnings: {},
  eventsAnHour: {},
  ids: {},
  orphanReport: {},
  passwords: {},

  resumptions: {},
  sweeps: {},
  tolerance: {},
};
