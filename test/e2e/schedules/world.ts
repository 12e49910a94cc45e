/** The ports of matcher and fire-schedule over the real engines of tables and files. Workflows are run by the test. */

import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { systemClock, systemIds, systemPasswords } from '../../../src/adapters/environment/system.ts';
import { endedFiles } from '../../../src/adapters/files/ended-files.ts';
import { fileLists } from '../../../src/adapters/files/file-lists.ts';
import { files } from '../../../src/adapters/files/files.ts';
import { replicas } from '../../../src/adapters/files/replicas.ts';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { backfillSweepQueue, backfills } from '../../../src/adapters/tables/backfills.ts';
import { claims } from '../../../src/adapters/tables/claims.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../../src/adapters/tables/ended-deployments.ts';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import { possibleOrphans } from '../../../src/adapters/tables/possible-orphans.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { scheduleIndex } from '../../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import { callbackSweepQueue } from '../../../src/adapters/tables/sweep-queues.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import { versions } from '../../../src/adapters/tables/versions.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { executionName } from '../../../src/domain/deployments/record/execution-name.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import type { FileConfiguration } from '../../../src/domain/schedules/ports.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import type { Caller } from '../../../src/foundation/caller.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import type { Engine } from '../../support/engine.ts';
import { noDelegations } from '../../support/no-delegations.ts';
import { noPreviews } from '../../support/no-previews.ts';

export const scope = 'incoming';

export const owner: Caller = { issuer: 'https://issuer.example.org/', subject: 'olga', isAdministrator: false };

export const template = `
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    url: { type: string, default: none }
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

const elements = ['one', 'two', 'three'].map((name, tier) => ({
  name,
  bucket: `element-${name}`,
  attributes: { tier },
}));

/** `forbidden` is for the members of one group; every other scope is everybody's */
export const fileConfiguration: FileConfiguration = {
  elements,
  buckets: [scope, 'forbidden'],
  readers: { forbidden: ['physics'] },
};

export type World = Awaited<ReturnType<typeof worldOver>>;

export const worldOver = async (
  { client, s3, tables, bucket }: Engine,
  largestCopy?: number,
  clock: Clock = systemClock,
) => {
  for (const name of [scope, ...elements.map((element) => element.bucket)])
    await s3.send(new CreateBucketCommand({ Bucket: name }));
  const table = { client, clock };

  /** events whose workflow was started, by its name; deployments whose workflow was */
  const fired = new Map<string, ScheduleEvent>();
  const started: Deployment[] = [];
  const notified: string[] = [];
  const backfilling: string[] = [];
  return {
    s3,
    fired,
    started,
    /** callbacks that were queued */
    notified,
    clock,
    ids: systemIds,
    passwords: systemPasswords,
    fileConfiguration,
    imports: { read: (address: string) => Promise.reject(new Error(`${address} cannot be read in tests`)) },
    schedules: schedules({ ...table, deployments: tables.deployments, table: tables.schedules }),
    scheduleIndex: scheduleIndex({ ...table, table: tables.schedules }),
    scheduleEvents: scheduleEvents({ ...table, deployments: tables.deployments, table: tables.scheduleEvents }),
    deployments: deployments({ ...table, table: tables.deployments }),
    attempts: attempts({ ...table, table: tables.deployments }),
    timeline: timeline({ ...table, table: tables.deployments }),
    versions: versions({ ...table, table: tables.deployments }),
    idempotentRequests: idempotentRequests({ ...table, table: tables.deployments }),
    resources: resources({ ...table, table: tables.resources, deployments: tables.deployments }),
    orphans: possibleOrphans({ ...table, table: tables.deployments }),
    claims: claims({ ...table, table: tables.deployments }),
    ended: endedDeployments({ ...table, table: tables.deployments }, 30),
    endedFiles: endedFiles({ client: s3, bucket }),
    files: files({ client: s3, bucket }),
    backfills: backfills({ ...table, deployments: tables.deployments, table: tables.scheduleEvents }),
    backfillSweepQueue: backfillSweepQueue({ ...table, table: tables.scheduleEvents }),
    /** small pages, so that a test has several */
    fileLists: fileLists(() => s3, 3),
    replicas: replicas({ clientFor: () => s3, ...(largestCopy !== undefined && { largestCopy }) }),
    providers: {
      get: () => Promise.reject(new Error('no provider is asked for here')),
      rank: () => Promise.reject(new Error('no provider is asked for here')),
    },
    describe: () => null,
    eventsAnHour: 10_000,
    /** names of executions that were started */
    backfilling,
    backfillWorkflows: {
      start: async ({ id, interrupted }: Backfill) => void backfilling.push(executionName(id, interrupted)),
      execution: async () => ({ state: 'FAILED' as const, error: 'Lambda.Unknown', cause: '' }),
    },
    eventWorkflows: {
      startEvent: async (event: ScheduleEvent) =>
        void fired.set(event.operationId, fired.get(event.operationId) ?? event),
    },
    delegations: noDelegations,
    ...noPreviews,
    callbackSweepQueue: callbackSweepQueue({ ...table, table: tables.deployments }),
    workflows: {
      startOperation: async (deployment: Deployment) => void started.push(deployment),
      stopOperation: async () => undefined,
      startNotification: async (id: string) => void notified.push(id),
      startAction: async () => undefined,
    },
  };
};
