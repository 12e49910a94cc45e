import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { notify } from '../telling/notify.ts';
import { tell } from '../telling/timeline-event.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'files' | 'timeline' | 'workflows' | 'describe'>;

/**
 * Reports the completed operation in the timeline and by the callback, each once, however often it is called.
 * CallbackFailedError.
 */
export const announceCompletion = async (ports: Ports, done: Deployment): Promise<void> => {
  await tellOutputs(ports, done);
  await tell(ports, done, { kind: 'COMPLETE', what: 'ended', message: `the deployment is ${done.status}` });
  await notify(ports, done, 'complete');
};

/** Names only: values may be secrets, and readers who may see them find them in the deployment. */
const tellOutputs = async (ports: Ports, done: Deployment): Promise<void> => {
  const names = Object.keys(done.outputs).join(', ');
  if (names !== '') await tell(ports, done, { kind: 'OUTPUTS', what: 'outputs', message: `it has outputs: ${names}` });
};
