import { advanceBackfill, backfillInput } from '../../src/domain/schedules/advance-backfill.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { fileLists } from '../../src/wiring/backfills.ts';
import { backfills } from '../../src/wiring/kept-backfills.ts';
import { fileConfiguration } from '../../src/wiring/replicas.ts';
import { scheduleEvents, schedules } from '../../src/wiring/schedules.ts';
import { pauses } from '../../src/wiring/switches.ts';
import { clock, ids } from '../../src/wiring/system.ts';
import { eventWorkflows } from '../../src/wiring/workflows.ts';

/** Applies a schedule to the next files of a backfill. */
export const step = poll(backfillInput, advanceBackfill, { pause: () => 1 });

export const handler = onLambda(step, {
  backfills,
  clock,
  eventWorkflows,
  fileConfiguration,
  fileLists,
  ids,
  pauses,
  scheduleEvents,
  schedules,
});
