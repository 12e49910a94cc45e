import { beginEvent } from '../../src/domain/schedules/begin-event.ts';
import { eventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Creates the deployment of an event. It waits until the event's file is replicated. */
export const step = task(eventInput, beginEvent);

export const handler = onLambda(step, {
  clock: wiring.clock,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  ended: wiring.ended,
  fileConfiguration: wiring.fileConfiguration,
  files: wiring.files,
  imports: wiring.imports,
  passwords: wiring.passwords,
  resources: wiring.resources,
  scheduleEvents: wiring.scheduleEvents,
  schedules: wiring.schedules,
  workflows: wiring.workflows,
});
