import type { DeploymentFilter } from './deployment-filter.ts';
import type { StreamEvent } from './types.ts';

type Filter = Pick<DeploymentFilter, 'createdBy' | 'userGroup'>;

interface Client {
  allEvents(options: Filter & { readonly since: string }): AsyncIterable<StreamEvent>;
}

/** An event may be seen this much after it was written, in milliseconds. */
const lateness = 60_000;

/**
 * Each call gives the events that came since the last one, each once, oldest first. The first call gives those since `from`. It asks again for the last
 * minute, in which an earlier event may have come late.
 */
export const streamReader = (client: Client, from: Date, filter: Filter = {}) => {
  /** when each was written, by its id */
  const told = new Map<string, string>();
  let since = from;
  return async (): Promise<readonly StreamEvent[]> => {
    const events: StreamEvent[] = [];
    for await (const event of client.allEvents({ ...filter, since: since.toISOString() }))
      if (!told.has(event.id)) events.push(event);
    // only what was read completely is told
    for (const { id, writtenAt } of events) told.set(id, writtenAt);
    const newest = Math.max(...[...told.values()].map((at) => Date.parse(at)));
    if (newest - lateness > since.getTime()) since = new Date(newest - lateness);
    for (const [id, writtenAt] of told) if (Date.parse(writtenAt) < since.getTime()) told.delete(id);
    return events;
  };
};
