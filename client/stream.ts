import type { DeploymentFilter } from './deployment-filter.ts';
import { ToscaniniError } from './errors.ts';
import { collected } from './pages.ts';
import type { StreamEvent } from './types.ts';

interface Filter extends Pick<DeploymentFilter, 'createdBy' | 'userGroup'> {
  /** true: also the events of schedules, which have `schedule` instead of `deployment` */
  readonly schedules?: true;
  /** true: also those of the whole installation, which have `installation`; only administrators see any */
  readonly installation?: true;
}

/** Of the events of one deployment; `after`: the name of one. */
export interface EventOptions {
  readonly after?: string | undefined;
  readonly isNewestFirst?: boolean;
}

export interface StreamOptions extends Filter {
  /** ISO 8601 instant: only those that were written from then on */
  readonly since?: string;
}

interface Client {
  allEvents(options: StreamOptions): AsyncIterable<StreamEvent>;
}

/** An earlier release of the service refuses a parameter that it does not know. */
const unknownIn = (error: unknown, filter: Filter): 'schedules' | 'installation' | undefined =>
  error instanceof ToscaniniError && error.status === 400
    ? (['installation', 'schedules'] as const).find((name) => filter[name] && error.message.includes(name))
    : undefined;

/** An event may be seen this much after it was written, in milliseconds. */
const lateness = 60_000;

/**
 * Each call gives the events that came since the last one, each once, oldest first. The first call gives those since `from`. It asks again for the last
 * minute, in which an earlier event may have come late.
 */
export const streamReader = (client: Client, from: Date, filter: Filter = {}) => {
  /** when each was written, by its id */
  const writtenAtById = new Map<string, string>();
  let since = from;
  let wanted = filter;
  const read = async (start: string): Promise<readonly StreamEvent[]> => {
    try {
      return await collected(client.allEvents({ ...wanted, since: start }));
    } catch (error) {
      const unknown = unknownIn(error, wanted);
      if (unknown === undefined) throw error;
      const { [unknown]: _, ...known } = wanted;
      wanted = known;
      return read(start);
    }
  };
  return async (): Promise<readonly StreamEvent[]> => {
    const events: StreamEvent[] = [];
    for (const event of await read(since.toISOString())) if (!writtenAtById.has(event.id)) events.push(event);
    // only what was read completely is told
    for (const { id, writtenAt } of events) writtenAtById.set(id, writtenAt);
    const newest = Math.max(...[...writtenAtById.values()].map((at) => Date.parse(at)));
    if (newest - lateness > since.getTime()) since = new Date(newest - lateness);
    for (const [id, writtenAt] of writtenAtById) if (Date.parse(writtenAt) < since.getTime()) writtenAtById.delete(id);
    return events;
  };
};
