import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { limits, memoryWorld } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { importing, importsOf } from './imported.ts';
import { interruptedRun, someCuts } from './interruption.ts';
import { run } from './machines.ts';
import { inputOf, scenarioOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const owner = { issuer: 'https://issuer.example', subject: 'user' };

/** A deployment that was accepted while its import could be read, and what happens to the import. */
const accepted = async (world = engineWorld(engine)) => {
  const { host, goneOnceRanked } = importsOf(world);
  world.clouds.outputsWhenReady = { url: 'http://192.0.2.10/', release: null };
  const request = { template: importing('web', 'db'), parameters: {}, limits, owner };
  const one = scenarioOf(world, await createDeployment(world, request));
  return { ...one, host, goneOnceRanked };
};

/** The same, complete. */
const complete = async (...given: Parameters<typeof accepted>) => {
  const one = await accepted(...given);
  await one.run();
  return one;
};

type One = Awaited<ReturnType<typeof complete>>;

/** Calls a step as its workflow does: all but one of them are polled. */
const step = (one: One, name: string, operation: Deployment) => {
  const input = inputOf(operation);
  const polled = { input, since: one.world.clock.now().toISOString() };
  return stepsOver(one.world)[name]?.(name === 'RankProviders' ? input : polled);
};
const kept = (one: One, { id, operation }: Deployment) => one.world.files.findRanking(id, operation.id);

const machines = ({ world }: One) =>
  (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed).map(({ node }) => node);

describe('a creation whose import is gone once providers are ranked', () => {
  it('completes with the outputs that the import told', async () => {
    const one = await accepted();
    one.goneOnceRanked();
    await one.run();
    const outputs = { url: 'http://192.0.2.10/', release: 'first' };
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs });
  });

  it('says in its log which file was taken where several could be', async () => {
    const one = await complete();
    const log = await one.world.files.readLog(one.deployment.id);
    expect(log).toMatch(/imports of the template\n {2}https:\S+: the built-in copy indigo-custom-types\.yaml, which/);
  });

  it('is not ranked again when it runs again', async () => {
    const one = await accepted();
    const first = await step(one, 'RankProviders', one.deployment);
    const ranking = await kept(one, one.deployment);
    one.host.isThere = false;
    one.world.providers.rank = async () => ({ candidates: [], dropped: [], notes: [] });
    expect(await step(one, 'RankProviders', one.deployment)).toEqual(first);
    expect(await kept(one, one.deployment)).toEqual(ranking);
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { release: 'first' } });
  });
});

describe('an update whose import is gone once the provider is ranked', () => {
  it('says that a node of an imported type was dropped, and tells its own outputs', async () => {
    const one = await complete();
    const accepted = await one.update(importing('web'));
    one.host.asked = 0;
    one.goneOnceRanked();
    one.world.clouds.outputsWhenReady = { url: 'http://192.0.2.10/', release: null, older: 'of a template before' };
    await one.run(accepted);
    const outputs = { url: 'http://192.0.2.10/', release: 'first' };
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', outputs });
    expect((await one.now())?.outputs).not.toHaveProperty('older');
    expect(machines(one)).toEqual(['web']);
    expect(one.world.clouds.updates[0]).toMatch(/db:\s+type: my\.Compute\s+capabilities:\s+scalable:\s+.*\s+count: 0/);
    expect(one.host.asked).toBe(1);
  });

  it('sends the same again when the answer was lost, whatever has changed by then', async () => {
    const one = await complete();
    const accepted = await one.update(importing('web', 'cache'));
    one.world.clouds.set('alpha', { update: 'lose-call' });
    const update = one.world.clouds.update.bind(one.world.clouds);
    one.world.clouds.update = async (...given) => {
      one.host.isThere = false;
      const all = await one.world.resources.all(accepted.id);
      const dropped = all.filter(({ toscaNodeName }) => toscaNodeName === 'db').map(({ id }) => id);
      if (dropped.length > 0) await one.world.resources.remove(accepted.id, dropped);
      await update(...given);
    };
    await one.run(accepted);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', outputs: { release: 'first' } });
    const [first, second, ...more] = one.world.clouds.updates;
    expect(first).toContain('count: 0');
    expect([second, ...more]).toEqual([first]);
    expect(machines(one)).toEqual(['web', 'cache']);
  });
});

describe('an update that is begun twice', () => {
  it.each([
    ['before the provider is asked', []],
    ['after it was asked', ['ChangeInfrastructure']],
  ])('decides nothing again: %s', async (_, between) => {
    const one = await complete();
    const accepted = await one.update(importing('web', 'cache'));
    await step(one, 'BeginUpdate', accepted);
    for (const name of between) await step(one, name, accepted);
    const [ranking, resources] = [await kept(one, accepted), await one.world.resources.all(accepted.id)];
    one.host.isThere = false;
    one.world.providers.rank = async () => ({ candidates: [], dropped: [], notes: [] });
    await one.run(accepted);
    expect(await kept(one, accepted)).toEqual(ranking);
    expect(ranking?.sent?.filter(({ node }) => node === 'db')).toHaveLength(1);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', outputs: { release: 'first' } });
    expect(machines(one)).toEqual(['web', 'cache']);
    const left = resources.filter(({ toscaNodeName }) => toscaNodeName !== 'db').map(({ id }) => id);
    expect((await one.world.resources.all(accepted.id)).map(({ id }) => id)).toEqual(left);
    expect(one.world.clouds.updates).toHaveLength(1);
  });
});

describe('an update whose process is killed, and whose import is gone when it starts again', () => {
  it('is completed once it was decided, and changes nothing before, wherever it was cut', async () => {
    const ends = new Map<string | undefined, number>();
    await someCuts(async (cut) => {
      const one = await complete(memoryWorld());
      const accepted = await one.update(importing('web', 'cache'));
      one.world.clouds.set('alpha', { update: 'lose-call' });
      const ran = await interruptedRun(
        one.world,
        (options) => {
          one.host.isThere = options.isDead !== undefined;
          return run('update-deployment', inputOf(accepted), options);
        },
        cut,
      );
      if (!ran) return false;
      const { status, outputs } = (await one.now()) ?? {};
      ends.set(status, (ends.get(status) ?? 0) + 1);
      // another execution goes on with it later, when the import may be there again
      if (status === 'UPDATE_IN_PROGRESS') expect(ran.error, `cut ${cut}`).toContain('can no longer be read');
      else expect(outputs, `cut ${cut}`).toMatchObject({ release: 'first' });
      const { updates } = one.world.clouds;
      expect(new Set(updates).size, `cut ${cut}`).toBe(status === 'UPDATE_IN_PROGRESS' ? 0 : 1);
      expect(machines(one), `cut ${cut}`).toEqual(['web', status === 'UPDATE_IN_PROGRESS' ? 'db' : 'cache']);
      return true;
    });
    expect([...ends.keys()].sort()).toEqual(['UPDATE_COMPLETE', 'UPDATE_IN_PROGRESS']);
    expect(ends.get('UPDATE_COMPLETE')).toBeGreaterThan(7);
  });
});
