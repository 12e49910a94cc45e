import { type MoveByItselfPorts, moveByItself } from '../../src/domain/deployments/accepting/move-by-itself.ts';
import { type RepairByItselfPorts, repairByItself } from '../../src/domain/deployments/accepting/repair-by-itself.ts';
import type { CheckPorts } from '../../src/domain/drift/check-ports.ts';
import { checkDue, checkEvent } from '../../src/domain/drift/run-checks.ts';
import type { PausePorts } from '../../src/domain/operators/pause.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { dailyChecks, driftRepair, moving } from '../../src/wiring/bounds.ts';
import { driftChecks, driftReport } from '../../src/wiring/checks.ts';
import { inspectorOf } from '../../src/wiring/deployers.ts';
import { attempts, deployments, resources, timeline } from '../../src/wiring/deployments.ts';
import { notifyPorts } from '../../src/wiring/notifying.ts';
import { moveStates, pauses } from '../../src/wiring/switches.ts';
import { clock, ids } from '../../src/wiring/system.ts';

/** Runs every three minutes, and when CloudFormation has compared a stack. Looks at what stands, and changes nothing there. */
type Ports = Omit<CheckPorts, 'repairFound' | 'moveElsewhere'> & RepairByItselfPorts & MoveByItselfPorts & PausePorts;

export const step = task(checkEvent, (ports: Ports) =>
  checkDue({ ...ports, repairFound: repairByItself(ports), moveElsewhere: moveByItself(ports) }),
);

export const handler = onLambda(step, {
  ...notifyPorts,
  ...{ attempts, clock, dailyChecks, deployments, driftChecks, driftRepair },
  ...{ driftReport, ids, inspectorOf, moveStates, moving, pauses, resources, timeline },
});
