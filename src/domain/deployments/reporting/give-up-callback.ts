import { readNotification } from '../record/notification.ts';
import { type Failure, messageOf } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { CallbackSweepQueue } from '../record/sweep-queues.ts';
import { addCallbackEvent } from './callback-event.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'timeline' | 'clock'> & {
  readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'setNextCheck'>;
};

/** Reports that a callback will not be delivered: no receiver accepted it for a day, or its address may not be called. */
export const giveUpCallback =
  (ports: Ports) =>
  async ({
    notificationId: id,
    failure,
  }: {
    readonly notificationId: string;
    readonly failure: Failure;
  }): Promise<void> => {
    const message = `was given up: ${messageOf(failure)}`;
    await addCallbackEvent(ports, id, await readNotification(ports.files, id), { outcome: 'given-up', message });
    await ports.callbackSweepQueue.setNextCheck({ notificationId: id }, undefined);
  };
