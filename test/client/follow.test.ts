import { describe, expect, it } from 'vitest';
import { collected, type Snapshot, Toscanini } from '../../client/index.ts';
import { json, refusal, scripted } from './answers.ts';

/** What the deployment is at one question: its status, its events, and the states of its resources. */
interface Moment {
  readonly status: string;
  readonly events?: readonly string[];
  readonly states?: readonly string[];
}

type Moments = readonly (Moment | 'gone' | 'same')[];

const page = (content: readonly unknown[]) => ({ content, page: { number: 0, totalPages: 1 } });

const kinds: { readonly [name: string]: string } = { complete: 'COMPLETE', failed: 'FAILED' };

/** A service whose deployment is in these moments, one after another; `gone` deletes it, `same` changes nothing. */
const service = (...moments: Moments) => {
  const asked: { readonly path: string; readonly ifNoneMatch: string | undefined }[] = [];
  const { options, pauses } = scripted(json({}));
  let at = -1;
  let present: Moment | undefined;
  const answer = async (input: unknown, { headers }: RequestInit): Promise<Response> => {
    const path = new URL(`${input}`).pathname;
    asked.push({ path, ifNoneMatch: new Headers(headers).get('if-none-match') ?? undefined });
    if (path.endsWith('/resources')) return json(page((present?.states ?? []).map((state) => ({ state }))));
    if (path.endsWith('/events'))
      return json(page((present?.events ?? []).map((name) => ({ name, kind: kinds[name] ?? 'CHANGE' }))));
    at += 1;
    const moment = moments[Math.min(at, moments.length - 1)];
    if (moment === 'same') return new Response(null, { status: 304 });
    if (moment === 'gone') return refusal(404, 'no such deployment');
    present = moment;
    return json({ uuid: 'd1', status: moment?.status }, { headers: { etag: `"${at}"` } });
  };
  return { toscanini: new Toscanini({ ...options, fetch: answer as typeof fetch }), asked, pauses };
};

const seen = ({ deployment, events, resources, ended }: Snapshot) => ({
  status: deployment?.status,
  events: events.map(({ name }) => name),
  states: resources.map(({ state }) => state),
  ended,
});

const followed = async (...moments: Moments) => {
  const made = service(...moments);
  return { ...made, snapshots: (await collected(made.toscanini.follow('d1'))).map(seen) };
};

describe('a follower', () => {
  it('sees each change once, each event once, and the end', async () => {
    const { snapshots } = await followed(
      { status: 'CREATE_IN_PROGRESS', events: ['accepted'], states: ['INITIAL'] },
      { status: 'CREATE_IN_PROGRESS', events: ['accepted', 'started'], states: ['CREATING'] },
      { status: 'CREATE_COMPLETE', events: ['accepted', 'started', 'complete'], states: ['STARTED'] },
    );
    expect(snapshots).toEqual([
      { status: 'CREATE_IN_PROGRESS', events: ['accepted'], states: ['INITIAL'], ended: false },
      { status: 'CREATE_IN_PROGRESS', events: ['started'], states: ['CREATING'], ended: false },
      { status: 'CREATE_COMPLETE', events: ['complete'], states: ['STARTED'], ended: true },
    ]);
  });

  it('asks with the last ETag, and reads nothing else while nothing changes', async () => {
    const { asked, snapshots } = await followed({ status: 'CREATE_IN_PROGRESS' }, 'same', 'same', {
      status: 'CREATE_FAILED',
      events: ['failed'],
    });
    expect(snapshots).toHaveLength(2);
    const own = asked.filter(({ path }) => path.endsWith('/d1'));
    expect(own.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, '"0"', '"0"', '"0"']);
    expect(asked).toHaveLength(own.length + 4);
  });

  it('sees that it is deleted', async () => {
    const { snapshots } = await followed({ status: 'DELETE_IN_PROGRESS' }, 'gone');
    expect(snapshots.at(-1)).toEqual({ status: undefined, events: [], states: [], ended: true });
  });

  it('that was never there is an error', async () => {
    await expect(followed('gone')).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('sees the end of what has ended before', async () => {
    const { snapshots, pauses } = await followed({ status: 'UPDATE_FAILED', events: ['failed'] });
    expect(snapshots).toMatchObject([{ status: 'UPDATE_FAILED', ended: true }]);
    expect(pauses).toEqual([]);
  });

  it('waits a moment for the last event, which the service writes after the status', async () => {
    const { snapshots, pauses } = await followed({ status: 'CREATE_COMPLETE', events: ['accepted'] });
    expect(snapshots).toMatchObject([{ status: 'CREATE_COMPLETE', events: ['accepted'], ended: true }]);
    expect(pauses).toEqual([1_000]);
  });

  it('asks every second, and after five minutes every five', async () => {
    const waiting = Array.from({ length: 302 }, () => 'same' as const);
    const { pauses } = await followed({ status: 'CREATE_IN_PROGRESS' }, ...waiting, {
      status: 'CREATE_COMPLETE',
      events: ['complete'],
    });
    expect(new Set(pauses.slice(0, 300))).toEqual(new Set([1_000]));
    expect(pauses.slice(300)).toEqual([5_000, 5_000, 5_000]);
  });
});
