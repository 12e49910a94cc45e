import { beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { eventStream as streamTable } from '../../src/adapters/tables/event-stream.ts';
import { moveStates } from '../../src/adapters/tables/move-states.ts';
import { pauses } from '../../src/adapters/tables/pauses.ts';
import { schedules } from '../../src/adapters/tables/schedules.ts';
import { switches } from '../../src/adapters/tables/switches.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { drain, eventStream, setPause, stopMoves } from './under-test.ts';

const test = serviceForTests();
const start = Date.parse('2026-11-20T12:00:00.000Z');
const day = 86_400_000;

/** The tables at an instant. */
const at = (ms: number) => ({
  client: test.engine.client,
  table: test.engine.tables.deployments,
  clock: { now: () => new Date(start + ms) },
});

const secret = 'hunter2-of-olga';
const olgas = sampleDeployment({
  id: id(1),
  name: 'web',
  userGroup: 'physics',
  parameters: { password: secret },
  secretInputs: ['password'],
});
const own = sampleDeployment({ id: id(2) });
const ottos = sampleDeployment({ id: id(3), createdBy: { issuer: olgas.createdBy.issuer, subject: 'otto' } });

const tell = (of: { readonly id: string }, ms: number, message: string) =>
  timeline(at(ms)).add(of.id, { name: message, kind: 'CHANGE', message, at: new Date(start).toISOString() });

interface Told {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
}

const read = async (as: Name | undefined, query: { readonly [name: string]: string } = {}, ms = 60_000) => {
  const service = { ...test.service, eventStream: streamTable(at(ms)) };
  const answer = await call(eventStream(service), { ...(as && { as }), query });
  const { content = [], links = [] } = answer.json as unknown as {
    content?: readonly Told[];
    links?: readonly { rel: string; href: string }[];
  };
  return { status: answer.status, content, next: links.find(({ rel }) => rel === 'next')?.href, body: answer.body };
};
const told = async (as: Name, query: { readonly [name: string]: string } = {}, ms?: number) =>
  (await read(as, query, ms)).content.map(({ message }) => message);

beforeAll(async () => {
  for (const one of [olgas, own, ottos]) await test.service.deployments.accept(one);
  await tell(olgas, 1_000, 'one');
  await tell(ottos, 2_000, 'two');
  await tell(own, 3_000, 'three');
  await tell(olgas, 4_000, `four ${secret}`);
  await tell(olgas, 9_000, 'one');
});

describe('the stream of all events', () => {
  it('shows each caller those of their own deployments and of their groups, newest first, each once', async () => {
    const firstWords = async (as: Name) => (await told(as)).map((message) => message.split(' ', 1).join());
    expect(await firstWords('olga')).toEqual(['four', 'three', 'one']);
    expect(await firstWords('mia')).toEqual(['four', 'one']);
    expect(await firstWords('otto')).toEqual(['two']);
    expect(await firstWords('ada')).toEqual(['four', 'three', 'two', 'one']);
    for (const nobody of ['namesake', 'lone'] as const) expect(await told(nobody)).toEqual([]);
    expect((await read(undefined)).status).toBe(401);
  });

  it('shows nobody a secret, not even the owner', async () => {
    for (const as of ['olga', 'mia', 'ada'] as const) {
      const { body } = await read(as);
      expect(body).toContain('four');
      expect(body).not.toContain(secret);
    }
  });

  it('can be asked for one group or one creator, as lists can', async () => {
    expect(await told('olga', { userGroup: 'physics' })).toHaveLength(2);
    expect(await told('ada', { createdBy: `olga@${olgas.createdBy.issuer}` })).toHaveLength(3);
    expect(await told('mia', { userGroup: 'physics', createdBy: 'me' })).toEqual([]);
    expect((await read('otto', { userGroup: 'physics' })).status).toBe(403);
    expect((await read('mia', { createdBy: `olga@${olgas.createdBy.issuer}` })).status).toBe(403);
  });

  it.each(['asc', 'desc'])(
    'is walked page by page, %s, and an event that comes meanwhile moves none',
    async (direction) => {
      const all = (await read('ada', { sort: `createdAt,${direction}` })).content.map(({ id: one }) => one);
      const walked: string[] = [];
      let query: { readonly [name: string]: string } = { sort: `createdAt,${direction}`, size: '1' };
      for (let n = 0; ; n++) {
        const { content, next } = await read('ada', query);
        walked.push(...content.map(({ id: one }) => one));
        if (next === undefined) break;
        query = Object.fromEntries(new URL(next).searchParams);
        expect(n).toBeLessThan(9);
      }
      expect(walked).toEqual(all);
      expect(new Set(all).size).toBe(4);
    },
  );

  it('begins at an instant, which is a day of the calendar', async () => {
    expect(await told('ada', { since: new Date(start + 3_000).toISOString() })).toHaveLength(2);
    expect(await told('ada', { since: new Date(start + 3_001).toISOString(), sort: 'createdAt,asc' })).toHaveLength(1);
    expect((await read('ada', { since: '2027-02-31T12:00:00Z' })).status).toBe(400);
  });

  it('refuses a cursor of another list', async () => {
    for (const cursor of ['AAAA', Buffer.from('> 2026').toString('base64url')])
      expect((await read('ada', { cursor })).status).toBe(400);
  });

  it('tells the end of a deployment in the transaction that removes it, and keeps its events for a month', async () => {
    const gone = sampleDeployment({ id: id(4), createdBy: ottos.createdBy, status: 'DELETE_IN_PROGRESS' });
    await test.service.deployments.accept(gone);
    await tell(gone, 5_000, 'five');
    const table = deployments(at(6_000));
    await table.markRemoving(gone.id, gone.operation.id);
    const remove = () => table.remove(gone.id, gone.operation.id);
    await Promise.all([remove(), remove()]);
    await remove();
    const { content } = await read('otto');
    expect(content.map(({ kind }) => kind)).toEqual(['DELETED', 'CHANGE', 'CHANGE']);
    expect(content[0]).toMatchObject({ deployment: { uuid: gone.id, status: 'DELETE_COMPLETE' } });
    expect(await tell(gone, 7_000, 'late')).toBe('gone');
    expect(await told('otto', {}, 30 * day)).toHaveLength(3);
    expect(await told('otto', {}, 31 * day)).toEqual([]);
  });

  it('says what people call the provider that an event is about, of the present one', async () => {
    const placed = sampleDeployment({ id: id(99), providerId: 'recas', provider: { name: 'ReCaS Bari' } });
    await test.service.deployments.accept(placed);
    for (const [ms, provider] of [
      [20_000, 'recas'],
      [20_001, 'earlier'],
    ] as const)
      await timeline(at(ms)).add(placed.id, {
        name: provider,
        kind: 'CHANGE',
        message: 'x',
        at: placed.createdAt,
        provider,
      });
    const since = new Date(start + 20_000).toISOString();
    expect((await read('ada', { since })).content).toMatchObject([
      { provider: 'earlier' },
      { provider: 'recas', providerName: 'ReCaS Bari' },
    ]);
    expect((await read('ada', { since })).content[0]).not.toHaveProperty('providerName');
  });

  it('has the events of schedules only where they are asked for, for those who may see the schedule', async () => {
    const since = new Date(start + 100_000).toISOString();
    const schedule = {
      ...{ id: id(5), createdAt: since, updatedAt: since, createdBy: ottos.createdBy, userGroup: 'physics' },
      ...({ status: 'RUNNING', reader: { isAdministrator: false }, fileExpression: 'incoming:.*' } as const),
      ...{ replicationExpression: '*', numberOfReplicas: 1, parameters: {}, limits: olgas.limits },
    };
    const table = { ...at(100_000), deployments: test.engine.tables.deployments, table: test.engine.tables.schedules };
    await schedules(table).create(schedule, []);
    const seen = async (as: Name, more: { readonly [name: string]: string } = { schedules: 'true' }) =>
      (await read(as, { since, ...more })).content;
    for (const as of ['olga', 'mia', 'otto', 'ada'] as const)
      expect(await seen(as), as).toMatchObject([{ kind: 'SCHEDULE_CREATED', schedule: { uuid: schedule.id } }]);
    expect(await seen('mia', { schedules: 'true', createdBy: 'me' })).toEqual([]);
    expect(await seen('lone')).toEqual([]);
    expect(await seen('otto', {})).toEqual([]);
    expect((await read('otto', { schedules: 'perhaps' })).status).toBe(400);
    const { next } = await read('otto', { schedules: 'true', size: '1' });
    expect(next).toContain('schedules=true');
  });
});

describe('what administrators switch', () => {
  const put = (route: Parameters<typeof call>[0], body: object, path: { readonly [name: string]: string } = {}) =>
    call(route, { as: 'ada', method: 'PUT', body, path });
  const kinds = async (as: Name, query: { readonly [name: string]: string } = {}) =>
    (
      await read(
        as,
        { installation: 'true', since: '2026-11-20T12:30:00Z', sort: 'createdAt,asc', ...query },
        3_600_000,
      )
    ).content.flatMap(({ kind, message }) =>
      /^(PAUSED|RESUMED|PROVIDER_|MOVES_)/.test(kind) ? [[kind, message]] : [],
    );

  it('is in the stream of administrators, with who and why, and in nobody else’s', async () => {
    const clock = { now: () => new Date(start + 3_600_000) };
    const table = { ...at(3_600_000), clock };
    const service = {
      ...test.service,
      clock,
      pauses: pauses(table),
      switches: switches(table),
      moveStates: moveStates(table),
    };
    const drainFirst = { provider_id: 'first' };
    expect((await put(setPause(service), { paused: true, reason: 'the network' })).status).toBe(204);
    expect((await put(drain(service), { draining: true }, drainFirst)).status).toBe(204);
    expect((await put(stopMoves(service), { stopped: true, reason: 'wait' })).status).toBe(204);
    const later = { ...table, clock: { now: () => new Date(start + 3_601_000) } };
    const after = { ...service, pauses: pauses(later), switches: switches(later), moveStates: moveStates(later) };
    expect((await put(stopMoves(after), { stopped: false })).status).toBe(204);
    expect((await put(drain(after), { draining: false }, drainFirst)).status).toBe(204);
    expect((await put(setPause(after), { paused: false })).status).toBe(204);
    // a switch that is turned already is no event
    expect((await put(setPause(after), { paused: false })).status).toBe(204);
    const said = [
      ['PAUSED', 'the installation is paused: the network'],
      ['PROVIDER_DRAINING', 'the provider First Cloud takes no new deployments'],
      ['MOVES_STOPPED', 'all moves are stopped: wait'],
      ['MOVES_ALLOWED', 'moves are allowed again'],
      ['PROVIDER_USABLE', 'the provider first takes new deployments'],
      ['RESUMED', 'the pause of the installation is over'],
    ];
    expect((await kinds('ada')).toSorted()).toEqual(said.toSorted());
    expect(await kinds('ada', { installation: 'false' })).toEqual([]);
    for (const as of ['olga', 'mia', 'lena', 'otto', 'lone'] as const) expect(await kinds(as), as).toEqual([]);
  });
});
