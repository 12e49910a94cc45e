/** Environment -> ports of backfills. It builds on wiring.ts and works like it. */

import { stepFunctionsClient } from './adapters/aws/clients.ts';
import { variable } from './adapters/environment/environment.ts';
import { fileLists as s3FileLists } from './adapters/files/file-lists.ts';
import { copyingClients } from './adapters/files/replicas.ts';
import { backfillSweepQueue as backfillQueue, backfills as backfillTable } from './adapters/tables/backfills.ts';
import { backfillWorkflows as sfnBackfillWorkflows } from './adapters/workflows/backfill-workflows.ts';
import { fileConfiguration, once, scheduleEventsTable } from './wiring.ts';

export const backfills = once(() => backfillTable(scheduleEventsTable()));
export const backfillSweepQueue = once(() => backfillQueue(scheduleEventsTable()));
export const backfillWorkflows = once(() =>
  sfnBackfillWorkflows(stepFunctionsClient(), () =>
    variable('BACKFILL_SCHEDULE_WORKFLOW', 'the ARN of a state machine'),
  ),
);
export const fileLists = once(() => s3FileLists(copyingClients(fileConfiguration().elements)));
