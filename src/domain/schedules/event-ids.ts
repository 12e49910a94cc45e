import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from '../../foundation/clock.ts';
import type { ScheduleEvent } from './schedule.ts';

/**
 * The ids of the resources of an event's deployment, ascending. They are made of the event alone: if the step that makes
 * the deployment runs twice at the same time, both runs write the same resources. `given`: those that were asked for.
 */
export const idsOfResources = ({
  createdAt,
  operationId,
}: Pick<ScheduleEvent, 'createdAt' | 'operationId'>): Ids & { readonly given: ReadonlySet<string> } => {
  const random = createHash('sha256').update(operationId).digest().subarray(0, 16);
  const msecs = Date.parse(createdAt);
  const given = new Set<string>();
  const next = () => {
    const id = v7({ msecs, seq: given.size, random });
    given.add(id);
    return id;
  };
  return { next, given };
};
