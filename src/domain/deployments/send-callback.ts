import type { LifecyclePorts } from './ports.ts';

/** Delivers one queued callback; CallbackFailedError and ForbiddenError are the sender's. */
export const sendCallback =
  ({ files, callbacks }: Pick<LifecyclePorts, 'files' | 'callbacks'>) =>
  async ({ notificationId }: { readonly notificationId: string }): Promise<void> =>
    callbacks.send(notificationId, await files.getNotification(notificationId));
