import { CallbackFailedError } from '../../../foundation/errors.ts';
import { readNotification } from '../record/notification.ts';
import type { LifecyclePorts, Notification } from '../record/ports.ts';
import type { CallbackSweepQueue } from '../record/sweep-queues.ts';
import { addCallbackEvent } from './callback-event.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'callbacks' | 'timeline' | 'clock'> & {
  readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'setNextCheck'>;
};

/**
 * Delivers one queued callback and reports it; CallbackFailedError and ForbiddenError come from the sender. The first
 * delivery that fails is reported too, so that the owner of a failing receiver need not wait a day to learn of it.
 */
export const sendCallback =
  (ports: Ports) =>
  async ({ notificationId: id }: { readonly notificationId: string }): Promise<void> => {
    const notification = await readNotification(ports.files, id);
    await deliver(ports, id, notification);
    await addCallbackEvent(ports, id, notification, { outcome: 'sent', message: 'was delivered' });
    await ports.callbackSweepQueue.setNextCheck({ notificationId: id }, undefined);
  };

const deliver = async (ports: Ports, id: string, notification: Notification): Promise<void> => {
  try {
    await ports.callbacks.send(id, notification);
  } catch (error) {
    if (error instanceof CallbackFailedError) {
      const message = `failed and is retried for a day: ${error.message}`;
      await addCallbackEvent(ports, id, notification, { outcome: 'failed', message });
    }
    throw error;
  }
};
