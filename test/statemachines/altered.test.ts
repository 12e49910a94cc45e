import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { InvalidError } from '../../src/foundation/errors.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { type Scenario, scenario } from './scenario.ts';
import { type Nodes, templateOf } from './templates.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const two: Nodes = {
  web: { host: 'num_cpus: 2, mem_size: 2 GB', scalable: 'count: 2', os: 'version: 22.04' },
  db: { type: 'tosca.nodes.Compute' },
};
const sized = (cpus: number, changes: Nodes[string] = {}): Nodes => ({
  ...two,
  web: { ...two['web'], host: `num_cpus: ${cpus}, mem_size: 2 GB`, ...changes },
});

/** A deployment of two webs, of two CPUs each, and a db. */
const created = async (): Promise<Scenario> => {
  const one = await scenario(engineWorld(engine));
  await one.run();
  await update(one, two, { replace: true });
  return one;
};

const update = async (one: Scenario, nodes: Nodes, asked: { replace?: boolean | readonly string[] } = {}) => {
  await one.run(await one.update(templateOf(nodes), asked));
  return one.now();
};

const live = ({ world }: Scenario) => (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed);
const sizes = (one: Scenario) => live(one).map(({ id, node, size }) => `${id} ${node} ${size.cpus ?? '-'}`);

const resources = ({ world, deployment }: Scenario): Promise<readonly Resource[]> => world.resources.all(deployment.id);

describe('an update of machines that stay', () => {
  it('alters their size in place, one by one, and says so', async () => {
    const one = await created();
    const before = await resources(one);
    expect(await update(one, sized(4))).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(sizes(one)).toEqual(['1 db -', '2 web 4', '3 web 4']);
    const after = await resources(one);
    expect(after.map(({ id, physicalId, state }) => [id, physicalId, state])).toEqual(
      before.map(({ id, physicalId }) => [id, physicalId, 'STARTED']),
    );
    expect(after.filter(({ becoming }) => becoming !== undefined)).toEqual([]);
    const log = await one.world.files.readLog(one.deployment.id);
    expect(log).toContain('web: capabilities.host.properties.num_cpus from 2 to 4: altered in place');
    expect(log).toContain('altered in place: virtual machine 2 of web, virtual machine 3 of web');
    const told = one.world.events.filter(({ kind }) => kind === 'CHANGE').map(({ message }) => message);
    expect(told.at(-1)).toBe('web: capabilities.host.properties.num_cpus from 2 to 4: altered in place');
  });

  it('changes nothing when it is sent again', async () => {
    const one = await created();
    await update(one, sized(4));
    const [altered, made] = [one.world.clouds.altered.length, one.world.clouds.standing[0]?.machines.length];
    await update(one, sized(4));
    expect(one.world.clouds.altered).toHaveLength(altered);
    expect(one.world.clouds.standing[0]?.machines).toHaveLength(made ?? 0);
    expect(one.world.events.filter(({ kind }) => kind === 'CHANGE').at(-1)?.message).toContain('from 2 to 4');
  });

  it('makes new machines of the new size beside those that are altered', async () => {
    const one = await created();
    await update(one, sized(4, { scalable: 'count: 3' }));
    expect(sizes(one)).toEqual(['1 db -', '2 web 4', '3 web 4', '4 web 4']);
  });

  it('is refused before anything changes when they cannot be given what it asks for', async () => {
    const one = await created();
    const [status, updates] = [(await one.now())?.status, one.world.clouds.updates.length];
    const asked = one.update(templateOf(sized(4, { os: 'version: 24.04', endpoint: 'network_name: PUBLIC' })));
    await expect(asked).rejects.toThrow(InvalidError);
    await expect(asked).rejects.toThrow(
      /web: capabilities\.endpoint\.properties\.network_name from "PRIVATE" to "PUBLIC": refused/,
    );
    await expect(asked).rejects.toThrow(
      /web: capabilities\.os\.properties\.version from "22\.04" to "24\.04": refused/,
    );
    await expect(asked).rejects.not.toThrow(/num_cpus/);
    expect((await one.now())?.status).toBe(status);
    expect(one.world.clouds.updates).toHaveLength(updates);
    expect((await resources(one)).map(({ state }) => state)).toEqual(['STARTED', 'STARTED', 'STARTED']);
  });

  it('replaces them where the request allows it, and no others', async () => {
    const one = await created();
    const before = await resources(one);
    await update(one, sized(4, { os: 'version: 24.04' }), { replace: ['web'] });
    expect(sizes(one)).toEqual(['1 db -', '4 web 4', '5 web 4']);
    expect(one.world.clouds.altered).toEqual([]);
    const after = await resources(one);
    const kept = after.filter(({ id }) => before.some((resource) => resource.id === id));
    expect(kept.map(({ toscaNodeName }) => toscaNodeName)).toEqual(['db']);
    expect(after.map(({ physicalId }) => physicalId).sort()).toEqual(['1', '4', '5']);
    const log = await one.world.files.readLog(one.deployment.id);
    expect(log).toContain('web: capabilities.os.properties.version from "22.04" to "24.04": it is replaced');
    expect(log).toContain('web: capabilities.host.properties.num_cpus from 2 to 4: it is replaced');
    await update(one, sized(4, { os: 'version: 24.04' }));
    expect(sizes(one)).toEqual(['1 db -', '4 web 4', '5 web 4']);
  });

  it('replaces what it need not, nowhere', async () => {
    const one = await created();
    await update(one, sized(4), { replace: true });
    expect(sizes(one)).toEqual(['1 db -', '2 web 4', '3 web 4']);
  });

  it('shows at once what goes and comes when machines are replaced', async () => {
    const one = await created();
    await one.update(templateOf(sized(2, { os: 'version: 24.04' })), { replace: ['web'] });
    expect((await resources(one)).map(({ toscaNodeName, state }) => `${toscaNodeName} ${state}`).sort()).toEqual([
      'db STARTED',
      'web CREATING',
      'web CREATING',
      'web DELETING',
      'web DELETING',
    ]);
  });

  it('fails when the cloud cannot alter them, removes nothing, and leaves the outputs as they were', async () => {
    const one = await created();
    const outputs = (await one.now())?.outputs;
    one.world.clouds.set('alpha', { alter: 'refuse' });
    one.world.clouds.outputsWhenReady = { url: 'http://192.0.2.99/' };
    const failed = await update(one, { web: sized(4)['web'] ?? {} });
    expect(failed).toMatchObject({ status: 'UPDATE_FAILED', outputs });
    expect(failed?.statusReason).toContain('virtual machine 2 of web cannot be altered: alpha: not supported');
    expect(sizes(one)).toEqual(['1 db -', '2 web 2', '3 web 2']);
  });

  it('fails when the cloud says that it altered them and did not', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { alter: 'ignore' });
    const failed = await update(one, sized(4));
    expect(failed?.status).toBe('UPDATE_FAILED');
    expect(failed?.statusReason).toContain('altered virtual machine 2 of web, and its cpu.count is 2 and not 4');
  });

  it('asks again for a machine when the answer was lost', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { alter: 'lose' });
    expect(await update(one, sized(4))).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(one.world.clouds.altered.toSorted()).toEqual(['2', '2', '3']);
    expect(sizes(one)).toEqual(['1 db -', '2 web 4', '3 web 4']);
  });

  it('knows after a failure which machines are of which size', async () => {
    const one = await created();
    const alter = one.world.clouds.alter.bind(one.world.clouds);
    one.world.clouds.alter = async (provider, id, vm, text) => {
      if (vm === '3') one.world.clouds.set('alpha', { alter: 'refuse' });
      return alter(provider, id, vm, text);
    };
    expect(await update(one, sized(4))).toMatchObject({ status: 'UPDATE_FAILED' });
    expect(sizes(one)).toEqual(['1 db -', '2 web 4', '3 web 2']);
    one.world.clouds.set('alpha', {});
    one.world.clouds.alter = alter;
    expect(await update(one, two)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(sizes(one)).toEqual(['1 db -', '2 web 2', '3 web 2']);
    expect(await update(one, sized(8))).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(sizes(one)).toEqual(['1 db -', '2 web 8', '3 web 8']);
  });

  it('gives machines that an update could not make what the next one asks for', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { update: 'fail' });
    await update(one, sized(2, { os: 'version: 24.04' }), { replace: ['web'] });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED' });
    one.world.clouds.set('alpha', {});
    const again = await update(one, sized(2, { os: 'version: 20.04' }), { replace: ['web'] });
    expect(again).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(
      live(one)
        .map(({ node }) => node)
        .sort(),
    ).toEqual(['db', 'web', 'web']);
  });
});
