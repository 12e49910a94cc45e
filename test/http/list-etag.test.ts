import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbClient } from '../../src/adapters/tables/client.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { deploymentsById } from '../../src/adapters/tables/deployments-by-id.ts';
import { endedDeployments } from '../../src/adapters/tables/ended-deployments.ts';
import { scheduleEvents } from '../../src/adapters/tables/schedule-events.ts';
import { schedules as scheduleTable } from '../../src/adapters/tables/schedules.ts';
import type { Schedule, ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { deployment, instant, settableClock, uuid } from '../adapters/tables/samples.ts';
import { directEngine, type Engine, localAws } from '../support/engine.ts';
import { readsDuring, readsOf } from '../support/reads.ts';
import { type Answered, call, callers, type Name, people } from './requests.ts';
import { list, schedules } from './under-test.ts';

let engine: Engine;
const clock = settableClock();
let second = 0;

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine?.stop());

const wait = (seconds: number): void => {
  second += seconds;
  clock.set(second);
};

const serviceOver = (client = engine.client) => {
  const table = { client, table: engine.tables.deployments, clock };
  return {
    ...{ clock, callers, publicBaseUrl: 'https://api.example', createdByEverywhere: false },
    callbacksToPrivateAddresses: false,
    deployments: deployments(table),
    deploymentsById: deploymentsById(table),
    ended: endedDeployments(table, 30),
    schedules: scheduleTable({ ...table, deployments: engine.tables.deployments, table: engine.tables.schedules }),
    scheduleEvents: scheduleEvents({
      ...table,
      deployments: engine.tables.deployments,
      table: engine.tables.scheduleEvents,
    }),
  };
};

const ownerOf = (name: Name) => ({ issuer: people[name].issuer, subject: people[name].subject });

const tagOf = ({ headers }: Answered): string => String(headers['ETag'] ?? '""');

type Query = Readonly<Record<string, string>>;

/** What different people ask for, with filters and pages. */
const questions: readonly (readonly [Name, Query])[] = [
  ['olga', {}],
  ['olga', { userGroup: 'physics' }],
  ['mia', { userGroup: 'physics', createdBy: 'me' }],
  ['mia', { status: 'CREATE_COMPLETE' }],
  ['otto', {}],
  ['ada', { size: '2', page: '1' }],
  ['ada', { q: 'physics', sort: 'updatedAt,asc' }],
];

const acts = fc.oneof(
  fc.record({
    act: fc.constant('create' as const),
    by: fc.constantFrom<Name>('olga', 'mia', 'otto'),
    group: fc.constantFrom('physics', 'chemistry'),
  }),
  fc.record({ act: fc.constantFrom('change' as const, 'remove' as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
);

describe('the ETag of a list of deployments', () => {
  it('is never kept by a list that has changed', async () => {
    let made = 0;
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 10 }), async (steps) => {
        const service = serviceOver();
        const ask = ([as, query]: readonly [Name, Query], headers = {}) => call(list(service), { as, query, headers });
        const there: { readonly id: string; readonly operation: string }[] = [];
        const last = new Map<number, Answered>();
        for (const step of steps) {
          if (step.act === 'wait') wait(step.seconds);
          else if (step.act === 'create') {
            made += 1;
            const at = { createdAt: instant(second), updatedAt: instant(second) };
            const one = deployment(made, { ...at, createdBy: ownerOf(step.by), userGroup: step.group });
            await service.deployments.accept(one);
            there.push({ id: one.id, operation: one.operation.id });
          } else if (there.length > 0) {
            const [one] =
              step.act === 'remove' ? there.splice(step.which % there.length, 1) : [there[step.which % there.length]];
            if (one === undefined) continue;
            if (step.act === 'remove') await service.deployments.remove(one.id, one.operation);
            else await service.deployments.record(one.id, one.operation, { status: 'CREATE_COMPLETE' });
          }
          for (const [index, question] of questions.entries()) {
            const before = last.get(index);
            const now = await ask(question, { 'If-None-Match': before === undefined ? '""' : tagOf(before) });
            const fresh = await ask(question);
            if (now.status === 304) kept += 1;
            expect(now.status === 304 ? before?.json : now.json).toEqual(fresh.json);
            if (now.status === 200) last.set(index, now);
          }
        }
      }),
      { numRuns: 5 },
    );
    expect(kept, 'some lists were answered without being read').toBeGreaterThan(0);
  });

  it('comes when nothing has changed for ten seconds, and then two small reads answer', async () => {
    const client = dynamoDbClient({ ...localAws, endpoint: engine.endpoints.dynamoDb }); // the SDK counts what it reads
    const service = serviceOver(client);
    const ask = (headers: Query, ports = service) => call(list(ports), { as: 'olga', headers });
    const one = deployment(5_000, {
      createdBy: ownerOf('olga'),
      createdAt: instant(second),
      updatedAt: instant(second),
    });
    await service.deployments.accept(one);
    wait(9);
    expect((await ask({ 'If-None-Match': '""' })).headers).not.toHaveProperty('ETag');
    wait(1);
    expect((await ask({})).headers, 'nobody asked for it').not.toHaveProperty('ETag');
    const first = await ask({ 'If-None-Match': '""' });
    expect([first.status, first.json['page']]).toEqual([200, expect.objectContaining({ number: 0 })]);
    const counted = readsOf(client);
    const used = await readsDuring(counted, async () =>
      expect(await ask({ 'If-None-Match': tagOf(first) })).toMatchObject({ status: 304, body: '' }),
    );
    expect(used).toEqual({ requests: 2, reads: 2, units: 1.5 });
    wait(300);
    expect(await ask({ 'If-None-Match': tagOf(first) }), 'no ETag lives longer than five minutes').toMatchObject({
      status: 200,
      json: first.json,
    });
    client.destroy();
  });

  it('is not shared by callers, and ended deployments have none', async () => {
    wait(60);
    const service = serviceOver();
    const ask = async (as: Name, query: Query = {}) =>
      call(list(service), { as, query, headers: { 'If-None-Match': '""' } });
    expect(tagOf(await ask('olga', { userGroup: 'physics' }))).not.toBe(
      tagOf(await ask('mia', { userGroup: 'physics' })),
    );
    expect((await ask('olga', { status: 'DELETE_COMPLETE' })).headers).not.toHaveProperty('ETag');
  });
});

const schedule: Schedule = {
  id: uuid(9_000),
  createdAt: instant(0),
  updatedAt: instant(0),
  createdBy: ownerOf('olga'),
  reader: { groups: ['physics'], isAdministrator: false },
  status: 'RUNNING',
  fileExpression: 'incoming:data/.*',
  replicationExpression: 'tier<2',
  numberOfReplicas: 1,
  parameters: {},
  limits: { providerTimeoutMins: 30, keepLastAttempt: false },
};

const event: ScheduleEvent = {
  id: uuid(9_001),
  scheduleId: schedule.id,
  deploymentId: uuid(9_002),
  operationId: 'operation-9002',
  createdAt: instant(0),
  updatedAt: instant(0),
  scope: 'incoming',
  name: 'data/one',
  replicationStatus: 'REPLICATING',
  replicas: [],
};

describe('the ETags of schedules and of their events', () => {
  it('change with the schedule, with an event, and with a deployment that an event shows', async () => {
    const service = serviceOver();
    const path = { schedule_id: schedule.id };
    const listed = (headers = {}) => call(schedules.list.route(service), { as: 'olga', headers });
    const events = (headers = {}) =>
      call(schedules.events.route(service), {
        as: 'olga',
        resource: '/schedules/{schedule_id}/events',
        path,
        headers,
      });
    await service.schedules.create(schedule, []);
    await service.scheduleEvents.record(event);
    const instants = { createdAt: instant(0), updatedAt: instant(0) };
    await service.deployments.accept(
      deployment(9_002, { id: event.deploymentId, createdBy: ownerOf('olga'), ...instants }),
    );
    /** Both lists, read anew and then unchanged; then `change` must show in `seen`. */
    const expectSeen = async (ask: typeof events, change: () => Promise<unknown>) => {
      wait(30);
      const first = await ask({ 'If-None-Match': '""' });
      const again = { 'If-None-Match': tagOf(first) };
      expect([first.status, (await ask(again)).status]).toEqual([200, 304]);
      await change();
      for (const pause of [0, 20]) {
        wait(pause);
        const next = await ask(again);
        expect([next.status, next.json]).toEqual([200, (await ask()).json]);
        expect(next.json).not.toEqual(first.json);
      }
    };
    await expectSeen(events, () => service.scheduleEvents.change(event.id, { replicationStatus: 'OK' }));
    await expectSeen(events, () =>
      service.deployments.record(event.deploymentId, 'operation-9002', { status: 'CREATE_COMPLETE' }),
    );
    await expectSeen(listed, () => service.schedules.setStatus(schedule, 'SUSPENDED', []));
    await expectSeen(events, () => service.scheduleEvents.remove(event));
  });
});
