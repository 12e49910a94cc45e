import { checkDue, checkEvent } from '../../src/domain/drift/run-checks.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { dailyChecks } from '../../src/wiring/bounds.ts';
import { driftChecks, driftReport } from '../../src/wiring/checks.ts';
import { inspectorOf } from '../../src/wiring/deployers.ts';
import { deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { clock } from '../../src/wiring/system.ts';

/** Runs every three minutes, and when CloudFormation has compared a stack. Looks at what stands, and changes nothing there. */
export const step = task(checkEvent, checkDue);

export const handler = onLambda(step, {
  ...notifyPorts,
  ...{ clock, dailyChecks, deployments, driftChecks },
  ...{ driftReport, inspectorOf, resources, timeline },
});
