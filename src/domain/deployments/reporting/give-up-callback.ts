import { needsAttention } from '../../../foundation/attention.ts';
import { NotFoundError } from '../../../foundation/errors.ts';
import { readNotification } from '../record/notification.ts';
import { type Failure, messageOf } from '../record/operation.ts';
import type { LifecyclePorts, Notification } from '../record/ports.ts';
import type { CallbackSweepQueue } from '../record/sweep-queues.ts';
import { addCallbackEvent } from './callback-event.ts';
import { type DeliveryPorts, noteDelivery } from './note-delivery.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'timeline' | 'clock'> &
  DeliveryPorts & {
    readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'setNextCheck'>;
  };

/**
 * Reports that a callback will not be delivered: no receiver accepted it for a day, or its address may not be called. What
 * was to be sent expires after some days. Then nobody knows its deployment any more, and only the log and the alarm say so.
 */
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
    const notification = await unexpired(ports, id);
    if (notification) {
      await noteDelivery(ports, notification, { state: 'given-up', reason: messageOf(failure) });
      await addCallbackEvent(ports, id, notification, { outcome: 'given-up', message });
    } else needsAttention('callback-lost', 'a callback expired before it was sent', { notificationId: id });
    await ports.callbackSweepQueue.setNextCheck({ notificationId: id }, undefined);
  };

const unexpired = async ({ files }: Ports, id: string): Promise<Notification | undefined> => {
  try {
    return await readNotification(files, id);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};
