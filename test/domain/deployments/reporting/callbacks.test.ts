import { describe, expect, it, vi } from 'vitest';
import { giveUpCallback } from '../../../../src/domain/deployments/reporting/give-up-callback.ts';
import { notify } from '../../../../src/domain/deployments/reporting/notify.ts';
import { sendCallback } from '../../../../src/domain/deployments/reporting/send-callback.ts';
import { CallbackFailedError, ForbiddenError } from '../../../../src/foundation/errors.ts';
import { accepted, memoryWorld } from '../world.ts';

const callback = 'https://receiver.example/hook';

/** A callback that was queued. */
const queued = async (more: Parameters<typeof accepted>[1] = {}) => {
  const world = memoryWorld();
  const deployment = await accepted(world, { callback, ...more });
  await notify(world, deployment, 'complete');
  const [id = ''] = world.notified;
  return { world, deployment, id, checks: world.callbackSweepQueue.places };
};

describe('a callback', () => {
  it('shows the deployment as its group may see it, and says of which moment it is', async () => {
    const { world, deployment, id } = await queued();
    const notification = await world.files.getNotification(id);
    expect(id).toBe(`${deployment.operation.id}-complete`);
    expect(notification).toEqual({
      ...{ url: callback, deploymentId: deployment.id, about: 'CREATE_IN_PROGRESS, complete' },
      ...{ body: expect.stringContaining(deployment.id), sequence: Date.parse(deployment.updatedAt) },
    });
    expect(JSON.parse(notification.body)).toMatchObject({ id: deployment.id, status: 'CREATE_IN_PROGRESS' });
  });

  it('has the id of the request that caused it, if that is known', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback });
    const operation = { ...deployment.operation, requestId: 'r' };
    await notify(world, { ...deployment, operation }, 'complete');
    expect(await world.files.getNotification(world.notified[0] ?? '')).toMatchObject({ requestId: 'r' });
  });

  it('is queued for nobody who did not ask', async () => {
    const world = memoryWorld();
    await notify(world, await accepted(world), 'complete');
    expect(world.notified).toEqual([]);
  });

  it('says which one could not be queued, and why', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback });
    const cause = new Error('S3 did not answer');
    const files = { ...world.files, putNotification: () => Promise.reject(cause) };
    await expect(notify({ ...world, files }, deployment, 'complete')).rejects.toMatchObject({
      name: 'CallbackFailedError',
      message: `the callback for 'complete' of deployment ${deployment.id} could not be queued`,
      cause,
    });
  });
});

describe('an event for a webhook', () => {
  it('adds nothing to the timeline, or it would be an event that is sent in turn, without end', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    const about = {
      deploymentId: deployment.id,
      about: 'a',
      sequence: 1,
      webhook: { name: 'chat', contentType: 'a/b' },
    };
    await world.files.putNotification('event-chat', { url: callback, body: '{}', ...about });
    const page = { page: 0, size: 9, sort: 'createdAt', direction: 'asc' } as const;
    const before = (await world.timeline.list(deployment.id, page)).totalElements;
    await sendCallback(world)({ notificationId: 'event-chat' });
    const refusing = { ...world, callbacks: { send: () => Promise.reject(new CallbackFailedError('no')) } };
    await expect(sendCallback(refusing)({ notificationId: 'event-chat' })).rejects.toThrow('no');
    await giveUpCallback(world)({ notificationId: 'event-chat', failure: { Error: 'E', Cause: '{}' } as never });
    expect((await world.timeline.list(deployment.id, page)).totalElements).toBe(before);
  });

  it('about a schedule names that in the log, and no deployment, where it is given up', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const world = memoryWorld();
    const about = { deploymentId: 's', scheduleId: 's', about: 'a', sequence: 1 };
    const webhook = { name: 'chat', contentType: 'a/b' };
    await world.files.putNotification('event-chat', { url: callback, body: '{}', ...about, webhook });
    lines.mockClear();
    await giveUpCallback(world)({ notificationId: 'event-chat', failure: { Error: 'E', Cause: '{}' } as never });
    expect(lines.mock.calls.join()).toMatch(/"webhook":"chat".*"scheduleId":"s".*"callback-lost"/s);
    expect(lines.mock.calls.join()).not.toContain('"deploymentId"');
  });
});

describe('an event for a webhook of a group', () => {
  const place = { group: 'physics', issuer: 'https://iam.example/' };
  const queuedFor = async () => {
    const world = memoryWorld();
    const webhook = { name: 'a1', contentType: 'a/b', subscribedBy: place };
    const about = { deploymentId: 'd', about: 'a', sequence: 1, webhook };
    await world.files.putNotification('event-a1', { url: callback, body: '{}', ...about });
    const checked: unknown[] = [];
    const setNextCheck = async (...given: unknown[]) => void checked.push(given);
    const noted: unknown[] = [];
    const webhookDeliveries = { note: async (...given: unknown[]) => void noted.push(given) };
    const callbackSweepQueue = { ...world.callbackSweepQueue, setNextCheck };
    return { world: { ...world, callbackSweepQueue, webhookDeliveries }, checked, noted };
  };

  it('goes to where the webhook leads now', async () => {
    const { world, noted } = await queuedFor();
    const asked: unknown[] = [];
    const subscribedAddress = async (...given: readonly unknown[]) => {
      asked.push(given);
      return 'https://mended.example/';
    };
    await sendCallback({ ...world, subscribedAddress })({ notificationId: 'event-a1' });
    expect(world.sent).toMatchObject([{ id: 'event-a1', url: 'https://mended.example/' }]);
    expect(asked).toEqual([[place, 'a1']]);
    expect(noted).toEqual([[place, 'a1', { state: 'delivered' }]]);
  });

  it.each([new CallbackFailedError('receiver.example answered 500'), new ForbiddenError('it is a private address')])(
    'is noted for the group at each try that fails and when it is given up, with the reason: $name',
    async (error) => {
      const { world, noted } = await queuedFor();
      const callbacks = { send: () => Promise.reject(error) };
      const ports = { ...world, callbacks, subscribedAddress: async () => callback };
      await expect(sendCallback(ports)({ notificationId: 'event-a1' })).rejects.toBe(error);
      const failure = { Error: error.name, Cause: JSON.stringify({ errorMessage: error.message }) };
      await giveUpCallback(world)({ notificationId: 'event-a1', failure });
      expect(noted).toEqual([
        [place, 'a1', { state: 'failing', reason: error.message }],
        [place, 'a1', { state: 'given-up', reason: error.message }],
      ]);
    },
  );

  it('is sent again, and not lost, when nobody could note that it was delivered', async () => {
    const { world, checked } = await queuedFor();
    const webhookDeliveries = { note: () => Promise.reject(new Error('no table')) };
    const ports = { ...world, webhookDeliveries, subscribedAddress: async () => callback };
    await expect(sendCallback(ports)({ notificationId: 'event-a1' })).rejects.toThrow('no table');
    expect(checked).toEqual([]);
  });

  it('is sent no more once the webhook is taken away, and is checked no more', async () => {
    const { world, checked } = await queuedFor();
    await sendCallback({ ...world, subscribedAddress: async () => undefined })({ notificationId: 'event-a1' });
    expect([world.sent, checked]).toEqual([[], [[{ notificationId: 'event-a1' }, undefined]]]);
  });
});

describe('sendCallback', () => {
  it('delivers it, says so once, and it is checked no more', async () => {
    const { world, id, checks } = await queued();
    await sendCallback(world)({ notificationId: id });
    await sendCallback(world)({ notificationId: id });
    expect(world.sent[0]).toMatchObject({ id, url: callback });
    expect(world.events).toMatchObject([
      {
        ...{ name: `callback-${id}-sent`, kind: 'CALLBACK_SENT', at: world.clock.now().toISOString() },
        message: 'the callback (CREATE_IN_PROGRESS, complete) was delivered',
      },
    ]);
    expect(checks.size).toBe(0);
  });

  it('reports the first delivery that fails, and is checked on', async () => {
    const { world, id, checks } = await queued();
    const error = new CallbackFailedError('receiver.example answered 500');
    const send = sendCallback({ ...world, callbacks: { send: () => Promise.reject(error) } });
    for (const _ of [1, 2]) await expect(send({ notificationId: id })).rejects.toBe(error);
    expect(world.events.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'CALLBACK_FAILED',
        'the callback (CREATE_IN_PROGRESS, complete) failed and is retried for a day: receiver.example answered 500',
      ],
    ]);
    expect(checks.size).toBe(1);
  });

  it('leaves to its caller that an address may not be called', async () => {
    const { world, id } = await queued();
    const error = new ForbiddenError('receiver.example is a private address');
    const send = sendCallback({ ...world, callbacks: { send: () => Promise.reject(error) } });
    await expect(send({ notificationId: id })).rejects.toBe(error);
    expect(world.events).toEqual([]);
  });
});

describe('giveUpCallback', () => {
  it('says so with the reason, and it is checked no more', async () => {
    const { world, id, checks } = await queued();
    const failure = { Error: 'CallbackFailedError', Cause: 'receiver.example answered 500' };
    await giveUpCallback(world)({ notificationId: id, failure });
    expect(world.events).toMatchObject([
      {
        ...{ name: `callback-${id}-given-up`, kind: 'CALLBACK_FAILED' },
        message: 'the callback (CREATE_IN_PROGRESS, complete) was given up: receiver.example answered 500',
      },
    ]);
    expect(checks.size).toBe(0);
  });
});
