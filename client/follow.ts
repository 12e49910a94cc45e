import { type ClientOptions, type Send, timer } from './calls.ts';
import { ToscaniniError } from './errors.ts';
import { collected, elements } from './pages.ts';
import type { Deployment, Resource, TimelineEvent } from './types.ts';

/** What a follower sees, at each change. */
export interface Snapshot {
  /** undefined: it is deleted */
  readonly deployment: Deployment | undefined;
  /** oldest first */
  readonly resources: readonly Resource[];
  /** the events since the last snapshot, oldest first */
  readonly events: readonly TimelineEvent[];
  /** true: nothing changes any more, and this is the last snapshot */
  readonly ended: boolean;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** milliseconds between two questions; default 1,000, and 5,000 after five minutes */
  readonly pause?: number | undefined;
}

const isWorking = ({ status }: Deployment): boolean => status.endsWith('_IN_PROGRESS');

const isEnd = ({ kind }: TimelineEvent): boolean => kind === 'COMPLETE' || kind === 'FAILED';

const patientAfter = 300;

/**
 * Follows a deployment until its present operation has ended, or it is gone. Asks with the last ETag, so that an unchanged
 * deployment costs one small request. Throws ToscaniniError, NotFoundError only when it was never there.
 */
export async function* follow(
  send: Send,
  { sleep = timer }: Pick<ClientOptions, 'sleep'>,
  id: string,
  { signal, pause }: FollowOptions = {},
): AsyncGenerator<Snapshot> {
  const seen = new Set<string>();
  let etag: string | undefined;
  for (let asked = 0; ; asked += 1) {
    const read = await readChanged(send, id, etag, signal);
    if (read === 'gone') {
      if (etag === undefined)
        throw new ToscaniniError(`there is no deployment ${id}`, { name: 'NotFoundError', status: 404 });
      yield { deployment: undefined, resources: [], events: [], ended: true };
      return;
    }
    if (read !== 'unchanged') {
      etag = read.etag;
      const snapshot = await snapshotOf(send, read.deployment, seen, signal);
      if (snapshot?.ended && !snapshot.events.some(isEnd)) {
        // the service writes the last event right after the status
        await sleep(pause ?? 1_000, signal);
        const rest = await snapshotOf(send, read.deployment, seen, signal);
        yield { ...snapshot, events: [...snapshot.events, ...(rest?.events ?? [])] };
        return;
      }
      if (snapshot !== undefined) yield snapshot;
      if (snapshot?.ended) return;
    }
    await sleep(pause ?? (asked < patientAfter ? 1_000 : 5_000), signal);
  }
}

type Read = 'gone' | 'unchanged' | { readonly deployment: Deployment; readonly etag: string | undefined };

const readChanged = async (
  send: Send,
  id: string,
  etag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Read> => {
  try {
    const headers = etag === undefined ? {} : { 'If-None-Match': etag };
    const response = await send(`/deployments/${id}`, { headers, signal });
    if (response.status === 304) return 'unchanged';
    return { deployment: (await response.json()) as Deployment, etag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof ToscaniniError && error.name === 'NotFoundError') return 'gone';
    throw error;
  }
};

/** undefined: it was deleted while it was read, which the next question shows. */
const snapshotOf = async (
  send: Send,
  deployment: Deployment,
  seen: Set<string>,
  signal: AbortSignal | undefined,
): Promise<Snapshot | undefined> => {
  const at = `/deployments/${deployment.uuid}`;
  try {
    const [resources, timeline] = await Promise.all([
      collected(elements<Resource>(send, `${at}/resources`, { query: { sort: 'createdAt,asc' }, signal })),
      collected(elements<TimelineEvent>(send, `${at}/events`, { query: { sort: 'createdAt,asc' }, signal })),
    ]);
    const events = timeline.filter(({ name }) => !seen.has(name));
    for (const { name } of events) seen.add(name);
    return { deployment, resources, events, ended: !isWorking(deployment) };
  } catch (error) {
    if (error instanceof ToscaniniError && error.name === 'NotFoundError') return undefined;
    throw error;
  }
};
