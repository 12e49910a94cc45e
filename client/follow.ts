import { requestJson } from './answer.ts';
import { type ClientOptions, type Send, timer } from './calls.ts';
import { isPassing, ToscaniniError } from './errors.ts';
import { isWorking, pollPause } from './pace.ts';
import { collected, elements } from './pages.ts';
import type { Deployment, DeploymentView, Resource, TimelineEvent } from './types.ts';
import { readView } from './view.ts';

/** What a follower gets at each change. */
export interface Snapshot {
  /** undefined: it is deleted */
  readonly view: DeploymentView | undefined;
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
  /** milliseconds between two requests; default `pollPause` */
  readonly pause?: number | undefined;
  /** true: the service has just told of the deployment, so an outage at the first question is waited for too */
  readonly isThere?: boolean | undefined;
  /** called whenever the service does not answer: the follower goes on asking, and gives a snapshot when it answers again */
  readonly onLost?: ((error: ToscaniniError) => void) | undefined;
}

/** Questions in a row, each with its repeats, after which a service that does not answer is given up: some ten minutes. */
export const mostLost = 50;

const isEnd = ({ kind }: TimelineEvent): boolean => kind === 'COMPLETE' || kind === 'FAILED';

const isGone = (error: unknown): boolean => error instanceof ToscaniniError && error.name === 'NotFoundError';

const deleted: Snapshot = { view: undefined, deployment: undefined, resources: [], events: [], ended: true };

/**
 * Follows a deployment until its present operation has ended, or it is gone. Asks for the view with the last ETag, so that an
 * unchanged deployment costs one small request, and reads of the rest only what the view says has changed. Throws
 * ToscaniniError, NotFoundError only when it was never there.
 */
export async function* follow(
  ask: Send,
  { sleep = timer }: Pick<ClientOptions, 'sleep'>,
  id: string,
  { signal, pause, isThere = false, onLost }: FollowOptions = {},
): AsyncGenerator<Snapshot> {
  let isLost = false;
  const lose = (error: ToscaniniError): void => {
    isLost = onLost !== undefined;
    onLost?.(error);
  };
  const send: Send = (path, call) => ask(path, { ...call, ...(onLost && { onRepeat: lose }) });
  let etag: string | undefined;
  let last: Snapshot | undefined;
  let known: Known = { events: new Set() };
  let met = false;
  for (let watched = 0, lost = 0; ; ) {
    try {
      const read = await readView(send, id, { etag, signal });
      met = true;
      if (read !== 'unchanged') {
        const next = await snapshotOf(send, read.view, known, signal);
        if (next.ended && !next.events.some(isEnd) && !known.sawEnd) {
          // the service writes the last event right after the status
          await sleep(pause ?? 1_000, signal);
          const late = await newEvents(send, id, new Set(next.known.events), read.view.events, signal);
          return yield { ...next.snapshot, events: [...next.events, ...late] };
        }
        // only what was read completely is known: after an outage the rest is read again
        [known, etag, last] = [next.known, read.etag, next.snapshot];
        yield next.snapshot;
        if (next.ended) return;
      } else if (isLost && last) yield { ...last, events: [] };
      [lost, isLost] = [0, false];
    } catch (error) {
      if (met && isGone(error)) return yield deleted;
      lost += 1;
      if (!(met || isThere) || !isPassing(error) || lost > mostLost) throw error;
      lose(error);
    }
    const wait = pause ?? pollPause(watched, true);
    watched += wait;
    await sleep(wait, signal);
  }
}

/** What was read before, and how to see whether it is still true. */
interface Known {
  readonly view?: DeploymentView;
  readonly deployment?: Deployment;
  readonly resources?: readonly Resource[];
  /** names of the events that were told */
  readonly events: Set<string>;
  readonly sawEnd?: boolean;
}

const snapshotOf = async (send: Send, view: DeploymentView, known: Known, signal: AbortSignal | undefined) => {
  const at = `/deployments/${view.uuid}`;
  const seen = new Set(known.events);
  const sameRecord = known.view?.version === view.version && known.deployment;
  const sameResources = known.resources && JSON.stringify(known.view?.resources) === JSON.stringify(view.resources);
  const sameEvents = known.view?.events === view.events;
  const [deployment, resources, events] = await Promise.all([
    sameRecord || requestJson<Deployment>(send, at, 'uuid', { signal }),
    sameResources
      ? (known.resources ?? [])
      : collected(elements<Resource>(send, `${at}/resources`, { ...oldestFirst, signal })),
    sameEvents ? [] : newEvents(send, view.uuid, seen, view.events, signal),
  ]);
  const ended = !isWorking(view.status) && !isWorking(deployment.status);
  return {
    ...{ events, ended },
    snapshot: { view, deployment, resources, events, ended },
    known: { view, deployment, resources, events: seen, sawEnd: known.sawEnd || events.some(isEnd) },
  };
};

const oldestFirst = { query: { sort: 'createdAt,asc' } };

/**
 * The events that were not told before; adds their names to `seen`. It asks only for those after the last one. `count` is how
 * many there are: one that was written late may stand before the last one, and then all are read.
 */
const newEvents = async (
  send: Send,
  id: string,
  seen: Set<string>,
  count: number,
  signal: AbortSignal | undefined,
): Promise<readonly TimelineEvent[]> => {
  const read = async (after: string | undefined): Promise<readonly TimelineEvent[]> => {
    const query = { ...oldestFirst.query, after };
    const all = await collected(elements<TimelineEvent>(send, `/deployments/${id}/events`, { query, signal }));
    const events = all.filter(({ name }) => !seen.has(name));
    for (const { name } of events) seen.add(name);
    return events;
  };
  const latest = [...seen].at(-1);
  const events = await read(latest);
  return latest === undefined || seen.size >= count ? events : [...events, ...(await read(undefined))];
};
