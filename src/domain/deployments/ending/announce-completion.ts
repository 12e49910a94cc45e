import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { notify } from '../telling/notify.ts';
import { tell } from '../telling/timeline-event.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'files' | 'timeline' | 'workflows' | 'describe'>;

/** Tells of a good end, in the timeline and by the callback; each once, however often. CallbackFailedError. */
export const announceCompletion = async (ports: Ports, done: Deployment): Promise<void> => {
  await tellOutputs(ports, done);
  await tell(ports, done, { kind: 'COMPLETE', what: 'ended', message: `the deployment is ${done.status}` });
  await notify(ports, done, 'complete');
};

/** Their names: values may be secrets, and are in the deployment for those who may see them. */
const tellOutputs = async (ports: Ports, done: Deployment): Promise<void> => {
  const names = Object.keys(done.outputs).join(', ');
  if (names !== '') await tell(ports, done, { kind: 'OUTPUTS', what: 'outputs', message: `it has outputs: ${names}` });
};
