import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type {
  AcceptedQueue,
  ActionSweepQueue,
  CallbackRef,
  CallbackSweepQueue,
} from '../../domain/deployments/record/ports.ts';
import type { ActionRef } from '../../domain/deployments/record/workflows.ts';
import type { ScheduleEvent } from '../../domain/schedules/schedule.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { updateIf } from './conditional-write.ts';
import { fromItem } from './deployment-item.ts';
import { holds } from './expressions.ts';
import { action, actionKey, callback, callbackKey, notStarted, recordKey, started } from './keys.ts';
import { eventKey } from './schedule-keys.ts';
import { itemsBefore, moveInIndex, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

const startedOperations: SweepPartition = { partition: started, since: 'acceptedAt' };
const startedEvents: SweepPartition = { partition: started, since: 'recordedAt' };
const actions: SweepPartition = { partition: action, since: 'acceptedAt' };
const callbacks: SweepPartition = { partition: callback, since: 'acceptedAt' };

/** Finds operations to check. The records themselves are in the sparse index of the table of deployments until they end. */
export const operationSweepQueue = (ports: TablePorts): AcceptedQueue<Deployment> => ({
  due: async (before, limit) => (await itemsBefore(ports, startedOperations, before, limit)).map(fromItem),
  late: async (before, limit) =>
    (await itemsBefore(ports, { ...startedOperations, partition: notStarted }, before, limit)).map(fromItem),
  setNextCheck: ({ id, operation }, at) =>
    moveInIndex(
      ports,
      startedOperations,
      { key: recordKey(id), condition: holds('deployment.operation.id', operation.id) },
      at,
    ),
});

/** Finds schedule events to check, in the table of schedule events. */
export const eventSweepQueue = (ports: TablePorts): AcceptedQueue<ScheduleEvent> => ({
  due: async (before, limit) => (await itemsBefore(ports, startedEvents, before, limit)).map(eventOf),
  late: async (before, limit) =>
    (await itemsBefore(ports, { ...startedEvents, partition: notStarted }, before, limit)).map(eventOf),
  setNextCheck: ({ id }, at) =>
    moveInIndex(ports, startedEvents, { key: eventKey(id), condition: holds('event.id', id) }, at),
});

const eventOf = ({ event }: Readonly<Record<string, unknown>>): ScheduleEvent => event as ScheduleEvent;

/** Items that nobody checked in this time expire. */
const keptSeconds = 30 * 24 * 60 * 60;

/**
 * Finds actions to check. Each has an item in the table of deployments, since the table of resources has no index. Only the
 * sweep removes it.
 */
export const actionSweepQueue = (ports: TablePorts): ActionSweepQueue => ({
  register: async ({ deploymentId, resourceId, actionId }, from) => {
    const place = placeIn(actions, from);
    const item = { ...actionKey(deploymentId, actionId), ...place, action: { deploymentId, resourceId, actionId } };
    await ports.client.send(new PutCommand({ TableName: ports.table, Item: item }));
  },
  due: async (before, limit) =>
    (await itemsBefore(ports, actions, before, limit)).map((item) => item['action'] as ActionRef),
  setNextCheck: async ({ deploymentId, actionId }, at) => {
    const key = actionKey(deploymentId, actionId);
    if (at) return moveInIndex(ports, actions, { key, condition: holds('action.actionId', actionId) }, at);
    await ports.client.send(new DeleteCommand({ TableName: ports.table, Key: key }));
  },
});

const placeIn = ({ partition }: SweepPartition, from: Date) => ({
  notBegun: partition,
  acceptedAt: from.toISOString(),
  expiresAt: Math.floor(from.getTime() / 1_000) + keptSeconds,
});

/**
 * Finds callbacks to check, likewise. The function that sent a callback only takes it out of the index, since it may delete
 * nothing in this table.
 */
export const callbackSweepQueue = (ports: TablePorts): CallbackSweepQueue => ({
  register: async (notificationId, from) => {
    const item = { ...callbackKey(notificationId), ...placeIn(callbacks, from), callback: { notificationId } };
    await ports.client.send(new PutCommand({ TableName: ports.table, Item: item }));
  },
  due: async (before, limit) =>
    (await itemsBefore(ports, callbacks, before, limit)).map((item) => item['callback'] as CallbackRef),
  setNextCheck: ({ notificationId }, at) => {
    const condition = holds('callback.notificationId', notificationId);
    return moveInIndex(ports, callbacks, { key: callbackKey(notificationId), condition }, at);
  },
  interrupt: async ({ notificationId, interrupted }, next) => {
    const asOften = holds('callback.interrupted.times', interrupted?.times);
    const isThere = holds('callback.notificationId', notificationId);
    const write = { key: callbackKey(notificationId), changes: { 'callback.interrupted': next } };
    const outcome = await updateIf(ports, write, [isThere, asOften]);
    if ('refused' in outcome) throw new ConflictError(`another process has already resumed callback ${notificationId}`);
  },
});
