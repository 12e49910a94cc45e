import { CallbackFailedError, ForbiddenError } from '../../../foundation/errors.ts';
import { log } from '../../../foundation/log.ts';
import { readNotification } from '../record/notification.ts';
import type { LifecyclePorts, Notification } from '../record/ports.ts';
import type { CallbackSweepQueue } from '../record/sweep-queues.ts';
import { addCallbackEvent } from './callback-event.ts';
import { type DeliveryPorts, noteDelivery } from './note-delivery.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'callbacks' | 'timeline' | 'clock'> &
  DeliveryPorts & {
    readonly callbackSweepQueue: Pick<CallbackSweepQueue, 'setNextCheck'>;
    /** where a webhook of a group leads now; undefined: its managers have taken it away. Absent: no group subscribes */
    readonly subscribedAddress?: (
      place: { readonly group: string; readonly issuer: string },
      webhook: string,
    ) => Promise<string | undefined>;
  };

/**
 * Delivers one queued callback and reports it; CallbackFailedError and ForbiddenError come from the sender. The first
 * delivery that fails is reported too, so that the owner of a failing receiver need not wait a day to learn of it.
 */
export const sendCallback =
  (ports: Ports) =>
  async ({ notificationId: id }: { readonly notificationId: string }): Promise<void> => {
    const notification = await addressed(ports, await readNotification(ports.files, id));
    if (notification === undefined) log('INFO', 'a webhook was taken away before its event was sent', { id });
    else {
      await deliver(ports, id, notification);
      await noteDelivery(ports, notification, { state: 'delivered' });
      await addCallbackEvent(ports, id, notification, { outcome: 'sent', message: 'was delivered' });
    }
    await ports.callbackSweepQueue.setNextCheck({ notificationId: id }, undefined);
  };

/** A group may have mended the address of its webhook since the event was queued, or taken the webhook away: undefined. */
const addressed = async (ports: Ports, notification: Notification): Promise<Notification | undefined> => {
  const { webhook } = notification;
  if (webhook?.subscribedBy === undefined) return notification;
  if (ports.subscribedAddress === undefined) throw new Error('nothing knows the webhooks of groups');
  const url = await ports.subscribedAddress(webhook.subscribedBy, webhook.name);
  return url === undefined ? undefined : { ...notification, url };
};

const deliver = async (ports: Ports, id: string, notification: Notification): Promise<void> => {
  try {
    await ports.callbacks.send(id, notification);
  } catch (error) {
    if (error instanceof CallbackFailedError || error instanceof ForbiddenError)
      await noteDelivery(ports, notification, { state: 'failing', reason: error.message });
    if (error instanceof CallbackFailedError) {
      const message = `failed and is retried for a day: ${error.message}`;
      await addCallbackEvent(ports, id, notification, { outcome: 'failed', message });
    }
    throw error;
  }
};
