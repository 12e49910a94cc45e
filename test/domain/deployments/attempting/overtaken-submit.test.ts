import { describe, expect, it } from 'vitest';
import { ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { attempting } from './attempting.ts';

describe('a submit that another operation overtakes', () => {
  /** The deployment is taken over while the provider makes the infrastructure. */
  const overtaken = async (whileCreating?: (one: Awaited<ReturnType<typeof attempting>>) => Promise<void>) => {
    const one = await attempting();
    const { clouds } = one.world;
    const create = clouds.create.bind(clouds);
    clouds.create = async (...given) => {
      const id = await create(...given);
      one.world.clock.advance(6); // before that the cloud is not to be disturbed
      await one.overtake();
      await whileCreating?.(one);
      return id;
    };
    return one;
  };

  it('has its infrastructure destroyed, and leaves its id on the attempt', async () => {
    const one = await overtaken();
    await expect(one.submit()).rejects.toMatchObject({
      ...{
        name: 'OperationSupersededError',
        message: expect.stringMatching(/inf-1 was being created; it is being destroyed$/),
      },
    });
    expect(one.world.clouds.destroyed).toEqual(['inf-1']);
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', infrastructureId: 'inf-1' });
    expect(await one.now()).not.toHaveProperty('infrastructureId');
    expect(one.world.notified).toEqual([]);
  });

  it('leaves what cannot be destroyed now to the operation that took over', async () => {
    const one = await overtaken();
    one.world.clouds.set('alpha', { destroy: 'down' });
    await expect(one.submit()).rejects.toMatchObject({
      ...{ name: 'OperationSupersededError', message: expect.stringMatching(/it could not be destroyed yet$/) },
    });
    expect(await one.attempt()).toMatchObject({ infrastructureId: 'inf-1' });
  });

  it('has it destroyed when the deployment is gone altogether', async () => {
    const one = await overtaken((it) => it.world.deployments.remove(it.deployment.id, 'next'));
    await expect(one.submit()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.world.clouds.destroyed).toEqual(['inf-1']);
  });

  it('asks for nothing when that has happened before', async () => {
    const one = await attempting();
    await one.overtake();
    await expect(one.submit()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.world.clouds.made).toEqual([]);
  });

  it('is not one whose table cannot be written: its infrastructure stays', async () => {
    const one = await attempting();
    one.world.deployments.record = () => Promise.reject(new ProviderUnavailableError('DynamoDB is down'));
    await expect(one.submit()).rejects.toMatchObject({ message: 'DynamoDB is down' });
    expect(one.world.clouds.destroyed).toEqual([]);
  });
});
