import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { type NotifyPorts, notify } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';

type Ports = NotifyPorts & Pick<LifecyclePorts, 'timeline'>;

/**
 * Reports the completed operation in the timeline and by the callback, each once, however often it is called.
 * CallbackFailedError.
 */
export const announceCompletion = async (ports: Ports, done: Deployment): Promise<void> => {
  if (!done.operation.runs) await addOutputEvents(ports, done);
  const event = { kind: 'COMPLETE', name: 'ended' } as const;
  await report(ports, { deployment: done }, { text: `the deployment is ${done.status}`, event });
  await notify(ports, done, 'complete');
};

/** Names only: values may be secrets, and readers who may see them find them in the deployment. */
const addOutputEvents = async (ports: Ports, done: Deployment): Promise<void> => {
  const names = Object.keys(done.outputs).join(', ');
  const event = { kind: 'OUTPUTS', name: 'outputs' } as const;
  if (names !== '') await report(ports, { deployment: done }, { text: `it has outputs: ${names}`, event });
};
