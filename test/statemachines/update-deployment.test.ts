import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { limits } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { run } from './machines.ts';
import { type Scenario, scenario } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { type Nodes, templateOf } from './templates.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

/** A deployment that is complete, of one web and one db, both of the normative type. */
const created = async (changes: Parameters<typeof scenario>[1] = {}) => {
  const one = await scenario(engineWorld(engine), changes);
  await one.run();
  return one;
};

const change = async (one: Scenario, nodes: Nodes, asked: { readonly replace?: readonly string[] } = {}) =>
  one.run(await one.update(templateOf(nodes), asked));

const normative = { type: 'tosca.nodes.Compute' };
const both = { web: normative, db: normative };

/** node of each VM that stands, by id */
const machines = ({ world }: Scenario) =>
  Object.fromEntries(
    (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed).map(({ id, node }) => [id, node]),
  );

const resources = async ({ world, deployment }: Scenario): Promise<readonly Resource[]> =>
  world.resources.all(deployment.id);

const shown = async (one: Scenario) =>
  (await resources(one)).map(({ toscaNodeName, state, physicalId }) => [toscaNodeName, state, physicalId]);

describe('update-deployment', () => {
  it('makes a node that is new, and leaves the others alone', async () => {
    const one = await created();
    const text = templateOf({ ...both, cache: { requires: 'db' } });
    const accepted = await one.update(text);
    expect(await shown(one)).toContainEqual(['cache', 'CREATING', undefined]);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', task: 'NONE' });
    const ran = await one.run(accepted);
    expect(ran).toMatchObject({ status: 'SUCCEEDED' });
    expect(await shown(one)).toEqual([
      ['web', 'STARTED', '0'],
      ['db', 'STARTED', '1'],
      ['cache', 'STARTED', '2'],
    ]);
    const now = await one.now();
    expect(now).toMatchObject({ status: 'UPDATE_COMPLETE', task: 'NONE', outputs: { url: 'http://192.0.2.10/' } });
    expect(await one.world.files.getTemplate(one.deployment.id, now?.templateOf ?? '')).toBe(text);
    const [, db, cache] = await resources(one);
    expect(db?.requiredBy).toEqual([cache?.id]);
  });

  it('raises and lowers numbers, and takes the youngest away', async () => {
    const one = await created();
    await change(one, { ...both, cache: { scalable: 'count: 3' } });
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db', '2': 'cache', '3': 'cache', '4': 'cache' });
    await change(one, { ...both, cache: { scalable: 'count: 1' } });
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db', '2': 'cache' });
    expect(await shown(one)).toEqual([
      ['web', 'STARTED', '0'],
      ['db', 'STARTED', '1'],
      ['cache', 'STARTED', '2'],
    ]);
  });

  it('counts nodes of the normative type as well, and a number that is left out is one', async () => {
    const one = await created();
    const three = { ...normative, scalable: 'min_instances: 1, max_instances: 3, default_instances: 3' };
    await change(one, { ...both, web: three });
    expect(Object.values(machines(one))).toEqual(['web', 'db', 'web', 'web']);
    await change(one, both);
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db' });
  });

  it('removes the resources that a removal list names, and forgets the list', async () => {
    const one = await created();
    await change(one, { ...both, worker: { scalable: 'count: 3' } });
    const workers = (await resources(one)).filter(({ toscaNodeName }) => toscaNodeName === 'worker');
    const [first] = workers;
    const scalable = `count: 2, removal_list: ['${first?.id}']`;
    const accepted = await one.update(templateOf({ ...both, worker: { scalable } }));
    expect((await resources(one)).find(({ id }) => id === first?.id)?.state).toBe('DELETING');
    await one.run(accepted);
    expect(machines(one)).not.toHaveProperty(first?.physicalId ?? '');
    expect((await resources(one)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(workers.slice(1).map(({ id }) => id)),
    );
    const now = await one.now();
    const text = templateOf({ ...both, worker: { scalable: 'count: 2' } });
    expect(await one.world.files.getTemplate(one.deployment.id, now?.templateOf ?? '')).toBe(text);
    await change(one, { ...both, worker: { scalable: 'count: 1' } });
    expect(Object.values(machines(one))).toEqual(['web', 'db', 'worker']);
  });

  it('removes the machines of a node that is dropped, which do not come again', async () => {
    const one = await created();
    await change(one, { ...both, worker: { scalable: 'count: 2' } });
    const accepted = await one.update(templateOf(both));
    expect((await shown(one)).filter(([, state]) => state === 'DELETING')).toHaveLength(2);
    await one.run(accepted);
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db' });
    expect(await shown(one)).toHaveLength(2);
    await change(one, { ...both, web: { ...normative, scalable: 'default_instances: 1' } });
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db' });
    expect(one.world.clouds.standing[0]?.machines).toHaveLength(4);
  });

  it('makes a machine anew whose type is another one, if that is asked for', async () => {
    const one = await created();
    await expect(change(one, { web: normative, db: {} })).rejects.toThrow(/^.*\n(.*\n)*db: type from /);
    await change(one, { web: normative, db: {} }, { replace: ['db'] });
    expect(machines(one)).toEqual({ '0': 'web', '2': 'db' });
    expect((await resources(one)).map(({ toscaNodeType }) => toscaNodeType)).toEqual([
      'tosca.nodes.Compute',
      'tosca.nodes.indigo.Compute',
    ]);
  });

  it('may leave no machine at all', async () => {
    const one = await created();
    await change(one, { web: { scalable: 'count: 0' } });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', outputs: expect.anything() });
    expect(await resources(one)).toEqual([]);
    await change(one, { web: { scalable: 'count: 1' } });
    expect(Object.values(machines(one))).toEqual(['web']);
  });

  it('leaves a machine stopped that was, and does not wait for it', async () => {
    const one = await created();
    const [web] = await resources(one);
    const current = await one.now();
    if (!web || !current) throw new Error('nothing was created');
    await acceptAction(one.world, current, web, 'stop');
    const [order] = one.world.actions;
    await run('act-on-resource', { ...order }, { steps: stepsOver(one.world), clock: one.world.clock });
    await change(one, { ...both, cache: {} });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await shown(one)).toEqual([
      ['web', 'STOPPED', '0'],
      ['db', 'STARTED', '1'],
      ['cache', 'STARTED', '2'],
    ]);
  });

  it('tells the receiver after the submission and at the end', async () => {
    const one = await created({ callback: 'https://receiver.example/hook' });
    const accepted = await one.update(templateOf(both), { callback: 'https://other.example/' });
    await one.run(accepted);
    const { id } = accepted.operation;
    expect(one.world.notified.slice(-2)).toEqual([`${id}-submitted-1`, `${id}-complete`]);
    const { url, body } = await one.world.files.getNotification(`${id}-complete`);
    expect(url).toBe('https://other.example/');
    expect(JSON.parse(body)).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });
});

describe('an update that the provider takes in its own way', () => {
  it.each(['lose', 'lose-call'] as const)('is made once when the answer is lost: %s', async (update) => {
    const one = await created();
    one.world.clouds.set('alpha', { update });
    await change(one, { ...both, cache: {} });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(Object.values(machines(one))).toEqual(['web', 'db', 'cache']);
    expect(one.world.clouds.updates).toHaveLength(2);
  });

  it('removes what was made beyond what is wanted', async () => {
    const one = await created();
    const accepted = await one.update(templateOf({ ...both, cache: {} }));
    const update = one.world.clouds.update.bind(one.world.clouds);
    one.world.clouds.update = async (provider, id, text) => {
      await update(provider, id, text);
      one.world.clouds.standing[0]?.machines.push({
        id: '9',
        node: 'cache',
        madeAt: 0,
        added: true,
        size: { cpus: undefined, gigabytes: undefined },
      });
    };
    await one.run(accepted);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(Object.values(machines(one)).sort()).toEqual(['cache', 'db', 'web']);
  });

  it('bears an outage of some minutes', async () => {
    const one = await created();
    const at = one.world.clock.now().getTime() / 1000;
    one.world.clouds.set('alpha', { bootSeconds: 600, outage: { from: at + 60, to: at + 400 } });
    await change(one, { ...both, cache: {} });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });
});

describe('an update that fails', () => {
  const failures = [
    ['is refused', { update: 'refuse' }, 'alpha: quota exceeded'],
    ['leaves a machine badly configured', { update: 'unconfigured' }, 'virtual machine 2 of cache is unconfigured'],
    ['launches a machine that fails', { update: 'fail' }, 'virtual machine 2 of cache is failed'],
  ] as const;
  it.each(failures)('because it %s says so, and can be tried again', async (_, behaviour, reason) => {
    const one = await created();
    const before = await one.now();
    one.world.clouds.set('alpha', behaviour);
    const ran = await change(one, { ...both, cache: {} });
    expect(ran.status).toBe('SUCCEEDED');
    const failed = await one.now();
    expect(failed).toMatchObject({ status: 'UPDATE_FAILED', task: 'NONE', templateOf: before?.templateOf });
    expect(failed?.statusReason).toContain(reason);
    expect((await shown(one)).map(([node, state]) => [node, state])).toEqual([
      ['web', 'STARTED'],
      ['db', 'STARTED'],
      ['cache', 'ERROR'],
    ]);
    one.world.clouds.set('alpha', {});
    await change(one, { ...both, cache: {} });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await one.now())?.statusReason).toBeUndefined();
    expect(Object.values(machines(one))).toEqual(['web', 'db', 'cache']);
  });

  it('changes nothing when machines cannot be removed', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { remove: 'refuse' });
    await change(one, { web: normative });
    expect((await one.now())?.statusReason).toContain('the machine is locked');
    expect(one.world.clouds.updates).toEqual([]);
    expect(machines(one)).toEqual({ '0': 'web', '1': 'db' });
  });

  const timeouts = [
    ['providerTimeoutMins', { limits: { ...limits, providerTimeoutMins: 5 } }, 'did not finish within 5 minutes'],
    ['timeoutMins', { limits: { ...limits, timeoutMins: 5 } }, 'Timeout: Maximum execution time exceeded.'],
  ] as const;
  it.each(timeouts)('ends after %s', async (_, changes, reason) => {
    const one = await created();
    one.world.clouds.set('alpha', { update: 'never-ready' });
    await one.run(await one.update(templateOf({ ...both, cache: {} }), changes));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED' });
    expect((await one.now())?.statusReason).toContain(reason);
    expect((await one.now())?.statusReasonWithLogs?.text).toMatch(
      /within 5 minutes: virtual machine 2 of cache is running\ncontextualization message:\nVM 0/,
    );
  });

  it('ends when the provider does not answer for longer than is borne', async () => {
    const one = await created();
    const at = one.world.clock.now().getTime() / 1000;
    one.world.clouds.set('alpha', { outage: { from: at, to: at + 90_000 } });
    await change(one, { ...both, cache: {} });
    expect((await one.now())?.statusReason).toContain('does not answer');
  }); // a day of looks

  it('ends when the provider is no longer configured, or cannot take the template', async () => {
    const one = await created();
    const { providers } = one.world;
    const accepted = await one.update(templateOf({ ...both, cache: {} }));
    providers.rank = async () => ({
      candidates: [],
      dropped: [{ id: 'alpha', name: 'Cloud alpha', reason: 'it has no image with distribution plan9' }],
      notes: [],
    });
    await one.run(accepted);
    expect((await one.now())?.statusReason).toBe(
      'provider alpha cannot run the new template: it has no image with distribution plan9',
    );
  });

  it('ends when the infrastructure has vanished', async () => {
    const one = await created();
    await one.world.clouds.destroy('alpha', 'inf-1');
    one.world.clock.advance(60);
    await change(one, { ...both, cache: {} });
    expect((await one.now())?.statusReason).toContain('infrastructure inf-1 no longer exists');
    await one.delete();
    expect(await one.now()).toBeUndefined();
  });
});
