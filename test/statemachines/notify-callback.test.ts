import { describe, expect, it } from 'vitest';
import type { Notification } from '../../src/domain/deployments/record/ports.ts';
import { CallbackFailedError, ForbiddenError } from '../../src/foundation/errors.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { run } from './machines.ts';
import { stepsOver } from './steps.ts';

const notification = {
  url: 'https://receiver.example/hook',
  body: '{"status":"CREATE_COMPLETE"}',
  deploymentId: 'd',
  about: 'CREATE_COMPLETE, complete',
  sequence: 7,
};

const queued = async (refusals: readonly Error[], what: Notification = notification) => {
  const world = memoryWorld();
  await world.files.putNotification('n', what);
  const { send } = world.callbacks;
  const left = [...refusals];
  world.callbacks.send = async (id, notification) => {
    const refusal = left.shift();
    if (refusal) throw refusal;
    return send(id, notification);
  };
  const start = world.clock.now().getTime();
  const ran = await run('notify-callback', { notificationId: 'n' }, { steps: stepsOver(world), clock: world.clock });
  return {
    ran,
    sent: world.sent,
    told: world.events.map(({ kind, message }) => [kind, message]),
    hours: (world.clock.now().getTime() - start) / 3_600_000,
  };
};

const busy = () => new CallbackFailedError('receiver.example answered 503');

describe('notify-callback', () => {
  it('sends what was queued', async () => {
    const { ran, sent, told } = await queued([]);
    expect(ran.status).toBe('SUCCEEDED');
    expect(sent).toEqual([{ id: 'n', ...notification }]);
    expect(told).toEqual([['CALLBACK_SENT', 'the callback (CREATE_COMPLETE, complete) was delivered']]);
  });

  it('tries again until the receiver takes it', async () => {
    const { sent, hours, told } = await queued([busy(), busy(), busy()]);
    expect(sent).toHaveLength(1);
    expect(told).toEqual([
      [
        'CALLBACK_FAILED',
        'the callback (CREATE_COMPLETE, complete) failed and is retried for a day: receiver.example answered 503',
      ],
      ['CALLBACK_SENT', 'the callback (CREATE_COMPLETE, complete) was delivered'],
    ]);
    expect(hours).toBeLessThan(0.1);
  });

  it('gives up in an orderly way after a day', async () => {
    const { ran, sent, hours, told } = await queued(Array.from({ length: 100 }, busy));
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path: ['Send the callback', 'Give up'] });
    expect(sent).toEqual([]);
    expect(told.map(([kind]) => kind)).toEqual(['CALLBACK_FAILED', 'CALLBACK_FAILED']);
    expect(told[1]?.[1]).toBe('the callback (CREATE_COMPLETE, complete) was given up: receiver.example answered 503');
    expect(hours).toBeGreaterThanOrEqual(24);
  });

  it('gives up at once on an address that may not be called', async () => {
    const { ran, hours, told } = await queued([new ForbiddenError('receiver.example is a private address')]);
    expect(ran).toMatchObject({ status: 'SUCCEEDED', path: ['Send the callback', 'Give up'] });
    expect(told).toEqual([
      ['CALLBACK_FAILED', expect.stringMatching(/was given up: receiver\.example is a private address$/)],
    ]);
    expect(hours).toBe(0);
  });

  it('ends as FAILED when the notification itself is lost', async () => {
    const world = memoryWorld();
    const ran = await run('notify-callback', { notificationId: 'x' }, { steps: stepsOver(world), clock: world.clock });
    expect(ran.status).toBe('FAILED');
  });
});
