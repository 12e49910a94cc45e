/** What the lifecycle does for deployers that differ from the Infrastructure Manager: docs/decisions/0029. */

import { describe, expect, it } from 'vitest';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import { dryRunUpdate } from '../../src/domain/deployments/accepting/dry-run-template.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { WorkFailedError } from '../../src/foundation/errors.ts';
import { limits, memoryWorld, template } from '../domain/deployments/world.ts';
import { everyCut, interrupted } from './interruption.ts';
import { scenario } from './scenario.ts';

describe('work that fails at a provider that did its part', () => {
  const failing = async (changes: Parameters<typeof scenario>[1] = {}) => {
    const one = await scenario(memoryWorld(), changes);
    one.world.clouds.set('alpha', { create: 'fail', blame: 'work' });
    return one;
  };

  it('is no reason to try the next provider: the deployment fails in its words, and nothing is left', async () => {
    const one = await failing();
    const ran = await one.run();
    expect(ran).toMatchObject({ status: 'SUCCEEDED' });
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringMatching(/^the infrastructure is failed/),
    });
    expect(one.world.clouds.made.map(({ providerId }) => providerId)).toEqual(['alpha']);
    one.world.clock.advance(60);
    expect(one.world.clouds.standing).toEqual([]);
    expect((await one.world.attempts.list(one.deployment.id)).map(({ state, blame }) => [state, blame])).toEqual([
      ['DESTROYED', 'work'],
    ]);
  });

  it('is kept when the last attempt is to be kept, though other providers are left', async () => {
    const one = await failing({ limits: { ...limits, keepLastAttempt: true } });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect(one.world.clouds.standing.map(({ providerId }) => providerId)).toEqual(['alpha']);
  });

  it('ends so wherever a process dies', async () => {
    const cuts = await everyCut(async (cut) => {
      const one = await failing();
      const ran = await interrupted(one.world, one.deployment, cut);
      if (ran === undefined) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_FAILED' });
      expect(one.world.clouds.made.map(({ providerId }) => providerId)).not.toContain('beta');
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });
});

describe('a template that the deployer does not accept', () => {
  it('is no reason to try the next provider: the deployment fails in its words, and nothing is left', async () => {
    const one = await scenario(memoryWorld());
    const { clouds } = one.world;
    const asked: string[] = [];
    clouds.create = async (providerId) => {
      asked.push(providerId);
      throw new WorkFailedError('the template became something that no stack can be');
    };
    const ran = await one.run();
    expect(ran).toMatchObject({ status: 'SUCCEEDED' });
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: 'the template became something that no stack can be',
    });
    expect(asked).toEqual(['alpha']);
    expect(one.world.clouds.standing).toEqual([]);
    const attempts = await one.world.attempts.list(one.deployment.id);
    expect(attempts.map(({ state, blame }) => [state, blame])).toEqual([['DESTROYED', 'work']]);
  });
});

describe('a deployer that cannot change what it has made', () => {
  const made = async () => {
    const one = await scenario(memoryWorld());
    one.world.clouds.set('alpha', { cannot: ['start', 'stop', 'update'] });
    await one.run();
    const deployment = (await one.now()) as Deployment;
    const [web] = (await one.world.resources.all(deployment.id)) as [Resource];
    return { one, deployment, web };
  };

  it('refuses updates, dry runs of updates and actions as invalid, and starts nothing', async () => {
    const { one, deployment, web } = await made();
    expect(deployment.status).toBe('CREATE_COMPLETE');
    const refusal = (what: string) => ({
      name: 'InvalidError',
      message: `provider alpha cannot ${what}: delete the deployment and create another one instead`,
    });
    const before = one.world.started.length;
    await expect(one.update(template)).rejects.toMatchObject(refusal('update a deployment'));
    const asked = { template, parameters: {}, limits };
    await expect(dryRunUpdate(one.world, deployment, asked)).rejects.toMatchObject(refusal('update a deployment'));
    const stop = acceptAction(one.world, deployment, web, 'stop');
    await expect(stop).rejects.toMatchObject(refusal('stop machines of a deployment'));
    expect(one.world.started).toHaveLength(before);
    expect(one.world.actions).toEqual([]);
    expect(await one.now()).toEqual(deployment);
  });

  it('still deletes it', async () => {
    const { one } = await made();
    await one.delete();
    expect(await one.now()).toBeUndefined();
  });
});
