import { describe, expect, it } from 'vitest';
import { notify } from '../../../../src/domain/deployments/reporting/notify.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { accepted, epoch, memoryWorld } from '../world.ts';

const callback = 'https://receiver.example/hook';

describe('a callback that is queued', () => {
  it('is stored, then put on the list of the sweep for an hour from now, then started', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback });
    const before: unknown[] = [];
    const register = async (id: string, at: Date) => {
      await world.files.getNotification(id);
      before.push(id, at, [...world.notified]);
    };
    await notify({ ...world, callbackSweepQueue: { register } }, deployment, 'complete');
    const [id] = world.notified;
    expect(before).toEqual([id, new Date(epoch + 60 * 60_000), []]);
  });

  it('is not started when it cannot be put there', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback });
    const register = () => Promise.reject(new UnavailableError('DynamoDB'));
    const queued = notify({ ...world, callbackSweepQueue: { register } }, deployment, 'complete');
    await expect(queued).rejects.toMatchObject({ name: 'CallbackFailedError' });
    expect(world.notified).toEqual([]);
  });
});
