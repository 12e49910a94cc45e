import { expect, it } from 'vitest';
import { giveUpCallback } from '../../../../src/domain/deployments/reporting/give-up-callback.ts';
import { accepted, memoryWorld } from '../world.ts';

it('a callback that nobody takes is told once in the timeline, and is no longer looked after', async () => {
  const world = memoryWorld();
  const { id } = await accepted(world);
  const notification = { url: 'https://receiver.example/hook?key=k', body: '{}', deploymentId: id, sequence: 1 };
  await world.files.putNotification('n', { ...notification, about: 'CREATE_COMPLETE, complete' });
  const checks: unknown[] = [];
  const callbackSweepQueue = { setNextCheck: async (...given: readonly unknown[]) => void checks.push(given) };
  const giveUp = giveUpCallback({ ...world, callbackSweepQueue });
  const failure = { Error: 'CallbackFailedError', Cause: 'receiver.example answered 500' };
  await giveUp({ notificationId: 'n', failure });
  await giveUp({ notificationId: 'n', failure });
  expect(world.events).toMatchObject([
    {
      kind: 'CALLBACK_FAILED',
      message: 'the callback (CREATE_COMPLETE, complete) was given up: receiver.example answered 500',
    },
  ]);
  expect(checks[0]).toEqual([{ notificationId: 'n' }, undefined]);
});
