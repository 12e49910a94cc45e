/** The callback of one moment of an operation, as it waits to be sent. */

import { alsoLogging } from '../../../foundation/log.ts';
import type { Files, Notification } from './ports.ts';

/** The same each time that the moment is told of: a step that runs twice sends once. */
export const notificationId = (operationId: string, event: string): string => `${operationId}-${event}`;

/** Of the id of a notification, the operation it tells of; undefined for an id that is none of ours. */
export const operationOf = (id: string): string | undefined =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=-)/i.exec(id)?.[0];

/** What is to be sent. A callback's workflow knows no more than its id; from here on the log says whose it is. */
export const readNotification = async (files: Pick<Files, 'getNotification'>, id: string): Promise<Notification> => {
  const notification = await files.getNotification(id);
  const { deploymentId, requestId } = notification;
  if (deploymentId !== undefined) alsoLogging({ deploymentId });
  if (requestId !== undefined) alsoLogging({ originRequestId: requestId });
  return notification;
};
