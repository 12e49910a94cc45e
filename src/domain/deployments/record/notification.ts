/** A queued callback: it reports one moment of an operation. */

import { alsoLogging } from '../../../foundation/log.ts';
import type { Files, Notification } from './ports.ts';

/** The same id each time for the same moment, so a step that runs twice sends one callback. */
export const notificationId = (operationId: string, event: string): string => `${operationId}-${event}`;

/** The id of the operation that a notification reports; undefined if the id has another form. */
export const operationOf = (id: string): string | undefined =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=-)/i.exec(id)?.[0];

/** What it is about, as the log names it. */
export const aboutOf = ({ deploymentId, scheduleId }: Notification) => {
  if (scheduleId !== undefined) return { scheduleId };
  return deploymentId === undefined ? {} : { deploymentId };
};

/**
 * Reads the notification and adds its deployment or schedule, and request, to the log: a callback's workflow knows only the
 * notification's id.
 */
export const readNotification = async (files: Pick<Files, 'getNotification'>, id: string): Promise<Notification> => {
  const notification = await files.getNotification(id);
  const { requestId } = notification;
  alsoLogging(aboutOf(notification));
  if (requestId !== undefined) alsoLogging({ originRequestId: requestId });
  return notification;
};
