import { advanceBackfill, backfillInput } from '../../src/domain/schedules/advance-backfill.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import * as wiring from '../../src/wiring.ts';
import { backfills, fileLists } from '../../src/wiring-backfills.ts';

/** Applies a schedule to the next files of a backfill. */
export const step = poll(backfillInput, advanceBackfill, { pause: () => 1 });

export const handler = onLambda(step, {
  backfills,
  clock: wiring.clock,
  eventWorkflows: wiring.eventWorkflows,
  fileConfiguration: wiring.fileConfiguration,
  fileLists,
  ids: wiring.ids,
  scheduleEvents: wiring.scheduleEvents,
  schedules: wiring.schedules,
});
