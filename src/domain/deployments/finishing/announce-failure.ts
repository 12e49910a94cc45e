import { causesIn } from '../record/cause.ts';
import { causeLinesOf } from '../record/cause-line.ts';
import type { Deployment } from '../record/deployment.ts';
import { shownToGroup } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { wasReverted } from '../record/was-reverted.ts';
import { type NotifyPorts, notify } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';

/**
 * Reports the failed operation in the timeline and by the callback, each once, however often it is called. `otherwise`: why,
 * if the record has no reason. CallbackFailedError.
 */
export const announceFailure = async (
  ports: NotifyPorts & Pick<LifecyclePorts, 'timeline'>,
  failed: Deployment,
  otherwise: string,
): Promise<void> => {
  const causes = causeLinesOf(causesIn(shownToGroup(failed).statusReason ?? otherwise));
  const text = `the deployment is ${failed.status}: ${[...causes, ...wayBack(failed)].join('; ')}`;
  await report(ports, { deployment: failed }, { text, event: { kind: 'FAILED', name: 'failed' } });
  await notify(ports, failed, 'failed');
};

const wayBack = ({ operation, templateOf }: Deployment): readonly string[] => {
  const { reverts, restores } = operation;
  if (!reverts) return [];
  return wasReverted({ operation, templateOf })
    ? [`it went back to version ${restores}, which is in force`]
    : [`going back to version ${restores} failed too`];
};
