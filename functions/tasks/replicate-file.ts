import { replicateFile } from '../../src/domain/schedules/replicate-file.ts';
import { eventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { clock, deployments, fileConfiguration, replicas, scheduleEvents, schedules } from '../../src/wiring.ts';

/** Copies the next part of the replicas of an event's file. */
export const step = poll(eventInput, replicateFile, { pause: () => 1 });

export const handler = onLambda(step, { clock, deployments, fileConfiguration, replicas, scheduleEvents, schedules });
