import { failEvent } from '../../src/domain/schedules/fail-event.ts';
import { failedEventInput } from '../../src/domain/schedules/step-inputs.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { attempts, deployments, resources, timeline, versions } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { orphans } from '../../src/wiring/orphans.ts';
import { providers } from '../../src/wiring/providers.ts';
import { replicas } from '../../src/wiring/replicas.ts';
import { scheduleEvents, schedules } from '../../src/wiring/schedules.ts';
import { clock } from '../../src/wiring/system.ts';

/** Ends an event whose file cannot be replicated or deployed. */
export const step = task(failedEventInput, failEvent);

export const handler = onLambda(step, {
  ...notifyPorts,
  attempts,
  clock,
  deployments,
  orphans,
  providers,
  replicas,
  resources,
  scheduleEvents,
  schedules,
  timeline,
  versions,
});
