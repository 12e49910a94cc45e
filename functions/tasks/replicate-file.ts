import { replicateFile } from '../../src/domain/schedules/replicate-file.ts';
import { eventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { poll } from '../../src/runtime/poll.ts';
import { deployments } from '../../src/wiring/deployments.ts';
import { fileConfiguration, replicas } from '../../src/wiring/replicas.ts';
import { scheduleEvents, schedules } from '../../src/wiring/schedules.ts';
import { clock } from '../../src/wiring/system.ts';

/** Copies the next part of the replicas of an event's file. */
export const step = poll(eventInput, replicateFile, { pause: () => 1 });

export const handler = onLambda(step, { clock, deployments, fileConfiguration, replicas, scheduleEvents, schedules });
