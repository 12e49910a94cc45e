import { pauses } from '../../src/adapters/tables/pauses.ts';
import type { DeadLetters } from '../../src/domain/operators/dead-letters.ts';
import type { Pauses } from '../../src/domain/operators/pause.ts';
import { memoryLetters } from '../support/memory-letters.ts';
/** The routes over the real engines of tables and files: only workflows and callers are stood in for. */

import { CreateBucketCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { planner } from '../../src/adapters/cloudformation/planner.ts';
import { catalog } from '../../src/adapters/files/catalog.ts';
import { endedFiles } from '../../src/adapters/files/ended-files.ts';
import { fileLists } from '../../src/adapters/files/file-lists.ts';
import { files } from '../../src/adapters/files/files.ts';
import { configuredProviders } from '../../src/adapters/providers/configured.ts';
import { approvals } from '../../src/adapters/tables/approvals.ts';
import { attempts } from '../../src/adapters/tables/attempts.ts';
import { backfills } from '../../src/adapters/tables/backfills.ts';
import { checks } from '../../src/adapters/tables/checks.ts';
import { claims } from '../../src/adapters/tables/claims.ts';
import { countedLog } from '../../src/adapters/tables/counted-log.ts';
import { dependencyStates } from '../../src/adapters/tables/dependency-states.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { deploymentsById } from '../../src/adapters/tables/deployments-by-id.ts';
import { endedDeployments } from '../../src/adapters/tables/ended-deployments.ts';
import { eventStream } from '../../src/adapters/tables/event-stream.ts';
import { expiries } from '../../src/adapters/tables/expiries.ts';
import { idempotentRequests } from '../../src/adapters/tables/idempotent-requests.ts';
import { moveStates } from '../../src/adapters/tables/move-states.ts';
import { possibleOrphans } from '../../src/adapters/tables/possible-orphans.ts';
import { providerFailures } from '../../src/adapters/tables/provider-record.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import { scheduleEvents } from '../../src/adapters/tables/schedule-events.ts';
import { scheduleIndex } from '../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../src/adapters/tables/schedules.ts';
import { actionSweepQueue, callbackSweepQueue } from '../../src/adapters/tables/sweep-queues.ts';
import { switches } from '../../src/adapters/tables/switches.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import { versions } from '../../src/adapters/tables/versions.ts';
import type { AdopterOf, OwnersAt } from '../../src/domain/adoption/ports.ts';
import type { Catalog } from '../../src/domain/catalog/catalog.ts';
import type { ClusterCredentials } from '../../src/domain/credentials/ports.ts';
import type { DependencyStates } from '../../src/domain/dependencies/dependency-state.ts';
import type { CreationPreviewOf, UpdatePreviewOf } from '../../src/domain/deployers/preview.ts';
import type { IdempotentRequests } from '../../src/domain/deployments/accepting/idempotent-requests.ts';
import type { Approvals } from '../../src/domain/deployments/record/approvals.ts';
import type { Claims } from '../../src/domain/deployments/record/claims.ts';
import type { EndedDeployments, EndedFiles } from '../../src/domain/deployments/record/ended-records.ts';
import type { EventStream } from '../../src/domain/deployments/record/event-stream.ts';
import type { LifecyclePorts } from '../../src/domain/deployments/record/ports.ts';
import type { PossibleOrphans } from '../../src/domain/deployments/record/possible-orphans.ts';
import type { Timeline } from '../../src/domain/deployments/record/timeline.ts';
import type { Versions } from '../../src/domain/deployments/record/version.ts';
import type { Workflows } from '../../src/domain/deployments/record/workflows.ts';
import type { Checks } from '../../src/domain/drift/check.ts';
import type { Expiries } from '../../src/domain/expiry/expiry.ts';
import type { MoveBounds } from '../../src/domain/moving/move-bounds.ts';
import type { MoveStates } from '../../src/domain/moving/move-states.ts';
import type { Switches } from '../../src/domain/operators/switches.ts';
import type { Policies } from '../../src/domain/policies/rule.ts';
import { withDraining } from '../../src/domain/providers/draining.ts';
import type { ProviderFailures } from '../../src/domain/providers/ports.ts';
import type { Backfills, BackfillWorkflows, FileLists } from '../../src/domain/schedules/backfill-ports.ts';
import type {
  DeploymentsById,
  FileConfiguration,
  ScheduleEvents,
  ScheduleIndex,
  Schedules,
} from '../../src/domain/schedules/ports.ts';
import type { Clock, Ids, Passwords } from '../../src/foundation/clock.ts';
import type { Listed } from '../../src/http/operators/providers.ts';
import type { Login } from '../../src/http/service/logins.ts';
import { countedPasswords } from '../domain/deployments/world.ts';
import { directEngine, type Engine } from '../support/engine.ts';
import { noClusterCredentials } from '../support/no-clusters.ts';
import { noDelegations } from '../support/no-delegations.ts';
import { noPreviews } from '../support/no-previews.ts';
import { callers } from './requests.ts';
import { id } from './samples.ts';
import { type Subscriptions, subscriptions } from './subscriptions.ts';

export type Service = Subscriptions &
  Pick<
    LifecyclePorts,
    | 'clock'
    | 'ids'
    | 'deployments'
    | 'attempts'
    | 'resources'
    | 'files'
    | 'workflows'
    | 'actionSweepQueue'
    | 'callbackSweepQueue'
    | 'imports'
    | 'plannerOf'
    | 'providers'
  > & {
    readonly passwords: Passwords;
    readonly idempotentRequests: IdempotentRequests;
    readonly driftChecks: Checks;
    readonly expiries: Expiries;
    readonly timeline: Timeline;
    readonly approvals: Approvals;
    readonly eventStream: EventStream;
    readonly versions: Versions;
    readonly orphans: PossibleOrphans;
    readonly claims: Claims;
    readonly ended: EndedDeployments;
    readonly endedFiles: EndedFiles;
    readonly schedules: Schedules;
    readonly scheduleIndex: ScheduleIndex;
    readonly scheduleEvents: ScheduleEvents;
    readonly deploymentsById: DeploymentsById;
    readonly fileConfiguration: FileConfiguration;
    readonly backfills: Backfills;
    readonly backfillWorkflows: BackfillWorkflows;
    readonly fileLists: FileLists;
    readonly switches: Switches;
    readonly moveStates: MoveStates;
    readonly pauses: Pauses;
    readonly deadLetters: DeadLetters;
    readonly moving: MoveBounds;
    readonly dependencyStates: DependencyStates;
    readonly providerFailures: ProviderFailures;
    readonly providerList: readonly Listed[];
    readonly callers: typeof callers;
    readonly catalog: Catalog;
    readonly delegations: typeof noDelegations;
    readonly publicBaseUrl: string | undefined;
    readonly clusterCredentials: ClusterCredentials;
    readonly creationPreviewOf: CreationPreviewOf;
    readonly adopterOf: AdopterOf;
    readonly ownersAt: OwnersAt;
    readonly policies: Policies;
    readonly updatePreviewOf: UpdatePreviewOf;
    readonly callbacksToPrivateAddresses: boolean;
    readonly createdByEverywhere: boolean;
    readonly logins: readonly Login[];
    readonly serviceAddresses: { readonly [name: string]: string };
    /** what was asked of Step Functions, in order: `start <operation>`, `stop <operation>`; and of the queues */
    readonly asked: string[];
  };

const clouds = [
  { id: 'second', name: 'Second Cloud', priority: 2, credentials: {} },
  { id: 'first', name: 'First Cloud', priority: 1, credentials: { type: 'OpenStack' }, secret: 'no/secret' },
  { id: 'physics', name: 'Physics Cloud', priority: 0, groups: ['physics'], credentials: {} },
];

export interface ServiceForTests {
  readonly service: Service;
  readonly engine: Engine;
  /** the keyed requests of the service, at an instant of its own, in milliseconds */
  requestsAt(instant: number): IdempotentRequests;
  /** all that is stored, and all that was asked of Step Functions, as one text */
  snapshot(): Promise<string>;
}

/** Starts the engine for a test file; the service is there once its tests run. A test of calls needs `startEngine`. */
export const serviceForTests = (start = directEngine): ServiceForTests => {
  let engine: Engine | undefined;
  const holder: Partial<ServiceForTests> = {};
  beforeAll(async () => {
    engine = await start();
    await engine.s3.send(new CreateBucketCommand({ Bucket: 'incoming' }));
    const service = serviceOver(engine);
    Object.assign(holder, { service, engine, requestsAt: requestsAt(engine), snapshot: snapshotOf(engine, service) });
  });
  afterAll(() => engine?.stop());
  return holder as ServiceForTests;
};

const requestsAt =
  ({ client, tables }: Engine) =>
  (instant: number) =>
    idempotentRequests({ client, table: tables.deployments, clock: { now: () => new Date(instant) } });

/** For JSON.stringify: the store gives the members of an item in any order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const snapshotOf =
  ({ client, tables, s3, bucket }: Engine, { asked }: Service) =>
  async (): Promise<string> => {
    const items = await Promise.all(
      Object.values(tables).map(async (TableName) => (await client.send(new ScanCommand({ TableName }))).Items ?? []),
    );
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    return JSON.stringify([items, Contents.map(({ Key, ETag }) => [Key, ETag]), asked], inOrder);
  };

const serviceOver = (engine: Engine): Service => {
  const clock = ticking();
  const ids = counting();
  const table = { client: engine.client, table: engine.tables.deployments, clock };
  const asked: string[] = [];
  return {
    clock,
    ids,
    passwords: countedPasswords(),
    deployments: deployments(table),
    attempts: attempts(table),
    idempotentRequests: idempotentRequests(table),
    driftChecks: checks(table),
    expiries: expiries(table),
    timeline: timeline(table),
    approvals: approvals(table),
    eventStream: eventStream(table),
    versions: versions(table),
    orphans: possibleOrphans(table),
    claims: claims(table),
    ended: endedDeployments(table, 30),
    endedFiles: endedFiles({ client: engine.s3, bucket: engine.bucket }),
    schedules: schedules({ ...table, deployments: engine.tables.deployments, table: engine.tables.schedules }),
    scheduleIndex: scheduleIndex({ ...table, table: engine.tables.schedules }),
    scheduleEvents: scheduleEvents({
      ...table,
      deployments: engine.tables.deployments,
      table: engine.tables.scheduleEvents,
    }),
    deploymentsById: deploymentsById(table),
    backfills: backfills({ ...table, deployments: engine.tables.deployments, table: engine.tables.scheduleEvents }),
    backfillWorkflows: {
      start: async ({ id: backfill }) => void asked.push(`start backfill ${backfill}`),
      execution: async () => ({ state: 'RUNNING' }),
    },
    fileLists: fileLists(() => engine.s3),
    fileConfiguration: { elements: [], buckets: ['incoming'], readers: {} },
    delegations: noDelegations,
    actionSweepQueue: actionSweepQueue(table),
    callbackSweepQueue: callbackSweepQueue(table),
    switches: switches(table),
    moveStates: moveStates(table),
    pauses: pauses(table),
    ...subscriptions(table),
    deadLetters: {
      ...memoryLetters(),
      redriveAll: async () => {
        asked.push('redrive letters');
        return { handled: 0, left: 0 };
      },
    },
    moving: { afterMins: 60, atOnce: 1 },
    dependencyStates: dependencyStates(table),
    providerFailures: providerFailures(table),
    providerList: clouds,
    ownersAt: async () => undefined,
    providers: withDraining(configuredProviders(clouds), () => switches(table)),
    resources: resources({ ...table, table: engine.tables.resources, deployments: engine.tables.deployments }),
    files: countedLog(files({ client: engine.s3, bucket: engine.bucket }), () => table),
    workflows: recorded(asked),
    imports: { read: (address) => Promise.reject(new Error(`${address} cannot be read in tests`)) },
    plannerOf: () => planner,
    callers,
    catalog: catalog({ client: engine.s3, bucket: engine.bucket }),
    publicBaseUrl: 'https://api.example',
    clusterCredentials: noClusterCredentials,
    ...noPreviews,
    callbacksToPrivateAddresses: false,
    createdByEverywhere: false,
    logins: [{ issuer: 'https://issuer.example', name: 'Example', clientId: 'cli', scope: 'openid' }],
    serviceAddresses: { im_url: 'https://im.example' },
    asked,
  };
};

/** A minute later each time. */
const ticking = (): Clock => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  return {
    now: () => {
      now += 60_000;
      return new Date(now);
    },
  };
};

const counting = (): Ids => {
  let last = 0x1000;
  return {
    next: () => {
      last += 1;
      return id(last);
    },
  };
};

const recorded = (asked: string[]): Workflows => ({
  startOperation: async ({ operation }) => {
    asked.push(`start ${operation.kind}`);
  },
  stopOperation: async ({ operation }) => {
    asked.push(`stop ${operation.kind}`);
  },
  startNotification: async () => undefined,
  startAction: async ({ type }) => void asked.push(`start action ${type}`),
});
