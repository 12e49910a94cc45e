import { describe, expect, it } from 'vitest';
import { collected, pollPause, type Snapshot, Toscanini } from '../../client/index.ts';
import { json, refusal, scripted } from './answers.ts';

/** What the deployment is at one question: its status, its events, and the states of its resources. */
interface Moment {
  readonly status: string;
  readonly events?: readonly string[];
  readonly states?: readonly string[];
}

type Moments = readonly (Moment | 'gone' | 'same' | 'away' | 'busy' | 'half' | 'proxy')[];

const page = (content: readonly unknown[]) => ({ content, page: { number: 0, totalPages: 1 } });

const kinds: { readonly [name: string]: string } = { complete: 'COMPLETE', failed: 'FAILED' };

/** A service whose deployment is in these moments, one after another; `gone` deletes it, `same` changes nothing.
 * `away`: the service does not answer. `busy`: it refuses one try, and takes the next. `proxy`: another server answers that it knows no such address. `half`: it is away after the view, when it is asked for the resources. */
const service = (...moments: Moments) => {
  const asked: { readonly path: string; readonly ifNoneMatch: string | undefined }[] = [];
  const { options, pauses } = scripted(json({}));
  let at = -1;
  let present: Moment | undefined;
  const answer = async (input: unknown, { headers }: RequestInit): Promise<Response> => {
    const path = new URL(`${input}`).pathname;
    asked.push({ path, ifNoneMatch: new Headers(headers).get('if-none-match') ?? undefined });
    if (path.endsWith('/resources') && moments[at] === 'half') return refusal(500, 'away');
    if (path.endsWith('/resources')) return json(page((present?.states ?? []).map((state) => ({ state }))));
    if (path.endsWith('/events')) {
      const all = present?.events ?? [];
      const after = new URL(`${input}`).searchParams.get('after');
      const told = all.slice(after === null ? 0 : all.indexOf(after) + 1);
      return json(page(told.map((name) => ({ name, kind: kinds[name] ?? 'CHANGE' }))));
    }
    if (!path.endsWith('/view')) return json({ uuid: 'd1', status: present?.status });
    at += 1;
    const moment = moments[Math.min(at, moments.length - 1)];
    if (moment === 'same') return new Response(null, { status: 304 });
    if (moment === 'gone') return refusal(404, 'no such deployment');
    if (moment === 'proxy') return new Response('<h1>default backend</h1>', { status: 404 });
    if (moment === 'busy') return refusal(503, 'busy');
    if (moment === 'away') return refusal(500, 'away');
    if (moment === 'half') present = moments.slice(at).find((one) => typeof one === 'object') ?? present;
    else present = moment;
    const { status, events = [], states = [] } = present ?? {};
    const view = {
      uuid: 'd1',
      status,
      version: status,
      events: events.length,
      resources: states.map((state) => ({ state })),
    };
    return json(view, { headers: { etag: `"${at}"` } });
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

  it('sees an event that was written late, before others that it has seen', async () => {
    const { snapshots } = await followed(
      { status: 'CREATE_IN_PROGRESS', events: ['accepted', 'started'] },
      { status: 'CREATE_IN_PROGRESS', events: ['accepted', 'late', 'started', 'more'] },
      { status: 'CREATE_COMPLETE', events: ['accepted', 'late', 'started', 'more', 'complete'] },
    );
    expect(snapshots.map(({ events }) => events)).toEqual([['accepted', 'started'], ['more', 'late'], ['complete']]);
  });

  it('asks with the last ETag, and reads nothing else while nothing changes', async () => {
    const { asked, snapshots } = await followed({ status: 'CREATE_IN_PROGRESS' }, 'same', 'same', {
      status: 'CREATE_FAILED',
      events: ['failed'],
    });
    expect(snapshots).toHaveLength(2);
    const own = asked.filter(({ path }) => path.endsWith('/view'));
    expect(own.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, '"0"', '"0"', '"0"']);
    // all three at first; then the record and the events, but not the resources, which the view shows unchanged
    expect(asked.filter(({ path }) => !path.endsWith('/view')).map(({ path }) => path)).toEqual([
      ...['/base/deployments/d1', '/base/deployments/d1/resources', '/base/deployments/d1/events'],
      ...['/base/deployments/d1', '/base/deployments/d1/events'],
    ]);
  });

  it('sees that it is deleted', async () => {
    const { snapshots } = await followed({ status: 'DELETE_IN_PROGRESS' }, 'gone');
    expect(snapshots.at(-1)).toEqual({ status: undefined, events: [], states: [], ended: true });
  });

  it('does not take the answer of a proxy for a deletion', async () => {
    const { snapshots } = await followed({ status: 'DELETE_IN_PROGRESS' }, 'proxy', 'same', 'proxy', {
      status: 'DELETE_FAILED',
      events: ['failed'],
    });
    expect(snapshots).toMatchObject([{ status: 'DELETE_IN_PROGRESS' }, { status: 'DELETE_FAILED', ended: true }]);
    await expect(followed('proxy')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  it('waits for a service that is away at the first question, if it has just told of the deployment', async () => {
    const ends = { status: 'CREATE_COMPLETE', events: ['complete'] };
    const { toscanini } = service('away', 'away', ends);
    const snapshots = await collected(toscanini.follow('d1', { isThere: true }));
    expect(snapshots.map(seen)).toMatchObject([{ status: 'CREATE_COMPLETE', ended: true }]);
    await expect(followed('away', ends)).rejects.toMatchObject({ name: 'UnavailableError' });
    const gone = service('gone').toscanini.follow('d1', { isThere: true });
    await expect(collected(gone)).rejects.toMatchObject({ name: 'NotFoundError' });
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

  it('asks every second at first, and then less and less often', async () => {
    const waiting = Array.from({ length: 200 }, () => 'same' as const);
    const { pauses } = await followed({ status: 'CREATE_IN_PROGRESS' }, ...waiting, {
      status: 'CREATE_COMPLETE',
      events: ['complete'],
    });
    const seconds = (pause: number) => pauses.filter((one) => one === pause * 1_000).length;
    expect([1, 2, 3].map(seconds)).toEqual([30, 45, 60]);
    expect(pauses.slice(135)).toEqual(Array.from({ length: 66 }, () => 5_000));
  });
});

describe('a follower whose service is away for a while', () => {
  const begun = { status: 'CREATE_IN_PROGRESS', events: ['accepted'], states: ['INITIAL'] };
  const done = { status: 'CREATE_COMPLETE', events: ['accepted', 'started', 'complete'], states: ['STARTED'] };

  it('goes on, and misses nothing', async () => {
    const { snapshots } = await followed(begun, 'away', 'away', 'half', 'half', done);
    expect(snapshots).toEqual([
      { status: 'CREATE_IN_PROGRESS', events: ['accepted'], states: ['INITIAL'], ended: false },
      { status: 'CREATE_COMPLETE', events: ['started', 'complete'], states: ['STARTED'], ended: true },
    ]);
  });

  it('says that it is', async () => {
    const { toscanini } = service(begun, 'away', 'half', done);
    const said: string[] = [];
    await collected(toscanini.follow('d1', { onLost: ({ message }) => said.push(message) }));
    expect(said).toEqual(['away', 'away']);
  });

  it('says so at each try, and gives the last snapshot again once nothing has changed meanwhile', async () => {
    const { toscanini } = service(begun, 'busy', 'busy', 'same', 'same', done);
    const said: string[] = [];
    const snapshots = await collected(toscanini.follow('d1', { onLost: ({ message }) => said.push(message) }));
    expect(said).toEqual(['busy', 'busy']);
    const [first, again] = snapshots.map(seen);
    expect(snapshots).toHaveLength(3);
    expect(again).toEqual({ ...first, events: [] });
  });

  it('gives up in the end, and at once where it has never answered', async () => {
    const away = Array.from({ length: 60 }, () => 'away' as const);
    const { toscanini, asked } = service(begun, ...away, done);
    await expect(collected(toscanini.follow('d1'))).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(asked.filter(({ path }) => path.endsWith('/view'))).toHaveLength(52);
    await expect(followed('away', begun, done)).rejects.toMatchObject({ name: 'UnavailableError' });
  });

  it('does not go on where it is refused', async () => {
    const { toscanini } = service(begun, 'gone');
    expect((await collected(toscanini.follow('d1'))).at(-1)).toMatchObject({ deployment: undefined, ended: true });
  });
});

describe('a watcher', () => {
  it('asks every 15 seconds while no operation is in progress', () => {
    expect([pollPause(0, false), pollPause(0, true), pollPause(30_000, true)]).toEqual([15_000, 1_000, 2_000]);
  });

  it('reads the view with its ETag, without the nodes if asked to, and learns that nothing changed', async () => {
    const unchanged = new Response(null, { status: 304 });
    const { options, asked } = scripted(json({ uuid: 'd1' }, { headers: { etag: '"1"' } }), unchanged);
    const toscanini = new Toscanini(options);
    expect(await toscanini.view('d1')).toEqual({ view: { uuid: 'd1' }, etag: '"1"' });
    expect(await toscanini.view('d1', { etag: '"1"', topology: false })).toBe('unchanged');
    expect(asked.map(({ path, headers }) => [path, headers['if-none-match']])).toEqual([
      ['/base/deployments/d1/view', undefined],
      ['/base/deployments/d1/view?topology=false', '"1"'],
    ]);
  });
});
