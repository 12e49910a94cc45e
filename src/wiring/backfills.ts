/** The ports of backfills. */

import { stepFunctionsClient } from '../adapters/aws/step-functions.ts';
import { variable } from '../adapters/environment/environment.ts';
import { fileLists as s3FileLists } from '../adapters/files/file-lists.ts';
import { copyingClients } from '../adapters/files/replicas.ts';
import { backfillWorkflows as sfnBackfillWorkflows } from '../adapters/workflows/backfill-workflows.ts';
import { once } from './once.ts';
import { fileConfiguration } from './replicas.ts';

export const backfillWorkflows = once(() =>
  sfnBackfillWorkflows(stepFunctionsClient(), () =>
    variable('BACKFILL_SCHEDULE_WORKFLOW', 'the ARN of a state machine'),
  ),
);
export const fileLists = once(() => s3FileLists(copyingClients(fileConfiguration().elements)));
