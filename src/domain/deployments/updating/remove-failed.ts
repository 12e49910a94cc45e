import type { VirtualMachine } from '../../deployers/machines.ts';
import { putChanged, unbind } from '../../resources/states.ts';
import { whileAnswering } from '../polling/outage.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;

/**
 * Removes machines that an earlier update launched and that failed before they were ready, so that this update makes them again.
 * The Infrastructure Manager counts a failed machine as one that is there, and never launches it again
 * (docs/contract/infrastructure-manager-templates.md, "Updates"). A machine that was ready stays, since it may hold data.
 */
export const removeFailed = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  machines: readonly VirtualMachine[],
): Promise<void> => {
  const failed = new Set(machines.filter(({ state }) => state === 'failed').map(({ id }) => id));
  if (failed.size === 0) return;
  const { deploymentId, providerId, infrastructureId, operationId } = attempt;
  const all = await ports.resources.all(deploymentId);
  const lost = all.filter(({ neverReady, physicalId = '' }) => neverReady && failed.has(physicalId));
  if (lost.length === 0) return;
  const ids = lost.flatMap(({ physicalId }) => physicalId ?? []);
  await whileAnswering(() => ports.deployerOf(providerId).release(infrastructureId, ids));
  const again = lost.map((one) => ({ ...unbind(one), state: 'CREATING' as const, madeBy: operationId }));
  await putChanged(ports.resources, lost, again, ports.clock.now());
  const text = `virtual machines ${ids.join(', ')} failed before they were ready; they are removed and made again`;
  await report(ports, { attempt }, { text, line: 'removed' });
};
