import { type CloudEvent, HTTP } from 'cloudevents';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { eventOutbox } from '../../../src/adapters/tables/event-outbox.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import type { StreamEvent } from '../../../src/domain/deployments/record/event-stream.ts';
import type { Notification } from '../../../src/domain/deployments/record/ports.ts';
import type { SubscriptionPorts, WebhooksOfGroup } from '../../../src/domain/publishing/group-webhooks.ts';
import { type PublishPorts, publishEvents } from '../../../src/domain/publishing/publish-events.ts';
import type { Webhook } from '../../../src/domain/publishing/webhook.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import { streamEventView } from '../../../src/http/events/event-list.ts';
import { deployment, noWait, settableClock, uuid } from '../../adapters/tables/samples.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

let engine: Engine;
const clock = settableClock();
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const table = (publishesEvents = true) => ({
  ...{ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait, publishesEvents },
});

/** What became of it all: what stands in S3, on the list of the sweep, in Step Functions and on the bus. */
let notifications: Map<string, Notification>;
let registered: string[];
let started: string[];
let onBus: StreamEvent[];
beforeEach(() => {
  [notifications, registered, started, onBus] = [new Map(), [], [], []];
});

const all: Webhook = { name: 'all', url: 'https://one.example/hook' };
const clouds: Webhook = { name: 'clouds', url: 'https://two.example/hook', form: 'cloudevents' };

/** A process that dies just after its n-th call. */
const process = (
  webhooks: readonly Webhook[],
  diesAfter = Number.POSITIVE_INFINITY,
  subscriptions: Partial<SubscriptionPorts> = {},
) => {
  let calls = 0;
  const call =
    <Given extends readonly unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (calls >= diesAfter) throw new Error('the process is dead');
      calls += 1;
      const result = await act(...given);
      if (calls === diesAfter) throw new Error('the process died');
      return result;
    };
  const outbox = eventOutbox(table());
  const ports = {
    ...{ clock, webhooks, describeEvent: streamEventView, groupsSubscribe: false, ...subscriptions },
    eventOutbox: { due: call(outbox.due), settle: call(outbox.settle) },
    eventBus: { put: call(async (event: StreamEvent) => void onBus.push(event)) },
    files: { putNotification: call(async (id: string, one: Notification) => void notifications.set(id, one)) },
    callbackSweepQueue: { register: call(async (id: string) => void registered.push(id)) },
    workflows: { startNotification: call(async (id: string) => void started.push(id)) },
  };
  return { run: publishEvents(ports as unknown as PublishPorts), calls: () => calls };
};

let next = 700;
const made = async (tells = true) => {
  const one = deployment(next++);
  await deployments(table(tells)).accept(one);
  await timeline(table(tells)).add(one.id, { name: 'a', kind: 'COMPLETE', message: 'it is there', at: one.createdAt });
  return one;
};
const left = () => eventOutbox(table()).due(new Date('2999-01-01'), 100);

describe('events that somebody is told of', () => {
  it('wait from the write of the event on, only where somebody is told of them, and once', async () => {
    await made(false);
    expect(await left()).toEqual([]);
    const one = await made();
    expect((await left()).map(({ kind, deployment: about }) => [kind, about?.id])).toEqual([['COMPLETE', one.id]]);
    await process([all]).run();
    await timeline(table()).add(one.id, { name: 'a', kind: 'COMPLETE', message: 'again', at: one.createdAt });
    expect(await left()).toEqual([]);
    expect(started).toHaveLength(1);
  });

  it('reach the bus and each webhook under the same ids, wherever the process dies', async () => {
    let whole = Number.POSITIVE_INFINITY;
    for (let diesAfter = 1; diesAfter <= whole; diesAfter++) {
      [notifications, registered, started, onBus] = [new Map(), [], [], []];
      await made();
      const [event] = await left();
      await process([all, clouds], diesAfter)
        .run()
        .catch(() => undefined);
      const repeat = process([all, clouds]);
      await repeat.run();
      const ids = [`${event?.id}-all`, `${event?.id}-clouds`];
      expect([...notifications.keys()], `dies after ${diesAfter}`).toEqual(ids);
      expect(new Set(registered)).toEqual(new Set(ids));
      expect(new Set(started)).toEqual(new Set(ids));
      expect(new Set(onBus.map(({ id }) => id))).toEqual(new Set([event?.id]));
      expect(await left()).toEqual([]);
      // the list, the bus, three calls for each webhook, and the event off the list
      whole = 9;
    }
  });

  it('stay where one receiver cannot be handed them, and others of that minute do not wait for them', async () => {
    const [first, second] = [await made(), await made()];
    const one = process([all]);
    await expect(
      publishEvents({
        ...({ clock, webhooks: [all], describeEvent: streamEventView } as const),
        eventOutbox: eventOutbox(table()),
        eventBus: {
          put: async (event: StreamEvent) => {
            if (event.deployment?.id === first.id) throw new Error('the bus is away');
          },
        },
        files: { putNotification: async (id: string, sent: Notification) => void notifications.set(id, sent) },
        callbackSweepQueue: { register: async () => undefined },
        workflows: { startNotification: async () => undefined },
      } as unknown as PublishPorts)(),
    ).rejects.toThrow(AggregateError);
    expect([...notifications.values()].map(({ deploymentId }) => deploymentId)).toEqual([second.id]);
    expect((await left()).map(({ deployment: about }) => about?.id)).toEqual([first.id]);
    await one.run();
    expect(await left()).toEqual([]);
  });

  it('go to the webhooks that want their kind and their group at its issuer', async () => {
    const one = await made();
    const { userGroup: group = '', createdBy } = one;
    const to = (name: string, more: Partial<Webhook>): Webhook => ({ ...all, name, ...more });
    await process([
      to('kind', { kinds: ['COMPLETE', 'FAILED'] }),
      to('other-kind', { kinds: ['FAILED'] }),
      to('group', {
        groups: [
          { group: 'no', issuer: 'https://no.example' },
          { group, issuer: createdBy.issuer },
        ],
      }),
      to('namesake', { groups: [{ group, issuer: 'https://no.example' }] }),
      to('both', { kinds: ['FAILED'], groups: [{ group, issuer: createdBy.issuer }] }),
    ]).run();
    expect([...notifications.values()].map(({ webhook }) => webhook?.name)).toEqual(['kind', 'group']);
  });

  it('go to what a group has subscribed only where they are of that group, whatever its filter says', async () => {
    const one = await made();
    const { userGroup: group = '', createdBy } = one;
    const own = (id: string): WebhooksOfGroup['webhooks'][number] => ({
      ...{ id, name: 'chat', url: 'https://three.example/hook', createdBy, createdAt: one.createdAt },
    });
    let reads = 0;
    const all = async () => {
      reads += 1;
      return [
        { group, issuer: createdBy.issuer, webhooks: [own('a1'), { ...own('a2'), kinds: ['FAILED'] as const }] },
        { group, issuer: 'https://no.example', webhooks: [own('b1')] },
        { group: 'others', issuer: createdBy.issuer, webhooks: [own('c1')] },
      ];
    };
    const groupWebhooks = { all } as unknown as SubscriptionPorts['groupWebhooks'];
    const [event] = await left();
    await process([], undefined, { groupWebhooks, groupsSubscribe: true }).run();
    expect([...notifications]).toMatchObject([
      [`${event?.id}-a1`, { webhook: { name: 'a1', subscribedBy: { group, issuer: createdBy.issuer } } }],
    ]);
    // Step Functions takes 80 characters, and each interruption adds some
    expect(`${event?.id}-${'f'.repeat(32)}-r1`.length).toBeLessThanOrEqual(80);
    await process([], undefined, { groupWebhooks, groupsSubscribe: true }).run();
    expect(reads, 'nothing is read where nothing has happened').toBe(1);
    await made();
    await process([], undefined, { groupWebhooks, groupsSubscribe: false }).run();
    expect([reads, notifications.size]).toEqual([1, 1]);
  });

  it('are written as GET /events shows them, or as CloudEvents 1.0, as the SDK reads them', async () => {
    const one = await made();
    await process([all, clouds]).run();
    const [own, cloud] = [...notifications.values()];
    expect(own?.webhook?.contentType).toBe('application/json');
    const shown = JSON.parse(own?.body ?? '');
    expect(shown).toMatchObject({ kind: 'COMPLETE', deployment: { uuid: one.id } });
    const read = HTTP.toEvent({
      headers: { 'content-type': cloud?.webhook?.contentType ?? '' },
      body: cloud?.body ?? '',
    });
    expect((read as CloudEvent<unknown>).validate()).toBe(true);
    // the SDK makes up an id that is missing, so the text has to have all that must be there
    const written = JSON.parse(cloud?.body ?? '');
    expect(written).toEqual({
      ...{ specversion: '1.0', id: shown.id, source: `/deployments/${one.id}`, subject: one.id, time: shown.at },
      ...{ type: 'toscanini.deployment.complete', datacontenttype: 'application/json', data: shown },
    });
    expect(read).toMatchObject({
      id: shown.id,
      type: written.type,
      source: written.source,
      time: shown.at,
      data: shown,
    });
  });

  it('tell of schedules too, in the same forms and to the webhooks of their group', async () => {
    const { createdBy } = deployment(1);
    const one: Schedule = {
      ...{ id: uuid(next++), createdAt: '', updatedAt: '', status: 'RUNNING', createdBy, userGroup: 'physics' },
      ...{ reader: { isAdministrator: false }, fileExpression: 'incoming:.*', replicationExpression: '*' },
      ...{ numberOfReplicas: 1, parameters: {}, limits: { providerTimeoutMins: 60, keepLastAttempt: false } },
    };
    await schedules({ ...table(), deployments: engine.tables.deployments, table: engine.tables.schedules }).create(
      one,
      [],
    );
    const groups = (group: string) => [{ group, issuer: createdBy.issuer }];
    const others: Webhook = { ...all, name: 'others', groups: groups('biology') };
    await process([{ ...all, groups: groups('physics') }, { ...clouds, kinds: ['SCHEDULE_CREATED'] }, others]).run();
    const [own, cloud, ...more] = [...notifications.values()].map(({ body }) => JSON.parse(body));
    expect(more).toEqual([]);
    for (const queued of notifications.values()) expect(queued.scheduleId).toBe(one.id);
    expect(own).toMatchObject({ kind: 'SCHEDULE_CREATED', schedule: { uuid: one.id, status: 'RUNNING' } });
    expect(cloud).toMatchObject({
      ...{ type: 'toscanini.schedule.created', source: `/schedules/${one.id}`, subject: one.id, data: own },
    });
    expect(await left()).toEqual([]);
  });
});
