import { fileCreatedEvent } from '../../src/domain/schedules/file-created.ts';
import { matchFiles } from '../../src/domain/schedules/match-files.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { eventsAnHour } from '../../src/wiring/bounds.ts';
import { fileConfiguration } from '../../src/wiring/replicas.ts';
import { scheduleEvents, scheduleIndex, schedules } from '../../src/wiring/schedules.ts';
import { pauses } from '../../src/wiring/switches.ts';
import { clock, ids } from '../../src/wiring/system.ts';
import { eventWorkflows } from '../../src/wiring/workflows.ts';

/** Runs when files arrive. Records an event for each schedule that a file matches. */
export const step = task(fileCreatedEvent, matchFiles);

export const handler = onLambda(step, {
  clock,
  eventsAnHour,
  eventWorkflows,
  fileConfiguration,
  ids,
  pauses,
  scheduleEvents,
  scheduleIndex,
  schedules,
});
