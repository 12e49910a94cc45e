import type { EventOutbox, StreamEvent } from '../../domain/deployments/record/event-stream.ts';
import { holds } from './expressions.ts';
import { streamKey, unpublished } from './keys.ts';
import { installationStreamKey, scheduleStreamKey } from './schedule-stream-keys.ts';
import { itemsBefore, moveInIndex, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

const waiting: SweepPartition = { partition: unpublished, since: 'acceptedAt' };

/** The events that wait in the sparse index, from the transaction that wrote them on. */
export const eventOutbox = (ports: TablePorts): EventOutbox => ({
  // an event of this instant counts
  due: async (now, limit) =>
    (await itemsBefore(ports, waiting, new Date(now.getTime() + 1), limit)).map(
      (item) => item['streamed'] as StreamEvent,
    ),
  settle: (event) =>
    moveInIndex(ports, waiting, { key: keyOf(event), condition: holds('streamed.id', event.id) }, undefined),
});

const keyOf = ({ id, deployment, schedule }: StreamEvent) => {
  if (schedule) return scheduleStreamKey(schedule.id, id);
  return deployment ? streamKey(deployment.id, id) : installationStreamKey(id);
};
