import { type RepairByItselfPorts, repairByItself } from '../../src/domain/deployments/accepting/repair-by-itself.ts';
import type { CheckPorts } from '../../src/domain/drift/check-step.ts';
import { checkDue, checkEvent } from '../../src/domain/drift/run-checks.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { dailyChecks, driftRepair } from '../../src/wiring/bounds.ts';
import { driftChecks, driftReport } from '../../src/wiring/checks.ts';
import { inspectorOf } from '../../src/wiring/deployers.ts';
import { deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { clock, ids } from '../../src/wiring/system.ts';

/** Runs every three minutes, and when CloudFormation has compared a stack. Looks at what stands, and changes nothing there. */
export const step = task(checkEvent, (ports: Omit<CheckPorts, 'repairFound'> & RepairByItselfPorts) =>
  checkDue({ ...ports, repairFound: repairByItself(ports) }),
);

export const handler = onLambda(step, {
  ...notifyPorts,
  ...{ clock, dailyChecks, deployments, driftChecks, driftRepair },
  ...{ driftReport, ids, inspectorOf, resources, timeline },
});
