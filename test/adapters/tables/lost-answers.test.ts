import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { backfills } from '../../../src/adapters/tables/backfills.ts';
import { batchWrite } from '../../../src/adapters/tables/batch.ts';
import { dynamoDbClient } from '../../../src/adapters/tables/client.ts';
import { tokenAttribute } from '../../../src/adapters/tables/conditional-write.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import {
  actionSweepQueue,
  callbackSweepQueue,
  eventSweepQueue,
  operationSweepQueue,
} from '../../../src/adapters/tables/sweep-queues.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import type { Schedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { directEngine, type Engine, localAws } from '../../support/engine.ts';
import { Answers } from '../../support/lost-answers.ts';
import { attempt, deleting, deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
let repositories: Repositories;
const answers = new Answers();
const clock = settableClock();

type Repositories = ReturnType<typeof repositoriesOver>;
const repositoriesOver = ({ endpoints, tables }: Engine) => {
  const client = answers.on(dynamoDbClient({ ...localAws, endpoint: endpoints.dynamoDb }));
  const at = (table: keyof typeof tables) => ({
    ...{ client, clock, table: tables[table], deployments: tables.deployments, backOff: noWait },
  });
  return {
    deployments: deployments(at('deployments')),
    attempts: attempts(at('deployments')),
    timeline: timeline(at('deployments')),
    requests: idempotentRequests(at('deployments')),
    operations: operationSweepQueue(at('deployments')),
    actions: actionSweepQueue(at('deployments')),
    callbacks: callbackSweepQueue(at('deployments')),
    resources: resources(at('resources')),
    schedules: schedules(at('schedules')),
    events: scheduleEvents(at('scheduleEvents')),
    eventSweepQueue: eventSweepQueue(at('scheduleEvents')),
    backfills: backfills(at('scheduleEvents')),
  };
};

beforeAll(async () => {
  engine = await directEngine();
  repositories = repositoriesOver(engine);
});
afterAll(() => engine?.stop());

const one = deployment(1);
const owner = one.operation.id;
const { id } = one;

const resource: Resource = {
  ...{ id: uuid(2), deploymentId: id, createdAt: instant(0), updatedAt: instant(0), state: 'STARTED' },
  ...{ toscaNodeName: 'node', toscaNodeType: 'tosca.nodes.Compute', toscaTypes: ['tosca.nodes.Compute'] },
  ...{ requiredBy: [], metadata: {}, physicalId: '0' },
};
const action = { id: uuid(3), type: 'stop', acceptedAt: instant(1) } as const;
const stopping: Resource = { ...resource, state: 'STOPPING', updatedAt: instant(1), action };
const actionRef = { deploymentId: id, resourceId: resource.id, actionId: action.id };

const schedule: Schedule = {
  ...{ id: uuid(4), createdAt: instant(0), updatedAt: instant(0), createdBy: someone, status: 'RUNNING' },
  ...{ reader: { isAdministrator: false }, fileExpression: 'incoming:.*', replicationExpression: '*' },
  ...{ numberOfReplicas: 1, parameters: {}, limits: one.limits },
};
const event: ScheduleEvent = {
  ...{ id: uuid(5), scheduleId: schedule.id, scope: 'incoming', name: 'file', createdAt: instant(0) },
  ...{ updatedAt: instant(0), deploymentId: id, operationId: owner, replicationStatus: 'REPLICATING' },
};
const request = { owner: someone, key: 'key', fingerprint: 'asked', deploymentId: id, operationId: owner };
const told = { name: 'one', kind: 'COMPLETE', message: 'done', at: instant(1) } as const;

type Use = (all: Repositories) => Promise<unknown>;

const given: Use = ({ deployments }) => deployments.accept(one);
const recorded: Use = ({ events }) => events.record(event);

/** What is done, after what came before it. Each is done once for each of its changing calls. */
const uses: Readonly<Record<string, { readonly before?: readonly Use[]; readonly use: Use }>> = {
  'a deployment is accepted': { use: given },
  'a deployment is handed over': { before: [given], use: (all) => all.deployments.supersede(one, deleting(one)) },
  'an operation begins': { before: [given], use: (all) => all.deployments.markStarted(id, owner) },
  'an operation ends': {
    before: [given],
    use: (all) => all.deployments.record(id, owner, { status: 'CREATE_COMPLETE', outputs: { a: 1 } }),
  },
  'a deployment is leaving': { before: [given], use: (all) => all.deployments.markRemoving(id, owner) },
  'a deployment is removed': {
    before: [
      given,
      (all) => all.attempts.findOrCreate(attempt(one, 1)),
      (all) => all.timeline.add(id, told),
      (all) => all.attempts.findOrCreate(attempt(one, 2)),
    ],
    use: (all) => all.deployments.remove(id, owner),
  },
  'an attempt begins': { before: [given], use: (all) => all.attempts.findOrCreate(attempt(one, 1)) },
  'an attempt goes on': {
    before: [given, (all) => all.attempts.findOrCreate(attempt(one, 1))],
    use: (all) => all.attempts.record(id, 1, { state: 'RUNNING', infrastructureId: 'one' }),
  },
  'something is told': { before: [given], use: (all) => all.timeline.add(id, told) },
  'a request claims its key': { use: (all) => all.requests.claim(request) },
  'a request takes up what another left': {
    before: [(all) => all.requests.claim(request), async () => clock.set(60)],
    use: (all) => all.requests.claim({ ...request, deploymentId: uuid(9) }),
  },
  'a request is answered': {
    before: [(all) => all.requests.claim(request)],
    use: (all) => all.requests.complete(request, 'answer'),
  },
  'a request is released': {
    before: [(all) => all.requests.claim(request)],
    use: (all) => all.requests.release({ ...request, busyUntil: clock.now().getTime() + 30_000 }),
  },
  'resources are staged': { use: (all) => all.resources.stage([resource]) },
  'a resource is replaced': {
    before: [given, (all) => all.resources.put([resource])],
    use: (all) => all.resources.replace(resource, stopping),
  },
  'resources are removed': {
    before: [(all) => all.resources.put([resource])],
    use: (all) => all.resources.remove(id),
  },
  'an action is watched': { use: (all) => all.actions.register(actionRef, clock.now()) },
  'an action is looked at again': {
    before: [(all) => all.actions.register(actionRef, clock.now())],
    use: (all) => all.actions.setNextCheck(actionRef, new Date(instant(60))),
  },
  'an action is looked at no more': {
    before: [(all) => all.actions.register(actionRef, clock.now())],
    use: (all) => all.actions.setNextCheck(actionRef, undefined),
  },
  'a callback is watched': { use: (all) => all.callbacks.register('one', clock.now()) },
  'a callback was interrupted': {
    before: [(all) => all.callbacks.register('one', clock.now())],
    use: (all) => all.callbacks.interrupt({ notificationId: 'one' }, { times: 1, by: 'States.Timeout' }),
  },
  'a callback is looked at no more': {
    before: [(all) => all.callbacks.register('one', clock.now())],
    use: (all) => all.callbacks.setNextCheck({ notificationId: 'one' }, undefined),
  },
  'an operation is looked at again': {
    before: [given, (all) => all.deployments.markStarted(id, owner)],
    use: (all) => all.operations.setNextCheck(one, new Date(instant(60))),
  },
  'a schedule is created': { use: (all) => all.schedules.create(schedule, ['incoming']) },
  'a schedule is suspended': {
    before: [(all) => all.schedules.create(schedule, ['incoming']), async () => clock.set(1)],
    use: (all) => all.schedules.setStatus(schedule, 'SUSPENDED', []),
  },
  'a schedule is leaving': {
    before: [(all) => all.schedules.create(schedule, ['incoming'])],
    use: (all) => all.schedules.markRemoving(schedule),
  },
  'a schedule is removed': {
    before: [(all) => all.schedules.create(schedule, ['incoming'])],
    use: (all) => all.schedules.remove(schedule),
  },
  'an event is recorded': { use: recorded },
  'an event begins': { before: [recorded], use: (all) => all.events.markStarted(event.id) },
  'an event changes': {
    before: [recorded],
    use: (all) => all.events.change(event.id, { replicationStatus: 'STUCK', reason: 'why' }),
  },
  'an event fails': { before: [recorded], use: (all) => all.events.fail(event, 'why', schedule) },
  'a backfill begins within a quota': {
    use: (all) => all.backfills.create(backfill, new Date(instant(60)), [{ scope: { of: 'all' }, most: 1 }]),
  },
  'an event is looked at no more': {
    before: [recorded],
    use: (all) => all.eventSweepQueue.setNextCheck(event, undefined),
  },
  'an event is removed': { before: [recorded], use: (all) => all.events.remove(event) },
  'the events of a schedule are removed': {
    before: [recorded],
    use: (all) => all.events.removeAll(schedule.id),
  },
};

const backfill: Backfill = {
  ...{ id: uuid(8), scheduleId: schedule.id, createdAt: instant(0), updatedAt: instant(0), createdBy: someone },
  ...{ scope: 'incoming', prefix: '', status: 'RUNNING', seen: 0, matching: 0, started: 0 },
};

/** All that is in the tables, apart from who wrote it. */
const contents = async () => {
  const found: Record<string, unknown[]> = {};
  for (const table of Object.values(engine.tables)) {
    const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: table }));
    // what happens is counted once at least: a reader only compares the count
    found[table] = Items.map(({ [tokenAttribute]: _, 'activity-count': __, ...item }) => item).sort((a, b) =>
      `${a['pk']} ${a['sk']}` < `${b['pk']} ${b['sk']}` ? -1 : 1,
    );
  }
  return found;
};

const clear = async () => {
  for (const [table, items] of Object.entries(await contents()))
    await batchWrite(
      { client: engine.client, table, clock },
      items.map((item) => {
        const { pk, sk } = item as { pk: string; sk: string };
        return { DeleteRequest: { Key: { pk, sk } } };
      }),
    );
};

/** What came of it, and how many changing calls it took. */
const done = async ({ before = [], use }: (typeof uses)[string], lose?: number) => {
  await clear();
  clock.set(0);
  answers.lose = undefined;
  for (const step of before) await step(repositories);
  answers.changes = 0;
  answers.lose = lose;
  const answer = await use(repositories);
  return { answer, contents: await contents(), calls: answers.changes };
};

describe('when an answer of DynamoDB is lost, and the SDK sends the call again', () => {
  afterEach(() => {
    answers.lose = undefined;
  });

  it.each(Object.entries(uses))('%s as if it had come', async (_, use) => {
    const { calls, ...undisturbed } = await done(use);
    expect(calls).toBeGreaterThan(0);
    for (let lost = 1; lost <= calls; lost += 1) {
      const disturbed = await done(use, lost);
      expect({ ...disturbed, calls: disturbed.calls - 1 }, `answer ${lost}`).toEqual({ ...undisturbed, calls });
    }
  });

  it('is no success when somebody else wrote the very same', async () => {
    await given(repositories);
    await repositories.resources.put([resource]);
    await repositories.resources.replace(resource, stopping);
    await expect(repositories.resources.replace(resource, stopping)).rejects.toThrow(/changed in the meantime/);
  });
});
