import { beginEvent } from '../../src/domain/schedules/begin-event.ts';
import { eventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { quotas } from '../../src/wiring/bounds.ts';
import { deployments, ended, resources } from '../../src/wiring/deployments.ts';
import { files } from '../../src/wiring/files.ts';
import { imports } from '../../src/wiring/imports.ts';
import { fileConfiguration } from '../../src/wiring/replicas.ts';
import { scheduleEvents, schedules } from '../../src/wiring/schedules.ts';
import { clock, passwords } from '../../src/wiring/system.ts';
import { delegations } from '../../src/wiring/tokens.ts';
import { workflows } from '../../src/wiring/workflows.ts';

/** Creates the deployment of an event. It waits until the event's file is replicated. */
export const step = task(eventInput, beginEvent);

export const handler = onLambda(step, {
  clock,
  delegations,
  deployments,
  ended,
  fileConfiguration,
  files,
  imports,
  passwords,
  quotas,
  resources,
  scheduleEvents,
  schedules,
  workflows,
});
