import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { limits, template } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { run } from './machines.ts';
import { inputOf, scenario, statesOf, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const begin = (changes: Parameters<typeof scenario>[1] = {}) => scenario(engineWorld(engine), changes);

const created = async (changes: Parameters<typeof scenario>[1] = {}) => {
  const one = await begin(changes);
  await one.run();
  return one;
};

const nothingIsLeft = async (one: Awaited<ReturnType<typeof begin>>) => {
  expect(await one.now()).toBeUndefined();
  expect(await one.world.resources.all(one.deployment.id)).toEqual([]);
  expect(await one.world.attempts.list(one.deployment.id)).toEqual([]);
  expect(await one.world.files.readLog(one.deployment.id)).toBe('');
};

describe('delete-deployment', () => {
  it('destroys the infrastructure, then forgets everything', async () => {
    const one = await created();
    const ran = await one.delete();
    expect(ran?.status).toBe('SUCCEEDED');
    expect(one.world.clouds.standing).toEqual([]);
    await nothingIsLeft(one);
  });

  it('shows that it is deleting while it waits', async () => {
    const one = await created();
    const { clouds } = one.world;
    const seen: unknown[] = [];
    const destroy = clouds.destroy.bind(clouds);
    clouds.destroy = async (provider, id) => {
      const { status, task } = (await one.now()) ?? {};
      seen.push({ status, task, resources: await statesOf(one) });
      return destroy(provider, id);
    };
    await one.delete();
    const resources = { web: 'DELETING', db: 'DELETING' };
    expect(seen).toEqual([{ status: 'DELETE_IN_PROGRESS', task: 'DEPLOYER', resources }]);
  });

  const refusals = [
    ['refuse', 'quota of deletions exceeded'],
    ['fail-silently', 'alpha: the volume is in use'],
    ['down', 'alpha answered 503'],
  ] as const;
  it.each(refusals)('fails when the provider does this to a destruction: %s', async (destroy, reason) => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy });
    const ran = await one.delete();
    expect(ran?.status).toBe('SUCCEEDED');
    const failed = await one.now();
    expect(failed).toMatchObject({ status: 'DELETE_FAILED', task: 'NONE' });
    expect(failed?.statusReason).toContain(reason);
    expect(await statesOf(one)).toEqual({ web: 'ERROR', db: 'ERROR' });
  });

  it.each(refusals)('forgets the deployment, and tells its receiver, when forced: %s', async (destroy) => {
    const one = await created({ callback: 'https://receiver.example/hook' });
    one.world.clouds.set('alpha', { destroy });
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const ran = await one.delete({ force: true });
    expect(ran?.status).toBe('SUCCEEDED');
    const logged = lines.mock.calls.map(([line]) => JSON.parse(line)).find(({ message }) => message === 'left over');
    expect(logged).toMatchObject({
      level: 'WARN',
      deploymentId: one.deployment.id,
      leftOver: [expect.stringContaining('inf-1 on provider alpha: ')],
    });
    lines.mockRestore();
    await nothingIsLeft(one);
    expect(one.world.notified).toContain(`${one.world.started.at(-1)?.operation.id}-complete`);
  });

  it('can be tried again after it failed', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    await one.delete();
    one.world.clouds.set('alpha', {});
    await one.delete();
    expect(one.world.clouds.standing).toEqual([]);
    await nothingIsLeft(one);
  });

  it('waits while machines are being added', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { addingSeconds: 600, bootSeconds: 700 });
    const deletion = deleteAt(one, 'PollAttempt', 2);
    await deletion.createUntilDeleted;
    expect((await deletion.deleted)?.status).toBe('SUCCEEDED');
    expect(one.world.clouds.standing).toEqual([]);
    await nothingIsLeft(one);
  });

  it('destroys what a failed creation kept or left over', async () => {
    const one = await created({ limits: { ...limits, keepLastAttempt: true } });
    const other = await begin({ limits: { ...limits, keepLastAttempt: true } });
    for (const provider of ['alpha', 'beta']) other.world.clouds.set(provider, { create: 'fail', destroy: 'refuse' });
    await other.run();
    expect(other.world.clouds.standing).toHaveLength(2);
    for (const provider of ['alpha', 'beta']) other.world.clouds.set(provider, {});
    for (const each of [one, other]) {
      await each.delete();
      expect(each.world.clouds.standing).toEqual([]);
      await nothingIsLeft(each);
    }
  });

  it('tells the receiver before the record vanishes', async () => {
    const one = await created({ callback: 'https://receiver.example/hook' });
    await one.delete();
    const id = `${one.world.started.at(-1)?.operation.id}-complete`;
    expect(one.world.notified).toContain(id);
    const { body } = await one.world.files.getNotification(id);
    expect(JSON.parse(body)).toMatchObject({ status: 'DELETE_COMPLETE', task: 'NONE' });
    await nothingIsLeft(one);
  });

  it('forgets the deployment even when that callback cannot be queued', async () => {
    const one = await created({ callback: 'https://receiver.example/hook' });
    one.world.workflows.startNotification = async () => {
      throw new Error('Step Functions is down');
    };
    const ran = await one.delete();
    expect(ran?.path.at(-1)).toBe('Remove it without the callback');
    await nothingIsLeft(one);
  });

  it('fails for a provider that is no longer configured; who runs this service can configure it again, with draining: true', async () => {
    const one = await created();
    const { get } = one.world.providers;
    one.world.providers.get = async () => get('nobody');
    await one.delete();
    const [what, advice] = (await one.now())?.statusReason?.split('\n') ?? [];
    expect(what).toBe(
      'inf-1 on provider alpha: provider alpha is no longer configured; who runs this service can configure it again, with draining: true',
    );
    expect(advice).toMatch(/^Delete the deployment again .*force=true/);
  });
});

/** Runs the creation and deletes at the n-th call of a step, while that step is under way. */
const deleteAt = (one: Awaited<ReturnType<typeof begin>>, placeholder: string, nth: number) => {
  let calls = 0;
  let deleted: ReturnType<typeof one.delete> = Promise.resolve(undefined);
  const real = stepsOver(one.world);
  const call = async (input: unknown) => {
    calls += 1;
    const result = real[placeholder]?.(input);
    if (calls === nth) {
      await result?.catch(() => undefined); // the creation's own affair, and no test's
      deleted = one.delete();
      await deleted;
    }
    return result;
  };
  const steps = { ...real, [placeholder]: call };
  return {
    createUntilDeleted: run(workflowOf(one.deployment), inputOf(one.deployment), { steps, clock: one.world.clock }),
    get deleted() {
      return deleted;
    },
  };
};

describe('delete while creating', () => {
  const moments = [
    ['RankProviders', 1],
    ['SubmitAttempt', 1],
    ['PollAttempt', 1],
    ['PollAttempt', 3],
  ] as const;
  it.each(moments)('leaves nothing at the provider, and no trace: after %s, call %i', async (placeholder, nth) => {
    const one = await begin();
    const deletion = deleteAt(one, placeholder, nth);
    const ran = await deletion.createUntilDeleted;
    expect(ran).toMatchObject({
      status: 'SUCCEEDED',
      path: expect.arrayContaining(['Superseded by a newer operation']),
    });
    await deletion.deleted;
    await later(one.world);
    expect(one.world.clouds.standing).toEqual([]);
    await nothingIsLeft(one);
  });

  it.each([0, 60, 118])('finds what a submit in flight makes %i seconds after the deletion began', async (seconds) => {
    const one = await begin();
    const { clouds } = one.world;
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const create = clouds.create.bind(clouds);
    clouds.create = async (provider, text) => {
      arrived.resolve();
      await answered.promise;
      return create(provider, text);
    };
    const creation = one.run();
    await arrived.promise;
    const at = one.world.clock.now().getTime() + seconds * 1000;
    const find = clouds.find.bind(clouds);
    clouds.find = async (provider, name) => {
      if (one.world.clock.now().getTime() >= at) {
        answered.resolve();
        await creation;
      }
      return find(provider, name);
    };
    await one.delete();
    await creation;
    await later(one.world);
    expect(clouds.made).toHaveLength(1);
    expect(clouds.standing).toEqual([]);
    await nothingIsLeft(one);
  });
});

const later = async ({ clock }: { readonly clock: { advance(seconds: number): void } }): Promise<void> =>
  clock.advance(60);

describe('a deployment that never had an infrastructure', () => {
  it('is gone at once, without a workflow', async () => {
    const world = engineWorld(engine);
    const deployment = await createDeployment(world, {
      template,
      parameters: {},
      limits,
      owner: { issuer: 'https://issuer.example', subject: 'user' },
    });
    const one = await scenario(world);
    await one.delete();
    expect(world.started.map(({ id }) => id)).toEqual([deployment.id]);
    await nothingIsLeft(one);
  });
});
