import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { type NotifyPorts, notify } from '../reporting/notify.ts';
import { addTimelineEvent } from '../reporting/timeline-event.ts';

type Ports = NotifyPorts & Pick<LifecyclePorts, 'timeline'>;

/**
 * Reports the completed operation in the timeline and by the callback, each once, however often it is called.
 * CallbackFailedError.
 */
export const announceCompletion = async (ports: Ports, done: Deployment): Promise<void> => {
  await addOutputEvents(ports, done);
  await addTimelineEvent(ports, done, { kind: 'COMPLETE', what: 'ended', message: `the deployment is ${done.status}` });
  await notify(ports, done, 'complete');
};

/** Names only: values may be secrets, and readers who may see them find them in the deployment. */
const addOutputEvents = async (ports: Ports, done: Deployment): Promise<void> => {
  const names = Object.keys(done.outputs).join(', ');
  if (names !== '')
    await addTimelineEvent(ports, done, { kind: 'OUTPUTS', what: 'outputs', message: `it has outputs: ${names}` });
};
