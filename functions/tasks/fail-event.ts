import { failEvent } from '../../src/domain/schedules/fail-event.ts';
import { failedEventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import * as wiring from '../../src/wiring.ts';

/** Ends an event whose file cannot be replicated or deployed. */
export const step = task(failedEventInput, failEvent);

export const handler = onLambda(step, {
  ...wiring.notifyPorts,
  attempts: wiring.attempts,
  clock: wiring.clock,
  deployments: wiring.deployments,
  providers: wiring.providers,
  replicas: wiring.replicas,
  resources: wiring.resources,
  scheduleEvents: wiring.scheduleEvents,
  timeline: wiring.timeline,
});
