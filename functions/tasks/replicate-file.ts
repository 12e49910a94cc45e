import { replicateFile } from '../../src/domain/schedules/replicate-file.ts';
import { eventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/lambda.ts';
import { task } from '../../src/task.ts';
import { deployments, fileConfiguration, replicas, scheduleEvents, schedules } from '../../src/wiring.ts';

/** Brings the replicas of an event's file one piece forward. */
export const step = task(eventInput, replicateFile);

export const handler = onLambda(step, { deployments, fileConfiguration, replicas, scheduleEvents, schedules });
