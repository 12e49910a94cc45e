/** What a check has found is repaired without anybody asking, where the installation wants that: docs/decisions/0086. */

import { needsAttention } from '../../../foundation/attention.ts';
import { ConflictError, InvalidError, PreconditionFailedError } from '../../../foundation/errors.ts';
import type { Check, Checks, RepairFound } from '../../drift/check.ts';
import type { ByItself } from '../../repair/by-itself.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { repairDeployment } from './repair.ts';

export type RepairByItselfPorts = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'timeline'
> & {
  readonly driftChecks: Checks;
  /** what is repaired without a request */
  readonly driftRepair: ByItself;
};

/** Repairs in a row after each of which a check has found something again. */
const mostTries = 3;

/**
 * Accepts a repair, unless the last ones have not helped. The number of tries is written with the id of the operation before it is
 * accepted, so that it counts only where the operation came to be. A repeat finds the operation, and accepts no other.
 */
export const repairByItself = (ports: RepairByItselfPorts): RepairFound | undefined =>
  ports.driftRepair === 'none' ? undefined : (...given) => repairOnce(ports, ...given);

const repairOnce = async (ports: RepairByItselfPorts, ...[claimed, deployment, next]: Parameters<RepairFound>) => {
  const { repairDue: _, dueAt: __, ...rest } = claimed;
  const tries = claimed.automatic?.operationId === deployment.operation.id ? claimed.automatic.tries : 0;
  if (tries >= mostTries) {
    await giveUp(ports, deployment);
    return void (await ports.driftChecks.replace(claimed, { ...rest, ...next }));
  }
  const operationId = ports.ids.next();
  const automatic = { operationId, tries: tries + 1 };
  const noted = await ports.driftChecks.replace(claimed, { ...claimed, automatic });
  if (noted === undefined) return;
  await accept(ports, deployment, automatic);
  await ports.driftChecks.replace(noted, { ...rest, automatic, ...next });
};

const accept = async (
  ports: RepairByItselfPorts,
  deployment: Deployment,
  { operationId, tries }: NonNullable<Check['automatic']>,
): Promise<void> => {
  const { driftRepair: byItself } = ports;
  const message = `what has drifted is repaired by itself (try ${tries} of ${mostTries})`;
  try {
    await repairDeployment(ports, deployment, { operationId, byItself, message });
    await report(ports, { deployment }, { text: message, event: { kind: 'DRIFT', name: `repaired-${operationId}` } });
  } catch (error) {
    // somebody else works on it, or an earlier run has accepted the repair
    if (error instanceof ConflictError || error instanceof PreconditionFailedError) return;
    if (!(error instanceof InvalidError)) throw error;
    const text = `it is not repaired by itself: ${error.message}`;
    await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: 'not-repaired' } });
  }
};

const giveUp = async (ports: RepairByItselfPorts, deployment: Deployment): Promise<void> => {
  const text = `it has drifted again after ${mostTries} repairs, and is not repaired by itself any more: find out who changes it, and repair or update it`;
  await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: 'repairs-given-up' } });
  needsAttention('repair-failing', text, { deploymentId: deployment.id });
};
